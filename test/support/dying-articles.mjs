#!/usr/bin/env node
// Takes the place of node_modules/.bin/articles: runs the real program and notes its builds in `builds` beside this link. The
// build of part N is killed once, while it works, if `kill-N` is there.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [, link, ...args] = process.argv;
const folder = dirname(link);
const program = join(realpathSync(link), '../../../bin/articles.js');
const part = process.env.SLURM_ARRAY_TASK_ID ?? process.env.JOB_COMPLETION_INDEX;
const order = join(folder, `kill-${part}`);
const isDoomed = existsSync(order);

if (!args.includes('--inputs')) appendFileSync(join(folder, 'builds'), `${args.join(' ')}\n`);
const child = spawn(process.execPath, [program, ...args], {
  stdio: ['ignore', 'inherit', isDoomed ? 'pipe' : 'inherit'],
});
child.stderr?.once('data', () => {
  rmSync(order);
  child.kill('SIGKILL');
});
child.on('exit', (code) => {
  process.exitCode = code ?? 137;
});
