//! Middleware that admits or refuses each request, and limits the size of its body.
//!
//! A page of another site can make a browser send requests to this server. If the host name of that
//! site resolves to this machine, the page could even read the responses (DNS rebinding). A request
//! must therefore name the server as `localhost` or by an IP address, and a POST request from a
//! page must come from a page of this server. The body of a request is read before the request is
//! handled, within limits of size and time.

use super::response::respond;
use super::settings::ServerSettings;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use slidewise_answers::AnswerError;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::Pin;
use std::time::Duration;

/// Time limit for reading the body of a request.
const BODY_TIME: Duration = Duration::from_secs(10);
/// Greatest number of bytes of an oversized body that are read and discarded.
///
/// They are read because many clients read a response only after they have sent the whole body.
const MAX_FORGOTTEN: usize = 128 << 20;

/// Headers of every response: pages load only files of this server, no other page may frame them,
/// and browsers send no referrer.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The checks that every request to a server must pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestGuard {
    only_loopback: bool,
}

impl RequestGuard {
    /// Creates the checks for a server that is bound to `bound`.
    pub(crate) fn new(bound: IpAddr) -> RequestGuard {
        RequestGuard {
            only_loopback: bound.is_loopback(),
        }
    }

    /// Whether the `Host` header may name this server: `localhost` or an IP address.
    ///
    /// If the server is bound to a loopback address, the IP address must be one too.
    fn knows(self, host: &str) -> bool {
        let Ok(authority) = host.parse::<axum::http::uri::Authority>() else {
            return false;
        };
        if host.contains('@') {
            return false;
        }
        let name = authority.host();
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        match bare.parse::<IpAddr>() {
            Ok(address) => !self.only_loopback || address.is_loopback(),
            Err(_) => false,
        }
    }

    /// Checks the host, the origin and the content type of a request.
    fn check(self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), AnswerError> {
        let text = |name: HeaderName| headers.get(name).map(HeaderValue::to_str);
        let named: Vec<_> = headers.get_all(header::HOST).iter().collect();
        let host = match (named.as_slice(), uri.authority()) {
            ([host], None) => host.to_str().ok(),
            _ => None,
        };
        let Some(host) = host.filter(|host| self.knows(host)) else {
            return Err(AnswerError::new(
                403,
                "the request names another host than this server",
                "use the address that `slidewise serve` printed",
            ));
        };
        if method == Method::GET || method == Method::HEAD {
            return Ok(());
        }
        let from_elsewhere = match text(header::ORIGIN) {
            None => false,
            Some(Ok(origin)) => origin.strip_prefix("http://") != Some(host),
            Some(Err(_)) => true,
        };
        let site = text(HeaderName::from_static("sec-fetch-site"));
        let crosses = site.is_some_and(|site| !matches!(site, Ok("same-origin" | "none")));
        if from_elsewhere || crosses {
            return Err(AnswerError::new(
                403,
                "the request comes from a page of another site",
                "open the page at the address that `slidewise serve` printed",
            ));
        }
        let kind = text(header::CONTENT_TYPE).and_then(Result::ok);
        let kind = kind.and_then(|kind| kind.split(';').next());
        let is_json = kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
        if method == Method::POST && !is_json {
            return Err(AnswerError::new(
                415,
                "the request's content type is not JSON",
                "send Content-Type: application/json",
            ));
        }
        Ok(())
    }
}

