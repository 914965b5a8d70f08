// The catalogue: all built-in puzzles by family, searched, filtered and sorted as the address says.

import { counted, get, make, writeAddress } from "./ask.js";
import { recordOf } from "./ending.js";
import { startHero } from "./hero.js";

const byId = (id) => document.getElementById(id);
/** The families that come first. */
const FIRST = ["Classics", "Walker's puzzles", "Klotski (Huarong Dao)", "Rush Hour"];
/** Least number of moves of each difficulty. */
const GRADES = [["gentle", 0], ["medium", 20], ["hard", 50], ["very hard", 100]];
const FIELDS = ["search", "family", "grade", "sort"];
/** Number of cards that are added as the page is scrolled. */
const AT_ONCE = 24;
/** The boards of numbers, which are puzzles of any size. */
const TILES = [[3, 3], [4, 4], [5, 5], [2, 4], [3, 4], [3, 5]].map(([rows, columns]) => {
  const title = `${rows * columns - 1} puzzle`;
  return { name: `tiles:${rows}x${columns}`, title: `${title}, ${rows} by ${columns}`, names: [title, "numbered tiles"],
    family: "Numbered tiles", rows, columns, cells: rows * columns, metric: "step", shortest: {}, published: null };
});

const lengthOf = (puzzle) => puzzle.shortest[puzzle.metric ?? "step"] ?? puzzle.published?.moves ?? null;
const gradeOf = (length) => (length === null ? -1 : GRADES.findLastIndex(([, least]) => length >= least));
const order = (family) => (FIRST.includes(family) ? FIRST.indexOf(family) : FIRST.length);

const SORTS = {
  family: (a, b) => order(a.family) - order(b.family) || String(a.family).localeCompare(b.family),
  moves: (a, b) => (lengthOf(a) ?? Infinity) - (lengthOf(b) ?? Infinity),
  hardest: (a, b) => (lengthOf(b) ?? -1) - (lengthOf(a) ?? -1),
  size: (a, b) => a.cells - b.cells,
  title: (a, b) => a.title.localeCompare(b.title),
};

/** The length, as people count this puzzle. */
function length(puzzle) {
  const known = lengthOf(puzzle);
  return known === null ? "" : counted(known, puzzle.metric ?? "step");
}

/** Makes letters small and takes their accents away. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a card that the search finds, and the name. */
const textOf = (puzzle) => plain([puzzle.name, puzzle.title, ...puzzle.names, puzzle.family, length(puzzle),
  GRADES[gradeOf(lengthOf(puzzle))]?.[0], `${puzzle.rows}x${puzzle.columns}`].join(" "));

/** The published figure, where it differs from the shortest. */
function published({ published: own, shortest }) {
  if (!own || own.moves === shortest[own.metric]) return "";
  return `, published ${own.moves}`;
}

/** A picture of a puzzle; that of a board of numbers is drawn here. */
function thumbnail(puzzle) {
  const { name, rows, columns } = puzzle;
  if (!name.startsWith("tiles:")) {
    return make("img", { src: `thumbnails/${name}.svg`, alt: "", loading: "lazy", width: 120, height: 120 });
  }
  const shape = (kind, attributes, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(text);
    return element;
  };
  const svg = shape("svg", { viewBox: `0 0 ${columns * 10} ${rows * 10}`, class: "tiles", "aria-hidden": "true" });
  for (let at = 1; at < rows * columns; at += 1) {
    const [row, column] = [Math.floor((at - 1) / columns), (at - 1) % columns];
    svg.append(shape("rect", { x: column * 10 + 0.5, y: row * 10 + 0.5, width: 9, height: 9, rx: 1 }),
      shape("text", { x: column * 10 + 5, y: row * 10 + 6.6 }, String(at)));
  }
  return svg;
}

function card(puzzle) {
  const address = `puzzle.html${writeAddress({ name: puzzle.name })}`;
  const grade = gradeOf(lengthOf(puzzle));
  const metric = puzzle.metric ?? "step";
  const record = recordOf({ puzzle, metric, first: "start" });
  return make("li", {},
    make("a", { class: "card", href: address },
      thumbnail(puzzle),
      make("span", { class: "title" }, puzzle.title),
      make("span", { class: "quiet" }, [`${puzzle.rows} × ${puzzle.columns}`, length(puzzle)].filter(Boolean).join(", ") + published(puzzle)),
      ...(grade < 0 ? [] : [make("span", { class: "grade" },
        make("span", { "aria-hidden": "true" }, "●".repeat(grade + 1) + "○".repeat(GRADES.length - 1 - grade)), ` ${GRADES[grade][0]}`)]),
      ...(record === null ? [] : [make("span", { class: "mark" }, `solved in ${record}`)])));
}

