//! The layout of a state graph, kept in a file beside the searches.

use crate::{Cause, Keep, Numbered, Problem, Reuse};
use slidewise_analysis::Component;
use slidewise_layout::{GraphLayout, LayoutGraph, LayoutRequest, VertexPlace};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::human_bytes;
use slidewise_store::{open_kept_file, read_kept_file};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The first bytes of a file, with the version of the format.
const MAGIC: &[u8; 8] = b"SWLAYT\x00\x01";
/// Bytes of an edge while its graph is laid out: the pair itself, and two entries of the graph.
const EDGE_BYTES: u64 = 16;

impl Numbered {
    /// Places the positions of the component of Start, in the order of its vertices; `None` if
    /// `tell` or the explorer's stop token ends it.
    ///
    /// The root and the threads of the request are ignored: the root is Start, and the threads are
    /// those of the explorer. The layout is kept in a file beside the searches, if searches are
    /// kept, and read from there the next time. A file that is damaged is made again, and a layout
    /// that cannot be kept is only given.
    ///
    /// # Errors
    /// If the layout needs more memory than allowed.
    pub fn layout(
        &self,
        component: &Component,
        request: LayoutRequest,
        tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Option<GraphLayout>, Problem> {
        let order = component.vertices.len();
        let found = component
            .vertices
            .binary_search_by_key(&self.start(), |own| own.index);
        let request = LayoutRequest {
            root: found.unwrap_or(0) as u32,
            ..request
        };
        let path = self.layout_path(&request);
        if self.explorer.reuse != Reuse::Nothing
            && let Some(path) = &path
            && let Some(places) = read(path, order, &self.graph.layout())
        {
            return Ok(Some(GraphLayout {
                kind: request.kind,
                dimensions: request.dimensions,
                places,
            }));
        }
        let layout = self.layout_of_part((order, &component.edges), request, tell)?;
        if let (Some(path), Some(layout)) = (&path, &layout) {
            // A layout that cannot be kept, as on a read-only disk, is made again the next time.
            let _ = write(path, &layout.places, &self.graph.layout());
        }
        Ok(layout)
    }

    /// Places the vertices of a connected part of the graph, given by their number and the edges;
    /// `None` if `tell` or the explorer's stop token ends it. Nothing is kept.
    ///
    /// # Errors
    /// If the layout needs more memory than allowed.
    pub fn layout_of_part(
        &self,
        (order, edges): (usize, &[(u32, u32)]),
        request: LayoutRequest,
        tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Option<GraphLayout>, Problem> {
        let request = LayoutRequest {
            threads: self.explorer.thread_count(),
            ..request
        };
        if let Some(limit) = self.explorer.memory_limit() {
            check_layout_fits(&request, (order, edges.len()), limit)?;
        }
        let tell = &mut |done: usize, all: usize| {
            if self.explorer.is_stopped() {
                ControlFlow::Break(())
            } else {
                tell(done, all)
            }
        };
        Ok(GraphLayout::of(
            &LayoutGraph::new(order, edges),
            &request,
            tell,
        ))
    }

    /// Where a layout is kept; `None` if nothing outlives this run.
    fn layout_path(&self, request: &LayoutRequest) -> Option<PathBuf> {
        let Keep::Folder(folder) = &self.explorer.keep else {
            return None;
        };
        let [search, _] = self.explorer.store_names(SearchOrigin::Start);
        let name = format!(
            "{search}.layout-{}-{}-{}",
            request.kind.name(),
            request.dimensions,
            request.seed
        );
        Some(folder.join(name))
    }
}

/// Refuses a layout of these numbers of vertices and edges that needs more memory than `limit`.
///
/// # Errors
/// If it does.
pub fn check_layout_fits(
    request: &LayoutRequest,
    (order, edges): (usize, usize),
    limit: u64,
) -> Result<(), Problem> {
    let needed = request.memory(order) + EDGE_BYTES * edges as u64;
    if needed <= limit {
        return Ok(());
    }
    Err(Problem::new(
        Cause::OutOfMemory {
            needed: Some(needed),
            allowed: Some(limit),
        },
        format!(
            "the layout needs {} of memory, and the limit is {}",
            human_bytes(needed),
            human_bytes(limit)
        ),
        "allow more with --memory, or lay out a part",
    ))
}

/// Reads the places of a layout; `None` if there are none for this number of positions.
fn read(path: &Path, order: usize, numbering: &str) -> Option<Vec<VertexPlace>> {
    let mut file = read_kept_file(path).ok()??;
    let mut bytes = Vec::new();
    let length = MAGIC.len() + order * size_of::<VertexPlace>() + 4;
    let most = length as u64 + 1;
    (&mut file).take(most).read_to_end(&mut bytes).ok()?;
    if bytes.len() != length || !bytes.starts_with(MAGIC) {
        return None;
    }
    let (body, sum) = bytes.split_at(length - 4);
    if checksum(numbering, body).to_le_bytes() != sum {
        return None;
    }
    let numbers = body[MAGIC.len()..].chunks_exact(4);
    let numbers: Vec<f32> = numbers
        .map(|own| f32::from_le_bytes([own[0], own[1], own[2], own[3]]))
        .collect();
    let places = numbers.chunks_exact(3);
    Some(places.map(|own| [own[0], own[1], own[2]]).collect())
}

/// The checksum of a file, over the names of the numbering too: places are in its order.
fn checksum(numbering: &str, bytes: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(numbering.as_bytes());
    sum.update(bytes);
    sum.finalize()
}

fn write(path: &Path, places: &[VertexPlace], numbering: &str) -> io::Result<()> {
    let mut bytes = MAGIC.to_vec();
    for own in places.iter().flatten() {
        bytes.extend(own.to_le_bytes());
    }
    bytes.extend(checksum(numbering, &bytes).to_le_bytes());
    let mut file = open_kept_file(path).map_err(io::Error::other)?;
    file.set_len(0)?;
    file.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Explorer;
    use slidewise_layout::LayoutKind;
    use slidewise_puzzle::Puzzle;
    use std::fs;

    #[test]
    fn layouts_are_kept_and_a_damaged_one_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = Puzzle::open("tiles:2x3").unwrap();
        let numbered = |keep| Explorer::new(&puzzle).keep(keep).number().unwrap();
        let laid_out = |keep, tell: &mut dyn FnMut(usize, usize) -> ControlFlow<()>| {
            let numbered = numbered(keep);
            let (graph, start) = (&numbered.graph, numbered.start());
            let component = Component::of(graph, start, None, (1000, true)).unwrap();
            let request = LayoutRequest::new(LayoutKind::Distances, 0);
            numbered.layout(&component.unwrap(), request, tell).unwrap()
        };
        let go_on = &mut |_: usize, _: usize| ControlFlow::Continue(());
        let end = &mut |_: usize, _: usize| ControlFlow::Break(());
        let kept = || Keep::Folder(folder.path().to_owned());
        let first = laid_out(kept(), go_on).unwrap();
        assert_eq!(first.places.len(), 360);
        // What is kept needs no steps.
        assert_eq!(laid_out(kept(), end), Some(first.clone()));
        let files: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        let [Ok(file)] = &files[..] else {
            panic!("{files:?}");
        };
        let bytes = fs::read(file.path()).unwrap();
        for damage in [0, 100, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[damage] ^= 1;
            fs::write(file.path(), &damaged).unwrap();
            assert_eq!(laid_out(kept(), end), None, "byte {damage}");
        }
        fs::write(file.path(), &bytes[..99]).unwrap();
        assert_eq!(laid_out(kept(), go_on), Some(first.clone()));
        assert_eq!(fs::read(file.path()).unwrap(), bytes);
        // Where nothing can be kept, the layout is the same.
        let missing = Keep::Folder(folder.path().join("missing"));
        assert_eq!(laid_out(missing, go_on), Some(first.clone()));
        let passing = Keep::Scratch(folder.path().to_owned());
        assert_eq!(laid_out(passing, end), None);
        assert_eq!(laid_out(Keep::Memory, go_on), Some(first));
    }
}