/// Passes admitted requests on, with their bodies read, and adds [`HEADERS`] to every response.
pub(crate) async fn guard(
    State(guard): State<RequestGuard>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let admitted = match guard.check(&parts.method, &parts.uri, &parts.headers) {
        Ok(()) => read(body, &parts.headers).await,
        Err(refusal) => Err(refusal),
    };
    let mut response = match admitted {
        Ok(bytes) => {
            next.run(Request::from_parts(parts, Body::from(bytes)))
                .await
        }
        Err(refusal) => {
            let mut response = respond(Err(refusal));
            // Unread data of this request may remain in the connection, so ask to close it.
            let headers = response.headers_mut();
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            response
        }
    };
    let is_picture = response.headers().get(header::CONTENT_TYPE)
        == Some(&HeaderValue::from_static("image/svg+xml"));
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    if is_picture {
        // A picture needs only the style sheet that is embedded in it, so forbid all else.
        let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Reads the whole body, within the limits of bytes and time.
async fn read(body: Body, headers: &HeaderMap) -> Result<Bytes, AnswerError> {
    let read = tokio::time::timeout(BODY_TIME, collect(body, headers)).await;
    read.unwrap_or_else(|_| {
        Err(AnswerError::new(
            408,
            "the request's body took too long to arrive",
            "send the request again",
        ))
    })
}

async fn collect(mut body: Body, headers: &HeaderMap) -> Result<Bytes, AnswerError> {
    let waits_for_leave = headers.contains_key(header::EXPECT);
    let is_declared_long = HttpBody::size_hint(&body).lower() > ServerSettings::MAX_BODY as u64;
    if is_declared_long && waits_for_leave {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let mut length = 0_usize;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| {
            AnswerError::wrong(
                format!("the request's body cannot be read: {error}"),
                "send the request again",
            )
        })?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        length += data.len();
        if length > ServerSettings::MAX_BODY || is_declared_long {
            bytes = Vec::new();
            if length > MAX_FORGOTTEN {
                return Err(too_long());
            }
        } else {
            bytes.extend_from_slice(&data);
        }
    }
    if length > ServerSettings::MAX_BODY {
        return Err(too_long());
    }
    Ok(bytes.into())
}

fn too_long() -> AnswerError {
    AnswerError::new(
        413,
        format!(
            "the request is longer than {} bytes",
            ServerSettings::MAX_BODY
        ),
        "send a shorter puzzle text",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(
        bound: &str,
        method: Method,
        headers: &[(&'static str, &'static str)],
    ) -> Option<u16> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        let guard = RequestGuard::new(bound.parse().unwrap());
        let refusal = guard.check(&method, &Uri::from_static("/"), &map).err()?;
        Some(refusal.reply().status)
    }

    #[test]
    fn only_this_machine_names_a_server_on_loopback() {
        let get = |bound, host| checked(bound, Method::GET, &[("host", host)]);
        for host in [
            "127.0.0.1:8372",
            "localhost:1",
            "LOCALHOST",
            "[::1]:8372",
            "127.9.9.9",
        ] {
            assert_eq!(get("127.0.0.1", host), None, "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "192.168.0.7",
            "localhost.evil.example",
            "",
            "@",
            "a@127.0.0.1:b",
            "0x7f.1",
            "127.0.0.1:8372/x",
        ] {
            assert_eq!(get("127.0.0.1", host), Some(403), "{host}");
        }
        assert_eq!(get("0.0.0.0", "192.168.0.7:8372"), None);
        assert_eq!(get("0.0.0.0", "evil.example"), Some(403));
        assert_eq!(checked("127.0.0.1", Method::GET, &[]), Some(403));
        let two = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(checked("127.0.0.1", Method::GET, &two), Some(403));
    }

    #[test]
    fn what_is_posted_is_json_from_a_page_of_this_server() {
        let post = |more: &[(&'static str, &'static str)]| {
            let headers = [&[("host", "localhost:1")], more].concat();
            checked("127.0.0.1", Method::POST, &headers)
        };
        let json = ("content-type", "application/json; charset=utf-8");
        assert_eq!(post(&[json]), None);
        assert_eq!(post(&[("content-type", "Application/JSON")]), None);
        assert_eq!(post(&[json, ("origin", "http://localhost:1")]), None);
        for origin in [
            "http://evil.example",
            "null",
            "https://localhost:1",
            "http://localhost:2",
        ] {
            assert_eq!(post(&[json, ("origin", origin)]), Some(403), "{origin}");
        }
        assert_eq!(post(&[json, ("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(post(&[("content-type", "text/plain")]), Some(415));
        assert_eq!(post(&[]), Some(415));
    }
}
