/** Lists the measured tools: how to find, prepare, start and check each of them. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { articlePath, stageCorpus } from './corpus.mjs';
import { PEERS } from './peers.mjs';
import { run } from './run-command.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * A tool: `missing()` says what to do where it is not installed, or gives null; `stage` writes its site below a folder;
 * `reset` makes the next build a cold one (moving, not deleting); `command` builds; `source` and `page` name the files
 * of one article, before and after.
 */
export function createTools({ profiles, peers, weights, program }) {
  return [
    ...profiles.map((profile) => createArticles(profile, program)),
    ...peers.flatMap((name) => weights.map((weight) => PEERS[name](weight))),
  ];
}

/** A copy of the compiled program, so that a compile during the run changes nothing. @returns its executable */
export function copyProgram(folder) {
  const project = join(HERE, '..');
  // `init` copies the last ones.
  const parts = ['bin', 'lib', 'package.json', 'templates', 'content', 'examples/workflows'];
  for (const part of parts) {
    cpSync(join(project, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'bin', 'articles.js');
}

export const PROFILES = ['equal', 'full'];

function createArticles(profile, binary) {
  const rootOf = (work) => join(work, 'corpus');
  return {
    name: `articles (${profile})`,
    missing: () => null,
    version: () => run('node', [binary, '--version']),
    stage: stageCorpus,
    reset(work, bury) {
      bury(join(rootOf(work), '.articles'));
      const config = readFileSync(join(HERE, 'site', profile, 'site-config.json'));
      writeFileSync(join(rootOf(work), 'site-config.json'), config);
    },
    command: (work, out) => ({
      file: process.execPath,
      args: [binary, 'build', '--root', rootOf(work), '--out', out, '--quiet'],
    }),
    source: (work, index, article) => join(rootOf(work), articlePath(index, article.slug)),
    page: (out, article) => join(out, 'articles', `${article.slug}.html`),
  };
}
