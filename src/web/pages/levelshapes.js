// What a Sokoban level looks like. Each kind of square and thing has its own shape beside its colour,
// so that nobody has to tell colours apart.

const SVG = "http://www.w3.org/2000/svg";
/** Length of a square's side in the coordinates of a drawing. */
export const CELL = 64;

/** Creates an SVG element with attributes and children. */
export function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const tile = ([y, x]) => `M${x * CELL} ${y * CELL}h${CELL}v${CELL}h-${CELL}z`;

/** The joints of bricks. */
const joints = ([y, x]) =>
  `M${x * CELL} ${y * CELL}h64m-64 32h64m-32 -32v32m-32 0v32`;

function diamond([y, x], half) {
  const [right, down] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
  return `M${right} ${down - half}l${half} ${half}l-${half} ${half}l-${half} -${half}z`;
}

/** Two lines that cross in the middle of a square. */
function cross([y, x], half) {
  const [right, down] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
  return `M${right - half} ${down - half}l${2 * half} ${2 * half}m0 -${2 * half}l-${2 * half} ${2 * half}`;
}

/** Draws what never moves: floor, walls and goals. Small drawings go without the joints of bricks. */
export function ground(game, isSmall) {
  const squares = game.rows.flatMap((row, y) => row.map((_, x) => [y, x]));
  const walls = squares.filter((place) => game.isWall(...place));
  const floor = squares.filter((place) => !game.isWall(...place) && !game.isOutside(...place));
  const goals = squares.filter((place) => game.isGoal(...place));
  const path = (kind, places, shape) => draw("path", { class: kind, d: places.map((place) => shape(place)).join("") });
  return [
    path("floor", floor, tile),
    path("wall", walls, tile),
    ...(isSmall ? [] : [path("joints", walls, joints)]),
    path("goal", goals, (place) => diamond(place, 17)),
  ];
}

/** Draws the crosses on squares from which no box comes to a goal. */
export function crosses(squares) {
  return draw("path", { class: "dead", d: squares.map((place) => cross(place, 9)).join("") });
}

/** Draws an arrow from a square to the one beside it, `down` and `right` of it. */
export function arrow([y, x], [down, right]) {
  const [across, along] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
  const angle = { "0,1": 0, "1,0": 90, "0,-1": 180, "-1,0": 270 }[`${down},${right}`];
  const d = `M-14 0h${CELL + 8}m-20 -16l20 16l-20 16`;
  const line = (kind) => draw("path", { class: kind, d });
  return draw("g", { transform: `translate(${across} ${along}) rotate(${angle})` }, line("arrow-ground"), line("arrow"));
}

function box(place, isHome) {
  const [y, x] = place;
  const crate = draw("rect", {
    x: x * CELL + 8, y: y * CELL + 8, width: CELL - 16, height: CELL - 16, rx: 6,
    class: isHome ? "box home" : "box", "data-box": place.join(),
  });
  const mark = isHome ? draw("path", { class: "home-mark", d: diamond(place, 15) })
    : draw("path", { class: "box-mark", d: cross(place, 15) });
  return [crate, mark];
}

function player(place, isHome) {
  const [right, down] = [(place[1] + 0.5) * CELL, (place[0] + 0.5) * CELL];
  const body = draw("circle", { cx: right, cy: down, r: 22, class: "player", "data-player": place.join() });
  const eye = (side) => draw("circle", { cx: right + side, cy: down - 4, r: 5, class: "player-mark" });
  return [body, ...(isHome ? [draw("path", { class: "player-mark", d: diamond(place, 11) })] : [eye(-8), eye(8)])];
}

/** Draws what moves: the boxes and the player. */
export function things(game) {
  const drawn = [...game.boxes].map((place) => place.split(",").map(Number))
    .flatMap((place) => box(place, game.isGoal(...place)));
  // A level that is being drawn has no player at first.
  return game.player ? [...drawn, ...player(game.player, game.isGoal(...game.player))] : drawn;
}
