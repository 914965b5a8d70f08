//! A headless Chromium, driven by the DevTools protocol over a pipe.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long the browser may take for anything.
const PATIENCE: Duration = Duration::from_secs(180);

/// The browser, if there is one: named by `SLIDEWISE_CHROMIUM`, or in the path.
pub(super) fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SLIDEWISE_CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let programs = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    programs.into_iter().find(|file| {
        fs::metadata(file)
            .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    })
}

/// What holds a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hand {
    Mouse,
    Finger,
}

/// A tab of a browser of its own.
pub(super) struct Tab {
    child: Child,
    asked: ChildStdin,
    answers: Receiver<Value>,
    /// What the browser told beside its answers.
    pub events: Vec<Value>,
    session: Option<String>,
    calls: u64,
    /// What clicks: a finger on a phone.
    pub hand: Hand,
    _folder: TempDir,
}

impl Tab {
    /// Starts the browser, with a profile of its own and no way to any other machine.
    pub(super) fn open(program: &PathBuf) -> Tab {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new("sh")
            // The browser is asked on file 3 and answers on file 4.
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null",
                "sh",
            ])
            .arg(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                // WebGL without a graphics processor.
                "--enable-unsafe-swiftshader",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-proxy-server",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .env("HOME", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (told, answers) = channel();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while matches!(said.read_until(0, &mut message), Ok(length) if length > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else {
                    break;
                };
                if told.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut tab = Tab {
            asked: child.stdin.take().unwrap(),
            child,
            answers,
            events: Vec::new(),
            session: None,
            calls: 0,
            hand: Hand::Mouse,
            _folder: folder,
        };
        let target = tab.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = tab.call("Target.attachToTarget", &attach);
        tab.session = Some(session["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Network", "Log"] {
            tab.call(&format!("{domain}.enable"), &json!({}));
        }
        tab
    }

    /// Lets each page that is opened from now on begin with a script.
    pub(super) fn begin_pages_with(&mut self, script: &str) {
        self.call("Page.enable", &json!({}));
        let source = json!({"source": script});
        self.call("Page.addScriptToEvaluateOnNewDocument", &source);
    }

    /// Asks the browser something.
    pub(super) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        let answer = self.ask(method, parameters);
        assert_eq!(answer["error"], Value::Null, "{method}");
        answer["result"].clone()
    }

    /// Asks the browser something that may fail.
    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.asked.write_all(&bytes).unwrap();
        self.asked.flush().unwrap();
        loop {
            let answer = self.answers.recv_timeout(PATIENCE);
            let answer = answer.unwrap_or_else(|error| panic!("{method}: {error}"));
            if answer["id"] == self.calls {
                return answer;
            }
            self.events.push(answer);
        }
    }

    /// The value of an expression in the page.
    #[track_caller]
    pub(super) fn value(&mut self, expression: &str) -> Value {
        let value = self.value_if_there(expression);
        value.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The value of an expression in the page; what the browser says where the page went away
    /// meanwhile.
    fn value_if_there(&mut self, expression: &str) -> Result<Value, Value> {
        let asked = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.ask("Runtime.evaluate", &asked);
        if answer["error"] != Value::Null {
            return Err(answer["error"].clone());
        }
        let result = &answer["result"];
        assert_eq!(result["exceptionDetails"], Value::Null, "{expression}");
        Ok(result["result"]["value"].clone())
    }

    /// Waits until an expression holds; `?.` keeps it from failing before. A click may lead to
    /// another page: then it is asked there.
    #[track_caller]
    pub(super) fn wait(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value_if_there(&format!("Boolean({expression})")) != Ok(Value::Bool(true)) {
            if begun.elapsed() > PATIENCE {
                let text = self.value("document.body.innerText");
                panic!("never: {expression}\n{}", text.as_str().unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The text of an element.
    #[track_caller]
    pub(super) fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().unwrap().to_owned()
    }

    /// Goes to an address.
    pub(super) fn go(&mut self, address: &str) {
        // Another fragment alone would be no new page.
        self.call("Page.navigate", &json!({"url": "about:blank"}));
        self.call("Page.navigate", &json!({"url": address}));
        self.wait(&format!(
            "location.href.startsWith({:?}) && document.readyState === 'complete'",
            address.split('#').next().unwrap()
        ));
    }

    /// The middle of an element, which is brought into sight.
    #[track_caller]
    pub(super) fn middle(&mut self, selector: &str) -> (f64, f64) {
        self.value(&format!(
            "document.querySelector({selector:?}).scrollIntoView({{ block: 'center', behavior: \
             'instant' }})"
        ));
        self.spot(selector)
    }

    /// The middle of an element, where it is now.
    #[track_caller]
    pub(super) fn spot(&mut self, selector: &str) -> (f64, f64) {
        let found = self.value(&format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
    }

    /// Clicks into the middle of an element, or taps it on a phone, once it stays where it is: a
    /// page that is being filled moves it, on a busy machine even between two looks at it.
    #[track_caller]
    pub(super) fn click(&mut self, selector: &str) {
        for _ in 0..10 {
            let mut at = self.middle(selector);
            for _ in 0..100 {
                std::thread::sleep(Duration::from_millis(30));
                let before = std::mem::replace(&mut at, self.middle(selector));
                if before == at {
                    break;
                }
            }
            // What moves away under the hand gets no click.
            self.value(&format!(
                "(() => {{ const own = document.querySelector({selector:?}); \
                 window.pressed = own; window.isMissed = false; \
                 const look = (event) => {{ \
                 const under = document.elementFromPoint(event.clientX, event.clientY); \
                 if (window.pressed === own && !own.contains(under)) window.isMissed = true; }}; \
                 for (const kind of ['pointerdown', 'pointerup']) \
                 addEventListener(kind, look, {{ capture: true, once: true }}); }})()"
            ));
            self.press(self.hand, at);
            self.release(self.hand, at);
            // A page that the click has left has nothing to say. What is switched off, or drawn
            // once more by the press, is not missed.
            let is_missed = self.value_if_there(
                "window.isMissed === true && window.pressed.isConnected && \
                 window.pressed.closest(':disabled, [inert]') === null",
            );
            if is_missed != Ok(Value::Bool(true)) {
                return;
            }
        }
        panic!("{selector} is never under the hand");
    }

    /// Drags with the mouse.
    pub(super) fn drag(&mut self, from: (f64, f64), by: (f64, f64)) {
        self.pull(Hand::Mouse, from, by);
    }

    /// Drags with a finger.
    pub(super) fn swipe(&mut self, from: (f64, f64), by: (f64, f64)) {
        self.pull(Hand::Finger, from, by);
    }

    /// Drags with a hand, and lets go when it has rested.
    pub(super) fn pull(&mut self, hand: Hand, from: (f64, f64), by: (f64, f64)) {
        self.press(hand, from);
        for part in [0.3, 0.6, 1.0] {
            self.shift(hand, (from.0 + part * by.0, from.1 + part * by.1));
        }
        // A hand that lets go in motion flicks.
        std::thread::sleep(Duration::from_millis(120));
        self.release(hand, (from.0 + by.0, from.1 + by.1));
    }

    /// Puts a finger down, or presses the button of the mouse.
    pub(super) fn press(&mut self, hand: Hand, at: (f64, f64)) {
        match hand {
            Hand::Mouse => self.mouse("mousePressed", at),
            Hand::Finger => self.touch("touchStart", &[at]),
        }
    }

    /// Moves the hand that is down.
    pub(super) fn shift(&mut self, hand: Hand, to: (f64, f64)) {
        match hand {
            Hand::Mouse => self.mouse("mouseMoved", to),
            Hand::Finger => self.touch("touchMove", &[to]),
        }
    }

    /// Lets go.
    pub(super) fn release(&mut self, hand: Hand, at: (f64, f64)) {
        match hand {
            Hand::Mouse => self.mouse("mouseReleased", at),
            Hand::Finger => self.touch("touchEnd", &[]),
        }
    }

    fn touch(&mut self, kind: &str, at: &[(f64, f64)]) {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        let event = json!({"type": kind, "touchPoints": points});
        self.call("Input.dispatchTouchEvent", &event);
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let buttons = u8::from(kind != "mouseReleased");
        let event = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", &event);
    }

    /// Presses a key.
    pub(super) fn key(&mut self, key: &str, modifiers: u8) {
        let text = match key {
            "Enter" => "\r",
            _ if key.chars().count() == 1 && modifiers == 0 => key,
            _ => "",
        };
        // What these keys do to a page goes by their numbers.
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            " " => 32,
            _ => 0,
        };
        let event = |kind| {
            json!({
                "type": kind, "key": key, "text": text, "modifiers": modifiers,
                "windowsVirtualKeyCode": code,
            })
        };
        self.call("Input.dispatchKeyEvent", &event("keyDown"));
        self.call("Input.dispatchKeyEvent", &event("keyUp"));
    }

    /// Types over all that a field holds.
    pub(super) fn write(&mut self, selector: &str, text: &str) {
        self.value(&format!(
            "(() => {{ const own = document.querySelector({selector:?}); own.focus(); \
             own.select(); }})()"
        ));
        self.call("Input.insertText", &json!({"text": text}));
    }

    /// Chooses in a list.
    pub(super) fn choose(&mut self, selector: &str, value: &str) {
        self.value(&format!(
            "(() => {{ const own = document.querySelector({selector:?}); own.value = {value:?}; \
             own.dispatchEvent(new Event('change')); }})()"
        ));
    }

    /// The window's size, and whether it is a phone's.
    pub(super) fn resize(&mut self, width: u32, height: u32, is_phone: bool) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone});
        self.call("Emulation.setDeviceMetricsOverride", &size);
        self.call(
            "Emulation.setTouchEmulationEnabled",
            &json!({"enabled": is_phone}),
        );
        self.hand = if is_phone { Hand::Finger } else { Hand::Mouse };
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        // The browser is asked first, so that it ends its own children.
        self.session = None;
        let _ = self
            .asked
            .write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
