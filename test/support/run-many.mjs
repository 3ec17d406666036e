// Runs commands of the compiled program in this process, one for each message; a parent ends it where one does not end.
const { runProgram } = await import('../../lib/cli.js');

process.on('message', async (args) => {
  const said = { stdout: '', stderr: '' };
  const stream = (name) => ({
    write: (text) => {
      said[name] += text;
    },
  });
  const code = await runProgram(['node', 'articles', ...args], {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env: { NO_COLOR: '1' },
  });
  process.send({ code, ...said });
});
process.send('ready');