/** The card of a family, which leads to its puzzles. */
function familyCard(family, puzzles) {
  return make("li", {}, make("a", { class: "card", href: `./?family=${encodeURIComponent(family)}#list` },
    thumbnail(puzzles[0]),
    make("span", { class: "title" }, family),
    make("span", { class: "quiet" }, counted(puzzles.length, "puzzle"))));
}

/** A list of cards, to which more are added as the page is scrolled. */
function cards(puzzles) {
  const list = make("ul", { class: "cards" });
  let shown = 0;
  const add = () => {
    list.append(...puzzles.slice(shown, shown + AT_ONCE).map(card));
    shown += AT_ONCE;
    if (shown < puzzles.length) seen.observe(list.lastChild);
  };
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((own) => own.isIntersecting)) return;
    seen.disconnect();
    add();
  }, { rootMargin: "600px" });
  add();
  return list;
}

function section(family, puzzles) {
  return make("section", {}, make("h2", {}, family, make("small", {}, ` ${puzzles.length}`)), cards(puzzles));
}

/** How well a puzzle fits what is sought: a name that is it, boards of numbers before others, a name that begins with
 * it, all others. */
function fit(puzzle, sought) {
  const names = [puzzle.name, puzzle.title, ...puzzle.names].map(plain);
  if (names.includes(sought)) return puzzle.family === TILES[0].family ? 0 : 1;
  return names.some((own) => own.startsWith(sought)) ? 2 : 3;
}

function draw(all) {
  const sought = plain(byId("search").value).trim();
  const words = sought.replace(/(\d)\s*[×x]\s*(?=\d)/g, "$1x").split(/\s+/).filter(Boolean);
  const [family, grade, sort] = ["family", "grade", "sort"].map((id) => byId(id).value);
  const isShown = (puzzle) => (!family || puzzle.family === family)
    && (!grade || GRADES[gradeOf(lengthOf(puzzle))]?.[0] === grade)
    && words.every((word) => textOf(puzzle).includes(word));
  const shown = all.filter(isShown).sort(SORTS[sort] ?? SORTS.family);
  if (sought) shown.sort((a, b) => fit(a, sought) - fit(b, sought));
  byId("found").textContent = `${shown.length} of ${all.length} puzzles`;
  const families = [...new Set(shown.map((puzzle) => puzzle.family))];
  const of = (own) => shown.filter((puzzle) => puzzle.family === own);
  const isAll = !sought && !family && !grade && sort === "family";
  byId("puzzles").replaceChildren(...(isAll
    ? [make("ul", { class: "cards families" }, ...families.map((own) => familyCard(own, of(own))))]
    : sort === "family" && !sought ? families.map((own) => section(own, of(own))) : [cards(shown)]));
}

/** Reads the fields from the address. */
function read() {
  const asked = new URLSearchParams(location.search);
  for (const id of FIELDS) {
    const field = byId(id);
    const value = asked.get(id) ?? (id === "sort" ? "family" : "");
    const isOffered = !field.options || [...field.options].some((option) => option.value === value);
    field.value = isOffered ? value : field.options[0].value;
  }
}

/** Writes the fields into the address, so that it can be kept and sent. */
function write() {
  const asked = new URLSearchParams();
  for (const id of FIELDS) {
    const { value } = byId(id);
    if (value && !(id === "sort" && value === "family")) asked.set(id, value);
  }
  history.replaceState(null, "", asked.size ? `./?${asked}` : "./");
}

function openNamed(event) {
  event.preventDefault();
  const name = byId("named").value.trim();
  if (name) location.href = `puzzle.html${writeAddress({ name })}`;
}

async function main() {
  startHero().catch((refused) => {
    byId("trouble").textContent = `${refused.message}: ${refused.hint}`;
    byId("trouble").hidden = false;
  });
  byId("by-name").addEventListener("submit", openNamed);
  byId("grade").append(...GRADES.map(([grade]) => make("option", { value: grade }, grade)));
  try {
    const { puzzles: builtIn } = await get("/api/catalogue");
    const puzzles = [...builtIn, ...TILES];
    const families = [...new Set(puzzles.map((puzzle) => puzzle.family))].sort((a, b) => order(a) - order(b));
    byId("family").append(...families.map((family) => make("option", { value: family }, family)));
    read();
    byId("filters").open = ["family", "grade"].some((id) => byId(id).value !== "") || byId("sort").value !== "family";
    for (const id of FIELDS) {
      byId(id).addEventListener("input", () => {
        write();
        draw(puzzles);
      });
    }
    draw(puzzles);
    if (location.hash === "#list") byId("list").scrollIntoView();
  } catch (refused) {
    byId("found").textContent = `${refused.message}: ${refused.hint}`;
  }
}

main();
