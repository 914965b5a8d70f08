// The forms of the editor: the table of the pieces, and the rules as sentences with fields.

import { counted, make } from "./ask.js";
import { tokensOf, tokensTold } from "./puzzlefile.js";

const byId = (id) => document.getElementById(id);

function toggle(tokens, token, isIn) {
  const rest = tokens.filter((own) => own !== token);
  return isIn ? [...rest, token] : rest;
}

/** Draws the table of the pieces of a sheet; `colourOf` gives the class of a token's colour, and `wrote` is called
 * after each change. */
export function drawPieces(sheet, colourOf, wrote) {
  const tokens = tokensTold(sheet);
  const choice = (label, value, options, chosen) => {
    const select = make("select", { "aria-label": label },
      ...options.map(([own, words]) => make("option", { value: own, selected: own === value }, words)));
    select.addEventListener("change", () => { chosen(select.value); wrote(); });
    return select;
  };
  const rows = tokens.map((token) => {
    const cells = sheet.start.flat().filter((own) => own === token).length;
    const gate = sheet.gates[token];
    const way = gate ? "gate" : ["fixed", "horizontal", "vertical"].find((key) => sheet[key].includes(token)) ?? "free";
    const ways = choice(`how ${token} moves`, way,
      [["free", "any way"], ["horizontal", "left and right"], ["vertical", "up and down"], ["fixed", "never"], ["gate", "is a gate"]],
      (value) => {
        for (const key of ["fixed", "horizontal", "vertical"]) sheet[key] = toggle(sheet[key], token, key === value);
        delete sheet.gates[token];
        if (value === "gate") sheet.gates[token] = [];
      });
    const group = sheet.alike.findIndex((own) => own.includes(token));
    const look = sheet.distinct === true || sheet.distinct.includes(token) ? "distinct" : group >= 0 ? String(group) : "shape";
    const groups = sheet.alike.map((own, number) => [String(number), `alike: ${own.join(" ")}`]);
    const looks = choice(`which pieces look like ${token}`, look,
      [["shape", "like others of its shape"], ["distinct", "distinct"], ...groups, ["new", "a new group"]],
      (value) => {
        sheet.distinct = sheet.distinct === true ? tokensOf(sheet.start) : sheet.distinct;
        sheet.distinct = toggle(sheet.distinct, token, value === "distinct");
        sheet.alike = sheet.alike.map((own) => own.filter((other) => other !== token));
        if (value === "new") sheet.alike.push([token]);
        else if (/^\d+$/.test(value)) sheet.alike[Number(value)].push(token);
        sheet.alike = sheet.alike.filter((own) => own.length > 0);
      });
    const units = make("input", { type: "checkbox", checked: sheet.units.includes(token), "aria-label": `each cell of ${token} is a piece` });
    units.addEventListener("change", () => { sheet.units = toggle(sheet.units, token, units.checked); wrote(); });
    const detail = gate ? words(`pieces that may stand on ${token}`, gate, (own) => { sheet.gates[token] = own; }, wrote) : looks;
    return make("tr", {},
      make("th", { scope: "row" }, make("span", { class: `swatch${colourOf(token)}` }, token)),
      make("td", {}, counted(cells, "cell")),
      make("td", {}, ways),
      make("td", {}, detail),
      make("td", {}, (cells > 1 || units.checked) && !gate ? make("label", {}, units, " yes") : ""));
  });
  const head = make("tr", {}, ...["piece", "", "moves", "looks", "single cells"].map((name) => make("th", { scope: "col" }, name)));
  byId("pieces").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  byId("distinct-all").checked = sheet.distinct === true;
}

/** Creates an input for tokens, which are separated by blanks. */
function words(label, tokens, chosen, wrote) {
  const field = make("input", { value: list(tokens).join(" "), "aria-label": label, placeholder: "letters, such as A B", size: 10 });
  field.addEventListener("change", () => { chosen(field.value.split(/[\s,]+/).filter(Boolean)); wrote(); });
  return field;
}

const list = (value) => (Array.isArray(value) ? value : value === undefined ? [] : [String(value)]);

/** Two pieces that touch nowhere on Start, so that a rule about them holds there; the first two
 * if there are none. */
export function piecesApart(rows) {
  const tokens = tokensOf(rows);
  const near = [-1, 0, 1];
  const hasBeside = (y, x, other) => near.some((down) => near.some((right) => rows[y + down]?.[x + right] === other));
  const touch = (one, other) => rows.some((row, y) => row.some((token, x) => token === one && hasBeside(y, x, other)));
  const pairs = tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => [one, other]));
  return pairs.find(([one, other]) => !touch(one, other)) ?? tokens.slice(0, 2);
}

/** Draws the rules of a sheet as sentences with fields; `wrote` is called after each change. */
export function drawRules(sheet, wrote) {
  byId("rules").replaceChildren(...sheet.rules.map((rule, number) => {
    const drop = make("button", { type: "button", "aria-label": "remove this rule", onclick: () => { sheet.rules.splice(number, 1); wrote(); } }, "✕");
    const text = (label, key) => {
      const field = make("input", { value: rule[key] ?? "", "aria-label": label, size: 8 });
      field.addEventListener("change", () => { rule[key] = field.value; wrote(); });
      return field;
    };
    if (rule.never === "adjacent") {
      return make("p", { class: "rule" }, "No two of ", words("pieces", rule.pieces, (own) => { rule.pieces = own; }, wrote), " are ever adjacent. ", drop);
    }
    const way = make("select", { "aria-label": "direction" }, ...["up", "down", "left", "right"].map((own) =>
      make("option", { selected: rule.toward === own }, own)));
    way.addEventListener("change", () => { rule.toward = way.value; wrote(); });
    return make("p", { class: "rule" }, "The piece ", text("piece", "piece"), " is never seen from ", text("from", "from"),
      " looking ", way, " except behind ", words("shields", rule.shields, (own) => { rule.shields = own; }, wrote), ". ", drop);
  }));
}
