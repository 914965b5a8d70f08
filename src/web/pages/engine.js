// Answers from the engine in this browser, which works in a worker: the page never waits for it.

/** What only a server can do. */
export const offers = { plot: false, page: false };
/** Why a request was not answered at all. */
export const silence = { error: "the engine of this page could not be loaded", hint: "load the page again" };

/** Time after which a request for long work is answered by its progress, in milliseconds. */
const SOON = 250;
/** The requests that the site holds as files. */
const FILES = { "/api/catalogue": "data/catalogue.json", "/api/start": "data/start.json", "/api/levels": "data/levels.json" };
/** The requests for long work, and the word for its id. */
const LONG = { "/api/explore": "exploration", "/api/hardest": "design" };

let worker = null;
let asked = 0;
/** The requests that the worker has not answered, by their number. */
const waiting = new Map();
/** The long work that was begun last: its id, its number, its last progress. */
let job = null;

const response = (status, record) =>
  new Response(JSON.stringify(record), { status, headers: { "Content-Type": "application/json" } });

// The service worker keeps the site for visits without a network; where there is none, nothing is kept.
navigator.serviceWorker?.register("serviceworker.js").catch(() => {});

function begin() {
  worker = new Worker(new URL("engineworker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.report !== undefined) {
      if (job && !job.isStopped) job.progress = { ...JSON.parse(data.report), [job.word]: job.id };
      return;
    }
    const { id, status, kind, body } = data;
    waiting.get(id)?.(new Response(body, { status, headers: { "Content-Type": kind } }));
    waiting.delete(id);
  };
  worker.onerror = () => end(500, "the engine of this page could not be loaded");
}

/** Ends the worker; what it has not answered is answered by an error. */
function end(status, error) {
  worker?.terminate();
  worker = null;
  const unanswered = [...waiting.values()];
  waiting.clear();
  for (const answer of unanswered) answer(response(status, { error, hint: "load the page again, or take a smaller puzzle" }));
}

function put(path, body) {
  if (worker === null) begin();
  asked += 1;
  const id = asked;
  worker.postMessage({ id, path, body: body === undefined ? null : JSON.stringify(body) });
  return new Promise((answer) => waiting.set(id, answer));
}

/** Begins long work; answered by its end if that comes soon, else by its progress. */
async function work(path, body) {
  const word = LONG[path];
  const own = { word, id: `${word}-${asked + 1}`, progress: { [word]: null, state: word === "design" ? "searching" : "numbering",
    percent: 0, generation: 0, found: "0", generations: [], seconds: 0 } };
  own.progress[word] = own.id;
  job = own;
  const end = put(path, body).then(async (answer) => {
    if (!own.isStopped) Object.assign(own, { status: answer.status, progress: { ...await answer.json(), [word]: own.id } });
    return response(answer.status, own.progress);
  });
  const soon = new Promise((done) => setTimeout(() => done(null), SOON));
  return await Promise.race([end, soon]) ?? response(202, own.progress);
}

/** The progress of long work, or its end after a stop. */
function progress(id, isStop) {
  if (job?.id !== id) return response(404, { error: "this work has been forgotten", hint: "begin it again" });
  const isUnderWay = ["waiting", "numbering", "exploring", "searching"].includes(job.progress.state ?? "");
  if (isStop && isUnderWay) {
    Object.assign(job.progress, { state: "stopped", can_begin: true, error: "the search was stopped", hint: "begin it again" });
    job.isStopped = true;
    end(409, "the engine was stopped");
  }
  return response(job.status ?? 200, job.progress);
}

/** Puts a request to the engine, or to the files of the site; returns the response. */
export async function request(path, body) {
  if (body === undefined && FILES[path]) return fetch(FILES[path]);
  const [, , kind, id, stop] = path.split("/");
  if (kind === "explorations" || kind === "designs") return progress(id, stop === "stop");
  return LONG[path] ? work(path, body) : put(path, body);
}
