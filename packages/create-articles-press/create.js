#!/usr/bin/env node
// `npm create articles-press DIR`: runs `articles init` of the package with the same version.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const manifest = createRequire(import.meta.url).resolve('articles-press/package.json');
const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
const program = join(dirname(manifest), bin.articles);
const { status } = spawnSync(process.execPath, [program, 'init', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
