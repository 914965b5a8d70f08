//! A server of one's own, and plain requests to it.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A puzzle that takes a while in slides: 79,833,600 configurations, one after the other.
pub(crate) const LONG: &str = r#"title = "Long"
start = """
1 2 3 4
5 6 7 8
9 10 11 .
"""
distinct = ["1", "2", "3", "4", "5", "6", "7", "8"]
"#;

/// A server in a folder of its own; it ends with this value.
pub(crate) struct Server {
    pub address: SocketAddr,
    pub folder: TempDir,
    child: Child,
}

/// What a request came to.
#[derive(Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub body: String,
}

impl Server {
    /// A server that listens on a port of its own.
    pub(crate) fn start(words: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        for own in ["generations", "passing"] {
            fs::create_dir(folder.path().join(own)).unwrap();
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_slidewise"))
            .args(["serve", "--port", "0"])
            .args(words)
            .current_dir(folder.path())
            .env_clear()
            .env("HOME", folder.path())
            .env("TMPDIR", folder.path().join("passing"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut line).unwrap();
        let url = match serde_json::from_str::<Value>(&line) {
            Ok(told) => told["url"].as_str().unwrap().to_owned(),
            Err(_) => line.trim().to_owned(),
        };
        let address = url.strip_prefix("http://").unwrap();
        let (address, _) = address.split_once('/').unwrap();
        let address = address.parse().unwrap();
        Server {
            address,
            folder,
            child,
        }
    }

    /// Ends the server: nobody answers any more.
    pub(crate) fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends bytes and gives what comes back until the server closes or falls silent.
    pub(crate) fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        // A server that has heard enough may close before all is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with a body; more lines for its head may be given.
    pub(crate) fn ask(&self, method: &str, path: &str, more: &str, body: &[u8]) -> Answer {
        let host = if more.to_lowercase().contains("host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.address)
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{host}{more}Connection: close\r\nContent-Length: {}\r\n\
             \r\n",
            body.len()
        );
        Answer::of(&self.send(&[head.as_bytes(), body].concat()))
    }

    /// A file or a question without a body.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", b"")
    }

    /// A question in JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_text(path, body.to_string().as_bytes())
    }

    /// Bytes said to be JSON.
    pub(crate) fn post_text(&self, path: &str, body: &[u8]) -> Answer {
        self.ask("POST", path, "Content-Type: application/json\r\n", body)
    }

    /// The answer to a question that must be answered.
    pub(crate) fn answer(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert!(matches!(answer.status, 200 | 202), "{path}: {answer:?}");
        answer.object()
    }

    /// Explores, and returns the report at its end.
    pub(crate) fn explore(&self, body: &Value) -> Value {
        let mut told = self.answer("/api/explore", body);
        let begun = Instant::now();
        while ["waiting", "numbering", "exploring"].contains(&told["state"].as_str().unwrap()) {
            assert!(begun.elapsed() < Duration::from_secs(180), "{told}");
            std::thread::sleep(Duration::from_millis(5));
            let id = told["exploration"].as_str().unwrap();
            told = self.get(&format!("/api/explorations/{id}")).object();
        }
        told
    }

    /// Sends the signal to end, and gives the exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        let kill = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        assert!(kill.unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Answer {
    fn of(text: &str) -> Answer {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Answer {
            status: status.unwrap_or(0),
            body: body.to_owned(),
        }
    }

    /// The object in the body.
    pub(crate) fn object(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
