//! Histograms of generation sizes in text characters.

use super::with_commas;

/// Characters that draw a part of a bar, indexed by its height in eighths of a line.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Height of the highest bar in lines.
const HEIGHT: usize = 6;

/// Draws the sizes of generations 0, 1, ... as bars in lines of at most `width` characters.
///
/// The generation with the number `goal` is marked below the axis. If there are more generations
/// than columns, each bar shows the largest of several consecutive generations.
///
/// ```
/// let lines = slidewise_render::histogram(&[1, 2, 4, 8, 4, 1], None, 40);
/// assert_eq!(lines.len(), 8);
/// assert!(lines[0].starts_with("8 ┤   █"));
/// assert!(lines[7].trim_start().starts_with("0    5"));
/// ```
pub fn histogram(counts: &[u64], goal: Option<usize>, width: usize) -> Vec<String> {
    let Some(&largest) = counts.iter().max().filter(|&&largest| largest > 0) else {
        return Vec::new();
    };
    let label = with_commas(largest);
    let margin = label.len();
    let room = width.saturating_sub(margin + 2).max(1);
    let together = counts.len().div_ceil(room);
    let bars: Vec<u64> = counts
        .chunks(together)
        .map(|several| several.iter().copied().max().unwrap_or(0))
        .collect();
    let eighths: Vec<usize> = bars
        .iter()
        .map(|&bar| {
            let height = u128::from(bar) * (HEIGHT * 8) as u128;
            // A nonempty generation gets at least an eighth of a line, to be visible.
            (height / u128::from(largest)).max(u128::from(bar > 0)) as usize
        })
        .collect();
    let mut lines = Vec::with_capacity(HEIGHT + 2);
    for line in (0..HEIGHT).rev() {
        let (left, edge) = if line + 1 == HEIGHT {
            (label.as_str(), '┤')
        } else {
            ("", '│')
        };
        let row = eighths
            .iter()
            .map(|&height| BARS[height.saturating_sub(line * 8).min(8)]);
        let text = format!("{left:>margin$} {edge}{}", row.collect::<String>());
        lines.push(text.trim_end().to_owned());
    }
    lines.push(format!("{:>margin$} └{}", "", "─".repeat(bars.len())));
    lines.push(axis(counts.len() - 1, goal, together, margin, bars.len()));
    lines
}

/// Line below the bars, with generation numbers: the first, the last, and the first with a goal.
fn axis(depth: usize, goal: Option<usize>, together: usize, margin: usize, bars: usize) -> String {
    let last = depth.to_string();
    let begin = margin + 2;
    let first = if goal == Some(0) { "^ Finish 0" } else { "0" };
    let mut line = format!("{:>margin$}  {first}", "");
    // Appends `words` at the column `at`, or after one blank if the line is already that long.
    let mut put = |at: usize, words: &str| {
        let gap = at.saturating_sub(line.chars().count()).max(1);
        line += &format!("{:>gap$}{words}", "");
    };
    if let Some(goal) = goal.filter(|&goal| goal > 0) {
        let at = begin + goal / together;
        let words = format!("Finish {goal} ^");
        let room_before = at.saturating_sub(begin + 1);
        let fits_behind = at + words.len() + 1 + last.len() <= begin + bars;
        if !fits_behind && words.len() <= room_before {
            put(at + 1 - words.len(), &words);
        } else {
            put(at, &format!("^ Finish {goal}"));
        }
    }
    if depth > 0 && goal != Some(depth) {
        put((begin + bars).saturating_sub(last.len()), &last);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::histogram;

    #[test]
    fn finish_is_marked_below_its_generation() {
        let axis = |goal| histogram(&[1, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1], goal, 80)[7].clone();
        assert_eq!(axis(None), "   0          12");
        assert_eq!(axis(Some(0)), "   ^ Finish 0 12");
        assert_eq!(axis(Some(1)), "   0 ^ Finish 1 12");
        assert_eq!(axis(Some(12)), "   0 Finish 12 ^");
        assert_eq!(histogram(&[1], Some(0), 80)[7], "   ^ Finish 0");
    }
}
