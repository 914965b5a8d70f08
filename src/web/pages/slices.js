// Long work over arrays in slices, between which the page goes on.

/** Time of a slice in milliseconds, and the number of items between two looks at the clock. */
const [SLICE, LOOK] = [10, 8192];

export const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

/** Calls `work(from, to)` for successive parts of the numbers below `count`; ends before where
 * `isWanted` says no, and returns whether all is done. */
export async function inSlices(count, work, isWanted = () => true) {
  let begun = performance.now();
  for (let from = 0; from < count; from += LOOK) {
    work(from, Math.min(count, from + LOOK));
    if (performance.now() - begun < SLICE) continue;
    await nextFrame();
    if (!isWanted()) return false;
    begun = performance.now();
  }
  return true;
}

/** A source of random numbers that is the same each time: xorshift, with 32 bits. */
export function randomBelow(seed) {
  let state = seed;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

/** Puts items of `width` numbers in a random order, in slices. */
export function shuffled(items, width, isWanted) {
  const count = items.length / width;
  const random = randomBelow(0x9e3779b9);
  return inSlices(count, (from, to) => {
    for (let own = from; own < to; own += 1) {
      const [at, other] = [own * width, random(own + 1) * width];
      for (let part = 0; part < width; part += 1) {
        const kept = items[at + part];
        items[at + part] = items[other + part];
        items[other + part] = kept;
      }
    }
  }, isWanted);
}
