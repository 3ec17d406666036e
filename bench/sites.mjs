/**
 * Compares one `articles --sites build` with as many single builds of the same sites of one layer, all of them cold.
 *
 * node bench/sites.mjs [SITES] [ARTICLES]    20 sites of 500 articles unless told otherwise
 *
 * Prints processor seconds and the peak of memory of both, and their ratios. The sites have every feature, and each its own
 * articles. Processor time says the same on a busy machine, within some percent.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCorpus, SEED, writeFiles, writeSite } from './corpus.mjs';
import { measure } from './measure.mjs';

const [sites = 20, articles = 500] = process.argv.slice(2).map(Number);
const program = join(import.meta.dirname, '../bin/articles.js');
const work = mkdtempSync(join(tmpdir(), 'bench-sites-'));
const names = Array.from({ length: sites }, (_, index) => `s${String(index).padStart(3, '0')}`);

/** What the sites share lies in the layer, and in no site. */
function stage() {
  const shared = ['authors.json', 'categories.json', 'info'].map((name) => `content/en_US/${name}`);
  for (const [index, name] of names.entries()) {
    const root = join(work, 'sites', name);
    writeSite({ root, corpus: createCorpus(`${SEED}-${index}`, articles), profile: 'full' });
    const file = join(root, 'site-config.json');
    const config = { ...JSON.parse(readFileSync(file, 'utf8')), title: name, layers: ['../../house'] };
    writeFileSync(file, JSON.stringify(config));
    for (const path of shared) {
      if (index === 0) cpSync(join(root, path), join(work, 'house', path), { recursive: true });
      rmSync(join(root, path), { recursive: true });
    }
  }
  writeFiles(join(work, 'house'), { 'theme/style.css': 'h1 { letter-spacing: 0 }\n' });
}

function clean() {
  for (const name of names)
    for (const made of ['dist', '.articles'])
      rmSync(join(work, 'sites', name, made), { recursive: true, force: true });
}

const build = (...args) =>
  measure({ file: process.execPath, args: [program, ...args, 'build', '--quiet'], cwd: work });

try {
  stage();
  const alone = [];
  for (const name of names) alone.push(await build('--root', join('sites', name)));
  clean();
  const together = await build('--sites', 'sites/*');
  const cpu = alone.reduce((sum, one) => sum + one.cpu, 0);
  const bytes = Math.max(...alone.map((one) => one.bytes));
  const compare = (name, before, after, unit) =>
    `${name}: ${Math.round(before)} ${unit} alone, ${Math.round(after)} ${unit} together: ${(after / before).toFixed(2)}\n`;
  const head = `${sites} sites of ${articles} articles, Node ${process.version}, load ${loadavg()[0].toFixed(1)}\n`;
  const time = compare('processor', cpu / 1000, together.cpu / 1000, 's');
  process.stdout.write(head + time + compare('peak memory', bytes / 1e6, together.bytes / 1e6, 'MB'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
