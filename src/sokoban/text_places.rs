//! Lines and columns of places in a text.

/// Lines and columns of bytes of a text, quickly found in ascending order.
#[derive(Debug)]
pub(crate) struct TextPlaces<'t> {
    text: &'t str,
    /// The byte that was asked for last.
    at: usize,
    /// Its line and column, both from 1.
    place: (usize, usize),
}

impl<'t> TextPlaces<'t> {
    /// The places of a text.
    pub(crate) fn new(text: &'t str) -> TextPlaces<'t> {
        TextPlaces {
            text,
            at: 0,
            place: (1, 1),
        }
    }

    /// Line and column of a byte, both from 1, columns in characters.
    pub(crate) fn of(&mut self, byte: usize) -> (usize, usize) {
        if byte < self.at {
            (self.at, self.place) = (0, (1, 1));
        }
        for character in self.text.get(self.at..byte).unwrap_or_default().chars() {
            if character == '\n' {
                self.place = (self.place.0 + 1, 1);
            } else {
                self.place.1 += 1;
            }
        }
        self.at = byte;
        self.place
    }

    /// Line and column of a part of the text.
    pub(crate) fn of_part(&mut self, part: &str) -> (usize, usize) {
        let begin = self.text.as_ptr() as usize;
        self.of((part.as_ptr() as usize).saturating_sub(begin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_any_order() {
        let text = "aé\nb\n";
        let mut places = TextPlaces::new(text);
        assert_eq!(places.of(3), (1, 3));
        assert_eq!(places.of(4), (2, 1));
        assert_eq!(places.of(0), (1, 1));
        assert_eq!(places.of_part(&text[5..]), (2, 2));
    }
}
