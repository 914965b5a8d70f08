//! Tables in CSV, read without the writer of the program.

/// The rows of a table in CSV.
pub(super) fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let row = rows.last_mut().unwrap();
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                row.last_mut().unwrap().push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(String::new()),
            '\n' if !is_quoted => rows.push(vec![String::new()]),
            _ => row.last_mut().unwrap().push(character),
        }
    }
    assert!(!is_quoted, "{text}");
    assert_eq!(
        rows.pop(),
        Some(vec![String::new()]),
        "the last line is ended"
    );
    rows
}
