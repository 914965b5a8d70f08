//! A certificate of any content is replayed or refused, and nothing panics; one that is replayed
//! reads back as it is printed, and says no more than what it shows.
#![no_main]

use libfuzzer_sys::fuzz_target;
use slidewise::unstable::replay::{Certificate, replay};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(certificate) = serde_json::from_slice::<Certificate>(bytes) {
        judge(&certificate);
        // Behind a wrong fingerprint nothing is looked at: give it the right one.
        if let Err(fault) = replay(&certificate) {
            let told = fault.to_string();
            if let Some(hash) = told
                .strip_prefix("the fingerprint of its definition is ")
                .and_then(|rest| rest.get(..64))
            {
                judge(&Certificate {
                    fingerprint: hash.to_owned(),
                    ..certificate
                });
            }
        }
    }
});

fn judge(certificate: &Certificate) {
    let Ok(replayed) = replay(certificate) else {
        return;
    };
    assert_eq!(replayed.moves, certificate.moves);
    assert!(!certificate.solves || replayed.from_start && replayed.at_goal);
    let printed = serde_json::to_vec(certificate).expect("it is plain data");
    let again: Certificate = serde_json::from_slice(&printed).expect("it reads back");
    assert_eq!(&again, certificate);
    assert_eq!(replay(&again), Ok(replayed));
}
