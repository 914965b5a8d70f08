// The worker of the engine: loads the WebAssembly and passes requests to it, one after the other.

/** The most memory of an exploration in bytes; an address of the engine has 32 bits. */
const MEMORY = 1.5 * 2 ** 30;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

async function load() {
  const imports = {
    host: {
      now: () => performance.now(),
      random: () => Math.random(),
      report: (at, length) => postMessage({ report: text(exports, at, length) }),
      fail: (at, length) => console.error(text(exports, at, length)),
    },
  };
  const file = await fetch(new URL("engine.wasm", import.meta.url));
  const { instance } = await WebAssembly.instantiate(await file.arrayBuffer(), imports);
  const { exports } = instance;
  exports.slidewise_start(MEMORY);
  return exports;
}

const bytes = ({ memory }, at, length) => new Uint8Array(memory.buffer, at, length);
const text = (engine, at, length) => decoder.decode(bytes(engine, at, length));

function answer(engine, path, body) {
  const [first, second] = [encoder.encode(path), encoder.encode(body ?? "")];
  const at = engine.slidewise_allocate(first.length + second.length);
  bytes(engine, at, first.length).set(first);
  bytes(engine, at + first.length, second.length).set(second);
  const status = engine.slidewise_answer(first.length, body !== null);
  return {
    status,
    kind: text(engine, engine.slidewise_kind(), engine.slidewise_kind_length()),
    body: bytes(engine, engine.slidewise_body(), engine.slidewise_body_length()).slice(),
  };
}

let loading = load();

/** The reply where the engine has ended in the middle: another one takes its place. */
function ended() {
  loading = load();
  const error = { error: "the engine has stopped, most likely for lack of memory",
    hint: "take a smaller puzzle; the command `slidewise explore` takes larger ones" };
  return { status: 500, kind: "application/json", body: encoder.encode(JSON.stringify(error)) };
}

onmessage = async ({ data: { id, path, body } }) => {
  const engine = await loading;
  let reply;
  try {
    reply = answer(engine, path, body);
  } catch {
    reply = ended();
  }
  postMessage({ id, ...reply }, [reply.body.buffer]);
};
