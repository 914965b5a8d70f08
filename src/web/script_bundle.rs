//! The modules of the pages as one script, for a page that is a single file.
//!
//! A browser loads no module beside a page that it opens from a file. Each module therefore becomes
//! a function that returns what the module exports. The modules keep to what is read here: an
//! import names what it takes and ends with a semicolon, and an export stands before its
//! declaration.

use std::fmt::Write;

/// Joins modules, given by name and text, each after those that it imports.
pub(crate) fn bundle<'t>(modules: impl IntoIterator<Item = (&'t str, &'t str)>) -> String {
    let mut script = "\"use strict\";\n".to_owned();
    for (name, text) in modules {
        let module = Module::read(text);
        let _ = write!(
            script,
            "const {} = (() => {{\n{}\nreturn {{ {} }};\n}})();\n",
            variable(name),
            module.body,
            module.exports.join(", ")
        );
    }
    script
}

/// The variable that holds what a module exports.
fn variable(name: &str) -> String {
    format!("module_{}", name.trim_end_matches(".js"))
}

/// A module as the body of a function.
struct Module<'t> {
    body: String,
    exports: Vec<&'t str>,
}

impl<'t> Module<'t> {
    fn read(text: &'t str) -> Module<'t> {
        let mut module = Module {
            body: String::new(),
            exports: Vec::new(),
        };
        let mut rest = text;
        while let Some(line) = rest.split_inclusive('\n').next() {
            let length = if line.starts_with("import ") {
                let length = rest.find(';').map_or(rest.len(), |end| end + 1);
                module.import(&rest[..length]);
                length
            } else {
                match line.strip_prefix("export ") {
                    Some(declared) => {
                        module.exports.extend(name_of(declared));
                        module.body += declared;
                    }
                    None => module.body += line,
                }
                line.len()
            };
            rest = &rest[length..];
        }
        module
    }

    /// Takes what an import names from the module that it names.
    fn import(&mut self, statement: &str) {
        let names = statement
            .trim_start_matches("import ")
            .split_once(" from ")
            .map(|(names, from)| (names, from.trim_matches([';', '"'])));
        if let Some((names, from)) = names {
            let from = variable(from.trim_start_matches("./"));
            let _ = write!(self.body, "const {names} = {from};");
        }
    }
}

/// The name of a declared function, class or constant.
fn name_of(declared: &str) -> Option<&str> {
    let mut words = declared.split([' ', '(', '=', ';']);
    words.find(|word| !matches!(*word, "" | "async" | "function" | "class" | "const"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_that_return_their_exports() {
        let one = "export const ONE = 1;\nexport async function two(x) {\n  return x;\n}\n";
        let other = "import {\n  ONE, two,\n} from \"./one.js\";\nexport class Own {}\n";
        let script = bundle([("one.js", one), ("other.js", other)]);
        assert_eq!(
            script,
            "\"use strict\";\nconst module_one = (() => {\nconst ONE = 1;\nasync function two(x) \
             {\n  return x;\n}\n\nreturn { ONE, two };\n})();\nconst module_other = (() => \
             {\nconst {\n  ONE, two,\n} = module_one;\nclass Own {}\n\nreturn { Own };\n})();\n"
        );
    }
}
