//! `answer`: the answer to a request, by its path.

use crate::{
    AnswerError, Desk, Reply, catalogue, component_answers, level_answers, play_answers,
    puzzle_answers, random_walk,
};

/// The paths of requests with a body.
pub const PATHS: [&str; 11] = [
    "/api/puzzle",
    "/api/read",
    "/api/picture",
    "/api/position",
    "/api/solution",
    "/api/farthest",
    "/api/sample",
    "/api/walk",
    "/api/book",
    "/api/levels",
    "/api/level",
];

/// Answers a request; `None` if no answer has this path. Without a body it only asks, as by GET.
pub fn answer(
    desk: &dyn Desk,
    path: &str,
    body: Option<&[u8]>,
) -> Option<Result<Reply, AnswerError>> {
    let Some(body) = body else {
        return Some(match path {
            "/api/catalogue" => catalogue::catalogue(desk.limits()),
            "/api/start" => puzzle_answers::start_puzzle(),
            "/api/levels" => Ok(level_answers::offered_levels(desk.levels())),
            _ => return path.strip_prefix("/thumbnails/").map(catalogue::thumbnail),
        });
    };
    Some(match path {
        "/api/puzzle" => puzzle_answers::puzzle(desk, body),
        "/api/read" => puzzle_answers::read(desk, body),
        "/api/picture" => puzzle_answers::picture(body),
        "/api/position" => play_answers::position(desk, body),
        "/api/solution" => play_answers::solution(desk, body),
        "/api/farthest" => play_answers::farthest(desk, body),
        "/api/sample" => play_answers::sample(desk, body),
        "/api/walk" => random_walk::walk(desk, body),
        "/api/book" => component_answers::book(desk, body),
        "/api/levels" => level_answers::read(body),
        "/api/level" => level_answers::look(desk, body),
        _ => return None,
    })
}
