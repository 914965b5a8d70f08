// The page for a wrong address stands for `puzzle/NAME` too on a host of files, and leads on.

const [before, name] = location.pathname.split("/puzzle/");
if (name) location.replace(`${before}/puzzle.html?name=${name}`);
