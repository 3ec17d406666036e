#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on the compiled bytecode is kept between runs.
module.enableCompileCache?.();
// Deprecations are for the authors of packages, not for readers of a terminal.
process.noDeprecation = true;
const { main } = await import('../lib/cli.js');
await main(process.argv);
