/** Reads a corpus that nobody made for measuring: the Markdown that packages of npm carry, at fixed versions. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dateOf } from './corpus.mjs';
import { AUTHORS, PLACES } from './publication.mjs';

const HOME = fileURLToPath(new URL('.work/texts/', import.meta.url));

/** Handbooks, references, change logs and notes on releases. A few are in Chinese. */
const PACKAGES = [
  '@backstage/cli@0.36.8',
  '@google/gemini-cli@0.61.0',
  '@mui/material@9.5.0',
  '@mui/x-data-grid@9.17.0',
  '@refinedev/core@5.0.12',
  '@salesforce/cli@2.146.3',
  'aws-cdk-lib@2.276.0',
  'eslint-plugin-import@2.32.0',
  'fastify@5.12.8',
  'hexo-theme-next@8.29.0',
  'knex@3.3.0',
  'next@16.4.6',
  'nodebestpractices@3.5.4',
  'npm@12.2.2',
  'openai@6.49.0',
  'pino@10.4.0',
  'react-native@0.86.3',
  'tdesign-vue-next@1.20.8',
  'undici@7.30.2',
  'video.js@8.24.1',
];
/** Shorter files say where something else is. */
const SHORTEST = 400;

/** @returns a corpus as `createCorpus` makes it. Its articles have no description, so each tool does without or makes one. */
export function readTexts() {
  const seen = new Set();
  const articles = [];
  for (const name of PACKAGES) {
    const folder = unpack(name);
    const files = readdirSync(folder, { recursive: true })
      .filter((path) => path.endsWith('.md'))
      .sort();
    for (const file of files) {
      const body = readBody(join(folder, file));
      const hash = createHash('sha256').update(body).digest('hex');
      if (body.length < SHORTEST || seen.has(hash)) continue;
      seen.add(hash);
      articles.push(createText(articles.length, `${name.replace(/@[^@]*$/, '')} ${file}`, body));
    }
  }
  return {
    name: `${articles.length.toLocaleString('en')} real texts`,
    articles: articles.length,
    at: (index) => articles[index],
  };
}

/** Takes the Markdown out of the package's archive, once. @returns its folder */
function unpack(name) {
  const folder = join(HOME, name.replaceAll('/', '+'));
  if (existsSync(folder)) return folder;
  const started = `${folder}.part`;
  rmSync(started, { recursive: true, force: true });
  mkdirSync(started, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', started, name], { stdio: 'ignore' });
  const [archive] = readdirSync(started);
  execFileSync('tar', ['xzf', archive, '--wildcards', '*.md'], { cwd: started });
  rmSync(join(started, archive));
  renameSync(started, folder);
  return folder;
}

/**
 * The text below its front matter and title. Addresses within the package become web addresses, since their targets are
 * no pages here; containers, shortcodes and attributes of code blocks would be syntax for one tool only.
 */
function readBody(file) {
  return readFileSync(file, 'utf8')
    .replace(/\r\n?/g, '\n')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^\s*# .*\n/, '')
    .replace(/^[ \t>]*:{2,}.*$/gm, '')
    .replace(/\{\{(?=[<%])/g, '{ {')
    .replace(/^([ \t>]*(?:`{3,}|~{3,})[^\s`{]+)[^\n`]*$/gm, '$1')
    .replace(
      /(\]\(<?(?!<)|^ {0,3}\[[^\]\n]+\]:\s*<?)(?![a-z]+:|#|\s)\.{0,2}\/?(?=[^)\s>])/gim,
      '$1https://texts.example/',
    );
}

function createText(index, path, body) {
  const title = path
    .replace(/\.md$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const place = PLACES[index % PLACES.length];
  return {
    title,
    slug: `${title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-|-$/g, '')}-${index}`,
    description: null,
    author: AUTHORS[index % AUTHORS.length].name,
    date: dateOf(index),
    updated: null,
    place,
    body,
  };
}
