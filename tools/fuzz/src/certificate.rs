//! A certificate of any content is replayed or refused, and nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::replay::{Certificate, replay};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(certificate) = serde_json::from_slice::<Certificate>(bytes) {
        let _ = replay(&certificate);
        // Behind a wrong fingerprint nothing is looked at: give it the right one.
        if let Err(fault) = replay(&certificate) {
            let told = fault.to_string();
            if let Some(hash) = told
                .strip_prefix("the fingerprint of its definition is ")
                .and_then(|rest| rest.get(..64))
            {
                let _ = replay(&Certificate {
                    fingerprint: hash.to_owned(),
                    ..certificate
                });
            }
        }
    }
});
