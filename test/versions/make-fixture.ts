/**
 * Makes what a site has after some work with one version of the program: content, theme, state, approvals, comments, the record of
 * an import, an interrupted run, a shared cache, and the targets that it was deployed to. scripts/version-fixture.mjs runs it.
 */
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { KEPT_STORES } from '../support/kept-stores.ts';
import { listen } from '../support/listen.ts';
import { packFixture } from './fixture-file.ts';

const run = promisify(execFile);

/** @param program folder of the version */
export async function makeFixture(name: string, program: string): Promise<string> {
  const bin = resolve(program, 'bin/articles.js');
  const work = mkdtempSync(join(tmpdir(), 'version-'));
  const root = join(work, 'site');
  const env = { ...process.env, NO_COLOR: '1', CI: '' };
  const articles = async (args: readonly string[], more: Record<string, string> = {}) =>
    run(process.execPath, [bin, ...args], { env: { ...env, ...more } });
  const inSite = (...args: string[]) => articles([...args, '--root', root]);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { stdout: help } = await articles(['--help']);
  const knows = (command: string) => new RegExp(`^ {2}${command} `, 'm').test(help);

  await articles(['init', root, '--template', 'blog', '--locale', 'en_US', '--title', 'Old Paper']);
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }))
    if (/\.(?:md|json)$/.test(path)) write(path, read(path).replaceAll('TODO: ', ''));
  for (const path of ['content/en_US/articles', '.github', 'package.json', 'README.md', '.vscode'])
    rmSync(join(root, path), { recursive: true, force: true });
  rmSync(join(root, 'site-config.schema.json'), { force: true });
  const schema = readFileSync(resolve(program, 'lib/schemas/site-config.schema.json'), 'utf8');
  const { $schema: _schema, ...config } = JSON.parse(read('site-config.json'));
  // The bytes of a font would be most of the fixture.
  const look = /"look":[\s\S]*?"font"/.test(schema) ? { look: { font: false } } : {};
  const settings = { ...config, url: 'https://old.example', covers: 'none', ...look };
  write('site-config.json', JSON.stringify(settings, null, 2));

  write(
    'content/en_US/articles/first.md',
    article('First Text', 'The first text. It leads to [the second](/articles/second-text).'),
  );
  const second = (text: string) =>
    write(
      'content/en_US/articles/second-text.md',
      article('Second Text', text, 'aliases: [/articles/older]\n'),
    );
  second('The second text.');
  write('content/en_US/articles/drafted.md', article('Drafted Text', 'A program wrote this text.', DRAFT));
  await inSite('eject', 'SiteHeader', 'ArticleCard');
  const { stdout: review } = await articles(['review', '--help']);
  const reason = review.includes('--reason') ? ['--reason', 'It is short.'] : [];
  await inSite('review', 'approve', 'content/en_US/articles/drafted.md', '--force', ...reason);

  // A site of Jekyll with one post.
  const blog = join(work, 'blog');
  mkdirSync(join(blog, '_posts'), { recursive: true });
  writeFileSync(join(blog, '_config.yml'), 'title: Blog\nurl: https://blog.example\n');
  writeFileSync(
    join(blog, '_posts/2020-01-02-brought.md'),
    '---\ntitle: Brought Along\n---\nA text of another tool.\n',
  );
  await inSite('import', blog);

  if (knows('desk')) await writeComment(bin, root);

  const www = join(work, 'www');
  const stores = join(work, 'stores');
  mkdirSync(stores);
  const opened = await Promise.all(
    Object.entries(KEPT_STORES)
      .filter(([scheme]) => scheme !== 'azblob' || /"(?:[^"]*\|)?azblob/.test(schema))
      .map(([, start]) => start(null)),
  );
  const targets = [...opened, { url: pathToFileURL(www).href, env: {} }];
  const publish = async () => {
    await inSite('build');
    for (const target of targets)
      await articles(
        ['deploy', '--root', root, '--target', target.url, '--env', 'production', '--yes', '--no-strict'],
        target.env,
      );
  };
  for (const { url, env: keys } of opened)
    await articles(['deploy', '--root', root, '--init', '--target', url, '--env', 'production'], keys);
  await publish();
  second('The second text, with a second thought.');
  await publish();
  for (const store of opened) {
    await store.keep(stores);
    await store.stop();
  }

  // Another machine adds its build to the shared cache.
  if (schema.includes('"cache"')) {
    const other = join(work, 'other');
    cpSync(root, other, { recursive: true });
    rmSync(join(other, 'dist'), { recursive: true });
    const cache = pathToFileURL(join(work, 'builds')).href;
    writeFileSync(join(other, 'site-config.json'), JSON.stringify({ ...settings, cache }));
    await articles(['build', '--root', other]);
    rmSync(other, { recursive: true });
    // Another version reads no more of a pack than its name.
    const builds = join(work, 'builds');
    for (const path of readdirSync(builds, { recursive: true, encoding: 'utf8' }))
      if (/packs.[^/\\]+$/.test(path)) truncateSync(join(builds, path));
  }

  // A run whose server goes away in the middle of its first call.
  const server = createServer((request) => request.socket.destroy());
  const { url, close } = await listen(server);
  write('topics.csv', 'title\nThird Text\n');
  const generate = ['generate', '--root', root, '--locale', 'en_US', '--topics', join(root, 'topics.csv')];
  await articles([...generate, '--model', 'm', '--base-url', `${url}/v1`], { OPENAI_API_KEY: 'none' }).catch(
    () => 'it ends with an error',
  );
  await close();

  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const file = packFixture(work, name);
  rmSync(work, { recursive: true });
  return file;
}

const article = (title: string, body: string, more = '') =>
  `---\ntitle: ${title}\nauthor: Editorial Team\ndate: 2026-01-05\ndescription: About ${title}\n${more}---\n${body}\n`;

const DRAFT = `draft: true
origin:
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

/** Comments on the first text, as the page of the desk does. */
async function writeComment(bin: string, root: string): Promise<void> {
  const desk = spawn(process.execPath, [bin, 'desk', '--root', root, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { origin, searchParams } = await new Promise<URL>((done, reject) => {
    let said = '';
    const hear = (data: Buffer) => {
      said += data;
      const [found] = /http:\/\/\S+(?=\s)/.exec(said) ?? [];
      if (found) done(new URL(found));
    };
    desk.stdout.on('data', hear);
    desk.stderr.on('data', hear);
    desk.once('exit', () => reject(new Error(said)));
  });
  const file = 'content/en_US/articles/first.md';
  // Version 1.0.0 asks for no token.
  const authorization = `Bearer ${searchParams.get('token')}`;
  const shown = await fetch(`${origin}/__desk/api/document?${new URLSearchParams({ file })}`, {
    headers: { authorization },
  });
  const { text, hash }: { text: string; hash: string } = JSON.parse(await shown.text());
  const from = text.indexOf('The first text');
  const answer = await fetch(`${origin}/__desk/api/comment`, {
    method: 'POST',
    headers: { authorization, origin, 'x-articles-desk': '1', 'content-type': 'application/json' },
    body: JSON.stringify({
      action: 'add',
      file,
      hash,
      place: { from, to: from + 'The first text'.length },
      text: 'Is it the first?',
    }),
  });
  if (!answer.ok) throw new Error(`the desk refused the comment: ${answer.status} ${await answer.text()}`);
  desk.kill('SIGINT');
  await new Promise((done) => desk.once('exit', done));
}
