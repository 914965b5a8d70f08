//! `Host`: what the program around the engine provides.

/// What the program around the engine provides: a reader of reports, and chance.
pub trait Host: Send + Sync + 'static {
    /// Receives the progress of an exploration, as JSON.
    fn report(&self, record: &str);

    /// A random number.
    fn random(&self) -> u64;
}
