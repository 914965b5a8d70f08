//! Lists of short texts in columns.

/// Lays out `items` in right-aligned columns of equal width, in lines of at most `width`
/// characters.
///
/// The items fill one column after the other, from the top. An item wider than `width` still gets
/// a line.
pub fn in_columns(items: &[String], width: usize) -> Vec<String> {
    let widest = items
        .iter()
        .map(|item| item.chars().count())
        .max()
        .unwrap_or(0);
    let gap = 3;
    let columns = ((width + gap) / (widest + gap)).clamp(1, items.len().max(1));
    let rows = items.len().div_ceil(columns);
    (0..rows)
        .map(|row| {
            let cells: Vec<String> = (0..columns)
                .filter_map(|column| items.get(column * rows + row))
                .map(|item| format!("{item:>widest$}"))
                .collect();
            cells.join(&" ".repeat(gap))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::in_columns;

    #[test]
    fn items_run_down_the_columns() {
        let items: Vec<String> = ["1", "22", "3", "4", "5"].map(str::to_owned).to_vec();
        assert_eq!(in_columns(&items, 8), [" 1    4", "22    5", " 3"]);
        assert_eq!(in_columns(&items, 1).len(), 5);
        assert!(in_columns(&[], 80).is_empty());
    }
}
