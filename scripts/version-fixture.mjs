// Makes what a site has after some work with this version of the program, for test/versions: content, theme, state, approvals, an
// interrupted run, a folder that it was deployed to, and a shared cache. A release runs it once:
//   node scripts/version-fixture.mjs [NAME] [FOLDER OF THE PROGRAM]
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const [name, program = '.'] = process.argv.slice(2);
const project = resolve(program);
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const bin = join(project, 'bin/articles.js');

const work = mkdtempSync(join(tmpdir(), 'version-'));
const root = join(work, 'site');
const env = { ...process.env, NO_COLOR: '1', CI: '' };
const articles = (...args) =>
  execFileSync(process.execPath, [bin, ...args, '--root', root], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const article = (title, body, more = '') =>
  `---\ntitle: ${title}\nauthor: Editorial Team\ndate: 2026-01-05\ndescription: About ${title}\n${more}---\n${body}\n`;

execFileSync(
  process.execPath,
  [bin, 'init', root, '--template', 'blog', '--locale', 'en_US', '--title', 'Old Paper'],
  {
    env,
    stdio: 'ignore',
  },
);
for (const path of readdirSync(root, { recursive: true }).filter((name) => /\.(?:md|json)$/.test(name)))
  write(path, readFileSync(join(root, path), 'utf8').replaceAll('TODO: ', ''));
for (const path of ['content/en_US/articles', '.github', 'package.json', 'README.md', '.vscode'])
  rmSync(join(root, path), { recursive: true, force: true });
const schema = JSON.parse(readFileSync(join(project, 'lib/schemas/site-config.schema.json'), 'utf8'));
const hasFont = JSON.stringify(schema.properties.look ?? {}).includes('"font"');
const { $schema: _schema, ...config } = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
rmSync(join(root, 'site-config.schema.json'), { force: true });
write(
  'site-config.json',
  `${JSON.stringify({ ...config, url: 'https://old.example', covers: 'none', ...(hasFont ? { look: { font: false } } : {}) }, null, 2)}\n`,
);
write(
  'content/en_US/articles/first.md',
  article('First Text', 'The first text. It leads to [the second](/articles/second-text).'),
);
write(
  'content/en_US/articles/second-text.md',
  article('Second Text', 'The second text.', 'aliases: [/articles/older]\n'),
);
const origin = `origin:
  status: draft
  reviewer: null
  model: m
  prompt: p
  run: 20260105-100000-000000
  article: en_US-0001
  topic: Drafted Text
  date: 2026-01-05T10:00:00Z
  tokens: { input: 1, cached: 0, output: 1 }
  usd: 0.01
`;
write(
  'content/en_US/articles/drafted.md',
  article('Drafted Text', 'A program wrote this text.', `draft: true\n${origin}`),
);
articles('eject', 'SiteHeader');
const approve = ['review', 'approve', 'content/en_US/articles/drafted.md', '--force'];
const asksForReason = execFileSync(process.execPath, [bin, 'review', '--help'], {
  encoding: 'utf8',
}).includes('--reason');
articles(...approve, ...(asksForReason ? ['--reason', 'It is short.'] : []));

const www = `file://${join(root, 'www')}`;
articles('build');
articles('deploy', '--target', www, '--env', 'production', '--yes', '--no-strict');
write(
  'content/en_US/articles/second-text.md',
  article('Second Text', 'The second text, with a second thought.', 'aliases: [/articles/older]\n'),
);
articles('build');
articles('deploy', '--target', www, '--env', 'production', '--yes', '--no-strict');

// A run whose server goes away in the middle of its first call.
const server = createServer((request) => request.socket.destroy());
await new Promise((done) => server.listen(0, '127.0.0.1', done));
write('topics.csv', 'title\nThird Text\n');
const run = spawn(
  process.execPath,
  [
    bin,
    'generate',
    '--root',
    root,
    '--locale',
    'en_US',
    '--topics',
    join(root, 'topics.csv'),
    '--model',
    'm',
    '--base-url',
    `http://127.0.0.1:${server.address().port}/v1`,
  ],
  { env: { ...env, OPENAI_API_KEY: 'none' }, stdio: 'inherit' },
);
await new Promise((done) => run.once('exit', done));
server.close();

rmSync(join(root, 'dist'), { recursive: true, force: true });
const folder = resolve('test/versions/fixtures');
mkdirSync(folder, { recursive: true });
const file = join(folder, `${name ?? version}.tar.gz`);
execFileSync('tar', ['-czf', file, '-C', root, '.']);
rmSync(work, { recursive: true });
process.stdout.write(`${file}\n`);
