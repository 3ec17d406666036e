#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on the compiled bytecode is kept between runs.
module.enableCompileCache?.();
const { main } = await import('../lib/cli.js');
await main(process.argv);
