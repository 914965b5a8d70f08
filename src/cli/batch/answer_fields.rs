//! The fields of an answer's JSON object, as text for lines and tables.

use serde_json::Value;

/// The JSON object that a command prints for one puzzle.
#[derive(Clone, Debug)]
pub(crate) struct AnswerFields(Value);

impl AnswerFields {
    /// Reads an object; text that is no JSON gives an object without fields.
    pub(crate) fn of(json: &str) -> AnswerFields {
        AnswerFields(serde_json::from_str(json).unwrap_or_default())
    }

    /// A field as text, and a field of a field as `goal.generation`; empty if it is null or absent.
    pub(crate) fn text(&self, path: &str) -> String {
        match self.value(path) {
            Some(Value::String(text)) => text.clone(),
            None | Some(Value::Null) => String::new(),
            Some(value) => value.to_string(),
        }
    }

    /// Whether the object has this field, and its value is not null.
    pub(crate) fn is_known(&self, path: &str) -> bool {
        self.value(path).is_some_and(|value| !value.is_null())
    }

    fn value(&self, path: &str) -> Option<&Value> {
        let mut names = path.split('.');
        names.try_fold(&self.0, |object, name| object.get(name))
    }
}

#[cfg(test)]
mod tests {
    use super::AnswerFields;

    #[test]
    fn fields_of_all_types_are_text() {
        let fields = AnswerFields::of(r#"{"a":"7","b":8,"c":true,"d":null,"e":{"f":9}}"#);
        for (path, text, is_known) in [
            ("a", "7", true),
            ("b", "8", true),
            ("c", "true", true),
            ("d", "", false),
            ("e.f", "9", true),
            ("a.f", "", false),
            ("g", "", false),
        ] {
            assert_eq!(fields.text(path), text, "{path}");
            assert_eq!(fields.is_known(path), is_known, "{path}");
        }
        assert_eq!(AnswerFields::of("").text("a"), "");
    }
}
