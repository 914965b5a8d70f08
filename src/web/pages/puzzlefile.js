// Converts a puzzle file between text and the editor's model. The server checks it for errors.

const MARKS = [".", "#", "_"];
const list = (value) => (Array.isArray(value) ? value.map(String) : []);

const isText = (value) => typeof value === "string";
const areTexts = (value) => Array.isArray(value) && value.every(isText);
const isTable = (value, isOwn) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isOwn);
const isPlain = (value) => ["string", "number", "boolean"].includes(typeof value);
/** Keys that say how a puzzle is named, counted and drawn; the editor keeps them as they are. */
const PRESENTATION = ["author", "names", "metric", "published", "shortest", "exit", "colours", "labels"];
const isGoal = (value) => isTable(value, isText) && Object.keys(value).join() === "board";
/** Lists the texts of the goals in a TOML table that `isHeld` accepts. */
const goalsOf = ({ goal }) => (isText(goal) ? [goal] : (goal ?? []).map((own) => own.board));
/** For each key of a puzzle file, a function that says whether the editor's model supports a value. */
const HELD = {
  title: isText, family: isText, source: isText, start: isText,
  units: areTexts, horizontal: areTexts, vertical: areTexts, fixed: areTexts,
  distinct: (value) => typeof value === "boolean" || areTexts(value),
  alike: (value) => Array.isArray(value) && value.every(areTexts),
  goal: (value) => isText(value) || (Array.isArray(value) && value.every(isGoal)),
  rule: (value) => Array.isArray(value) && value.every((rule) => isTable(rule, (own) => isText(own) || areTexts(own))),
  gates: (value) => isTable(value, areTexts),
  spelling: (value) => isTable(value, (own) => isText(own) || areTexts(own)),
  author: isText,
  names: areTexts,
  metric: isText,
  published: (value) => isTable(value, isPlain),
  shortest: (value) => isTable(value, isPlain),
  exit: (value) => isText(value) || areTexts(value),
  colours: (value) => isTable(value, isText),
  labels: (value) => isTable(value, isText),
};

/** Says whether the editor's model supports everything in a TOML table, so that writing the table
 * back loses nothing. */
export function isHeld(table) {
  if (!Object.entries(table).every(([key, value]) => HELD[key]?.(value))) return false;
  return [table.start ?? "", ...goalsOf(table)].every((own) => readBoard(own).length > 0);
}

/** Splits a board's text into rows of tokens. Tokens are single characters, unless a row has blanks
 * between them; in a board of one column each row is one token. */
export function readBoard(text) {
  const lines = String(text).replaceAll("\r", "").split("\n").map((line) => line.trimEnd());
  while (lines.length && lines[0].trim() === "") lines.shift();
  while (lines.length && lines.at(-1) === "") lines.pop();
  const hasBlanks = lines.some((line) => /\s/.test(line.trim()));
  const rows = lines.map((line) => (hasBlanks ? line.trim().split(/\s+/) : [...line.trim()]));
  const lengths = new Set(rows.map((row) => row.length));
  const isColumn = !hasBlanks && lengths.size > 1 && lengths.has(1) &&
    rows.every((row) => row.length === 1 || !row.some((token) => MARKS.includes(token)));
  if (isColumn) return rows.map((row) => [row.join("")]);
  const wide = Math.max(1, ...lengths);
  return rows.map((row) => [...row, ...Array(wide - row.length).fill(".")]);
}

/** Formats rows of tokens as the text of a board. */
export function writeBoard(rows) {
  const between = rows.some((row) => row.some((token) => [...token].length > 1)) ? " " : "";
  const wide = Math.max(...rows.flat().map((token) => [...token].length));
  return rows.map((row) =>
    row.map((token) => (between ? token.padStart(wide) : token)).join(between)).join("\n");
}

/** Converts a TOML table to the editor's model; boards become rows of tokens. */
export function fromTable(table) {
  return {
    title: String(table.title ?? ""),
    family: String(table.family ?? ""),
    source: String(table.source ?? ""),
    start: readBoard(table.start ?? ""),
    goals: goalsOf(table).map(readBoard),
    units: list(table.units),
    horizontal: list(table.horizontal),
    vertical: list(table.vertical),
    fixed: list(table.fixed),
    distinct: table.distinct === true ? true : list(table.distinct),
    alike: Array.isArray(table.alike) ? table.alike.map(list) : [],
    rules: Array.isArray(table.rule) ? table.rule.map((rule) => ({ ...rule })) : [],
    gates: Object.fromEntries(Object.entries(table.gates ?? {}).map(([token, own]) => [token, list(own)])),
    spelling: { ...(table.spelling ?? {}) },
    presentation: Object.fromEntries(PRESENTATION.filter((key) => key in table).map((key) => [key, table[key]])),
  };
}

const quoted = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");
const listed = (tokens) => `[${tokens.map(quoted).join(", ")}]`;
/** Formats a value of a key that the editor keeps; a table stands in braces. */
const kept = (value) => {
  if (Array.isArray(value)) return listed(value);
  if (typeof value !== "object") return isText(value) ? quoted(value) : String(value);
  return `{ ${Object.entries(value).map(([key, own]) => `${quoted(key)} = ${kept(own)}`).join(", ")} }`;
};
const board = (rows) => `"""\n${writeBoard(rows).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}\n"""`;

/** Formats the editor's model as the text of a puzzle file. */
export function toText(sheet) {
  const lines = [];
  for (const key of ["title", "family", "source"]) if (sheet[key]) lines.push(`${key} = ${quoted(sheet[key])}`);
  for (const [key, value] of Object.entries(sheet.presentation ?? {})) lines.push(`${key} = ${kept(value)}`);
  lines.push(`start = ${board(sheet.start)}`);
  for (const key of ["units", "horizontal", "vertical", "fixed"]) {
    if (sheet[key].length) lines.push(`${key} = ${listed(sheet[key])}`);
  }
  if (sheet.distinct === true) lines.push("distinct = true");
  else if (sheet.distinct.length) lines.push(`distinct = ${listed(sheet.distinct)}`);
  if (sheet.alike.length) lines.push(`alike = [${sheet.alike.map(listed).join(", ")}]`);
  if (sheet.goals.length === 1) lines.push(`goal = ${board(sheet.goals[0])}`);
  for (const [table, own] of [["gates", sheet.gates], ["spelling", sheet.spelling]]) {
    if (Object.keys(own).length === 0) continue;
    lines.push("", `[${table}]`);
    for (const [token, value] of Object.entries(own)) {
      lines.push(`${quoted(token)} = ${Array.isArray(value) ? listed(value) : quoted(String(value))}`);
    }
  }
  for (const rule of sheet.rules) {
    lines.push("", "[[rule]]");
    for (const [key, value] of Object.entries(rule)) {
      lines.push(`${key} = ${Array.isArray(value) ? listed(value.map(String)) : quoted(String(value))}`);
    }
  }
  if (sheet.goals.length > 1) {
    for (const goal of sheet.goals) lines.push("", "[[goal]]", `board = ${board(goal)}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Lists all tokens of the editor's model, whether on the Start board or in a list of tokens. */
export const tokensTold = (sheet) => [...new Set([...tokensOf(sheet.start), ...sheet.units, ...sheet.horizontal, ...sheet.vertical,
  ...sheet.fixed, ...(sheet.distinct === true ? [] : sheet.distinct), ...sheet.alike.flat(), ...Object.keys(sheet.gates)])];

/** Lists the tokens of pieces and gates on a board, in reading order. */
export const tokensOf = (rows) => [...new Set(rows.flat().filter((token) => !MARKS.includes(token)))];
