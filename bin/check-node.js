// Ends with one line where Node is too old to run the program. It has no import and the syntax of 2015, because old versions
// of Node read it too.
(() => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(
    `error Node ${process.versions.node} is too old\n  → install Node 20.19 or newer; 24 is recommended: https://nodejs.org/en/download\n`,
  );
  process.exit(1);
})();
