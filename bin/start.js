// Starts the command line, once Node is known to be new enough.
import module from 'node:module';

// From Node 22 on the compiled bytecode is kept between runs. Other threads take the folder from the environment.
const kept = module.enableCompileCache?.();
if (kept?.directory) process.env.NODE_COMPILE_CACHE ??= kept.directory;
// Deprecations are for the authors of packages, not for readers of a terminal.
process.noDeprecation = true;
const { main } = await import('../lib/cli.js');
await main(process.argv);
