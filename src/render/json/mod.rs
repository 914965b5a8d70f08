//! Records that `--json` prints, each a JSON object.
//!
//! Counts of configurations and of paths are strings of decimal digits, since many readers of JSON
//! lose precision in large numbers.

mod analysis;
mod files;
mod inspection;
mod number;
mod pack;
mod problem;
mod puzzle;
mod search;
mod tables;
mod verification;

pub use analysis::{
    ComponentsRecord, CountRecord, DiameterRecord, ExcludedRecord, FigureRecord, RecountRecord,
};
pub use files::{
    CompletionsRecord, GraphFileRecord, GraphRecord, ManPageRecord, ManPagesRecord, PictureRecord,
    ServeRecord,
};
pub use inspection::{AutomatonRecord, IndexRecord, StoreFileRecord, StoreViewRecord};
pub use number::digits;
pub use pack::{PackPartRecord, PackRecord};
pub use problem::{FailedPuzzleRecord, FailedRecord, FailureRecord};
pub use puzzle::{
    BuiltinRecord, CheckRecord, ChecksRecord, ConvertRecord, ConvertedRecord, ExchangeRecord,
    FaultRecord, GateRecord, KnownLengthsRecord, ListRecord, PiecesRecord, PublishedRecord,
    ShowRecord, SymmetryRecord, TurnRecord,
};
pub use search::{
    EstimateRecord, ExploreRecord, FarthestRecord, FindRecord, GoalFoundRecord, LongerRecord,
    ModeRecord, PathsRecord, SampleRecord, SolveRecord, SortedFilesRecord, SpilledRecord,
    StepRecord, StoppedRecord, TogetherRecord, UnansweredRecord, positions, steps,
};
pub use tables::{StartRecord, StartsRecord, TableRecord, TablesRecord};
pub use verification::{
    CheckedFilesRecord, ProvedRecord, ReplayRecord, StoreRecord, StoresRecord, VerifyRecord,
};
