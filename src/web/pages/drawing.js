// The message in which a page receives a state graph with places.

import { inflate } from "./book.js";

/** Reads a message: the length of the header, the header, and compressed the places of the points, the
 * edges, and for a level the distances and the records of its positions. `drawn` has the edges that the
 * layout shows: a tree shows its own alone. */
export async function unpacked(message) {
  const size = new DataView(message).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(message, 4, size)));
  const { buffer } = await inflate(new Uint8Array(message, 4 + size));
  const { count, dimensions, layout, length, tree_edges: branches } = header;
  const places = new Float32Array(buffer, 0, dimensions * count);
  const edges = new Uint32Array(buffer, places.byteLength, 2 * header.edges);
  const drawn = layout === "tree" ? edges.subarray(0, 2 * branches) : edges;
  const graph = { count, dimensions, layout, places, edges, drawn };
  if (length === 0) return graph;
  const words = new Uint16Array(buffer, places.byteLength + edges.byteLength);
  const columns = { start: words.subarray(0, count), goal: words.subarray(count, 2 * count) };
  return { ...graph, columns, length, records: words.subarray(2 * count) };
}
