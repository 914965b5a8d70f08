//! `Packet`: a block of bytes for one process, as timely dataflow carries it.

use std::io::Write;
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::container::ContainerBuilder;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// A block of bytes for one process; one record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packet {
    /// The process that it is for.
    pub to: usize,
    /// `None` once the block is taken.
    pub block: Option<Vec<u8>>,
}

impl Accountable for Packet {
    fn record_count(&self) -> i64 {
        i64::from(self.block.is_some())
    }
}

impl ContainerBytes for Packet {
    fn from_bytes(bytes: Bytes) -> Packet {
        // The length stands in front, as what follows the block fills up to a multiple of eight.
        let (length, rest) = bytes.split_at(8);
        let length = u64::from_le_bytes(length.try_into().expect("eight bytes were split off"));
        Packet {
            to: 0,
            block: Some(rest[..length as usize].to_vec()),
        }
    }

    fn length_in_bytes(&self) -> usize {
        8 + self.block.as_ref().map_or(0, Vec::len).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let block = self.block.as_deref().unwrap_or_default();
        let filling = block.len().next_multiple_of(8) - block.len();
        for part in [
            &(block.len() as u64).to_le_bytes()[..],
            block,
            &[0; 8][..filling],
        ] {
            writer.write_all(part).expect("the buffer has this length");
        }
    }
}

/// Builds nothing: packets are sent as they are.
#[derive(Debug, Default)]
pub(crate) struct NoBuilder;

impl ContainerBuilder for NoBuilder {
    type Container = Packet;

    fn extract(&mut self) -> Option<&mut Packet> {
        None
    }

    fn finish(&mut self) -> Option<&mut Packet> {
        None
    }
}

/// Brings each packet to its process.
#[derive(Debug)]
pub(crate) struct ToProcess;

impl Distributor<Packet> for ToProcess {
    fn partition<T: Clone, P: Push<Message<T, Packet>>>(
        &mut self,
        packet: &mut Packet,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = packet.to;
        Message::push_at(packet, stamp.clone(), &mut pushers[to]);
        *packet = Packet::default();
    }

    fn flush<T: Clone, P: Push<Message<T, Packet>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}
