//! `slidewise verify PUZZLE`: is a kept exploration as it was left?

use super::arguments::{Common, From};
use super::output::Output;
use super::session::{Session, store_root};
use super::{CommandResult, Failure};
use crate::present::json;
use crate::store::{Access, Store, StoreError};

/// Checks the store of a puzzle.
pub fn run(common: &Common, puzzle: &str, start: Option<&str>, from: From) -> CommandResult {
    let session = Session::open(common, puzzle, start)?;
    let root = store_root(common)?;
    let header = session.header(from);
    let folder = root.join(Store::folder_name(&header)).display().to_string();
    let problems: Vec<String> = match Store::open(&root, &header, Access::Read) {
        Ok(store) => store.verify().iter().map(ToString::to_string).collect(),
        Err(StoreError::Missing { folder }) => {
            return Err(Failure::no_such_thing(
                format!("there is no store at {}", folder.display()),
                "slidewise explore PUZZLE makes one, slidewise stores lists what there is",
            ));
        }
        Err(error) => vec![error.to_string()],
    };
    let record = json::Verify {
        puzzle: session.puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        store: folder.clone(),
        ok: problems.is_empty(),
        problems: problems.clone(),
    };
    let code = u8::from(!problems.is_empty());
    let lines = if problems.is_empty() {
        vec![format!("{folder}: header, log, marks and counts agree")]
    } else {
        problems
    };
    Ok(Output::new(lines, &record).with_code(code))
}
