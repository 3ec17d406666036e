#!/usr/bin/env node
// The programs that examples call, as their reader has them, by the name of the call: articles, npx, npm, put, gcloud, …
// A server is stopped as soon as it answers, a person answers yes, and programs of others only find their files.
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { describeMissing } from '../../scripts/test-tools.mjs';

const { PROJECT, HOME, FAILURES, LINE, FAILS } = process.env;
const BINARY = join(PROJECT, 'bin/articles.js');
const name = basename(process.argv[1]);
const args = process.argv.slice(2);

const tools = { articles: runArticles, npx: runNpx, npm: runNpm, put };
const code = await (tools[name] ?? runForeign)(args);
process.exitCode = code;

/** @returns the code that says that a problem of this line is noted */
function note(message) {
  appendFileSync(FAILURES, `${LINE}: ${message}\n`);
  return 99;
}

/** @returns 0 where the command did what the page says, which may be to fail */
function expectCode(code, what, printed = '') {
  const failed = code !== 0;
  return failed === (FAILS === '1') ? 0 : note(`${what} ended with ${code}${printed && `\n${printed}`}`);
}

/** Runs the program to its end. */
async function runArticles(given) {
  const list = given.map((arg) =>
    arg
      .replace('file:///srv/', `file://${HOME}/srv/`)
      .replace('http://127.0.0.1:11434/v1', process.env.OPENAI_BASE_URL),
  );
  if (['serve', 'desk'].includes(list[0]) && !list.includes('--help')) return runServe(list);
  if (list[0] === 'verify') return verify(list);
  // A person answers yes.
  const asks = ['deploy', 'edit'].includes(list[0]) && !list.includes('--dry-run') && !list.includes('--yes');
  const full = asks ? [...list, '--yes'] : list;
  const { status, stdout, stderr } = spawnSync(process.execPath, [BINARY, ...full], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  return expectCode(status, `articles ${given.join(' ')}`, stderr);
}

/** Starts the server on a free port, asks for home, and interrupts it. */
async function runServe(list) {
  const options = list.filter((arg) => arg !== '--open');
  const { code, log } = await withServer(options, async (url) => {
    const { status } = await fetch(url);
    if (status !== 200) note(`${url} answers ${status}`);
  });
  return expectCode(code, `articles ${list.join(' ')}`, log);
}

function withServer(options, work) {
  const child = spawn(process.execPath, [BINARY, ...options, '--port', '0'], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let log = '';
  let isKnown = false;
  child.stderr.setEncoding('utf8').on('data', async (text) => {
    process.stderr.write(text);
    log += text;
    const [url] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+\S*/.exec(log) ?? [];
    if (!url || isKnown) return;
    isKnown = true;
    await work(url);
    child.kill('SIGINT');
  });
  return new Promise((done) => child.once('close', (code) => done({ code, log })));
}

/** The public address of an example is a server of the last build. */
async function verify(list) {
  const rest = list.slice(1).filter((arg) => !arg.startsWith('https://'));
  let code = 1;
  await withServer(['serve'], async (url) => {
    code = await new Promise((done) => {
      const child = spawn(process.execPath, [BINARY, 'verify', url, ...rest], { stdio: 'inherit' });
      child.once('close', done);
    });
  });
  return expectCode(code, `articles ${list.join(' ')}`);
}

function runNpx([program, ...rest]) {
  return program === 'articles' || program === 'articles-press' ? runArticles(rest) : runForeign(rest);
}

function runNpm([command, ...rest]) {
  if (command === 'create') return runArticles(['init', ...rest.slice(1).filter((arg) => arg !== '--')]);
  if (['install', 'ci'].includes(command)) return install(rest.filter((arg) => !arg.startsWith('-')));
  const path = process.env.PATH.split(delimiter).filter((folder) => folder !== dirname(process.argv[1]));
  const npm = path.map((folder) => join(folder, 'npm')).find((file) => existsSync(file));
  // Scripts of package.json find programs in the folder of these tools first.
  const { status } = spawnSync(npm, [command, ...rest], { stdio: 'inherit' });
  return expectCode(status, `npm ${command} ${rest.join(' ')}`);
}

/** Packages that npm would bring are those of the project. */
function install(packages) {
  for (const name of packages) link(join(PROJECT, 'node_modules', name), join('node_modules', name));
  return 0;
}

function link(target, path) {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** A program of another project is not run: what it is given of the build must be there. */
function runForeign(given) {
  for (const arg of given) {
    const [, file] = /(?:^|[=/])(dist(?:\/[\w.-]+)*)$/.exec(arg) ?? [];
    if (file && !existsSync(file)) return note(`${name} is given ${file}, which is missing`);
  }
  return 0;
}

/** Writes an example into the site of the current folder, and checks the site. */
function put([language, word]) {
  const text = readFileSync(0, 'utf8');
  const file = word || fileOf(language, text);
  if (file === null) {
    return note(`name the file of this example after the language: \`\`\`${language} path/of/file`);
  }
  if (file.startsWith('src/')) return checkTypes(file, text);
  const target = resolve(file);
  const before = existsSync(target) ? readFileSync(target) : null;
  mkdirSync(dirname(target), { recursive: true });
  try {
    writeFileSync(target, contentOf(language, file, text));
  } catch (error) {
    return note(error.message);
  }
  if (language === 'nginx') return checkNginx(text);
  if (/\.tsx?$/.test(file)) prepareTypes();
  for (const [path] of text.matchAll(
    /(?<![\w.:])\/(?:images|media|js)\/[\w/-]+\.(?:jpg|png|webp|mp4|vtt|js)/g,
  ))
    provide(path);
  const code = checkSite(file);
  // A wrong example hides no problem of the next one.
  if (code !== 0 && before === null) rmSync(target);
  else if (code !== 0) writeFileSync(target, before);
  return code;
}

function fileOf(language, text) {
  if (language === 'json') return 'site-config.json';
  if (language === 'css') return 'theme/style.css';
  if (language === 'markdown' || language === 'yaml') return `content/en_US/articles/example-${LINE}.md`;
  if (language === 'nginx') return 'nginx.conf';
  return /^\/\/ ((?:theme|content|src)\/\S+)$/m.exec(text)?.[1] ?? null;
}

function contentOf(language, file, text) {
  if (file.endsWith('.json')) {
    const parsed = JSON.parse(text.trimStart().startsWith('{') ? text : `{${text}}`);
    const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    return JSON.stringify(merge(before, parsed), null, 2);
  }
  if (!file.endsWith('.md')) return text;
  if (language === 'markdown' && text.startsWith('---\n')) return text;
  const has = (field) => language === 'yaml' && new RegExp(`^${field}:`, 'm').test(text);
  const fields = Object.entries({
    title: `Example ${LINE}`,
    slug: `example-${LINE}`,
    author: 'editorial-team',
    date: '2026-01-05',
    description: `What line ${LINE} of the page shows: an example that is checked as an article.`,
  }).flatMap(([field, value]) => (has(field) ? [] : [`${field}: "${value}"`]));
  if (language === 'yaml') return `---\n${fields.join('\n')}\n${text}---\nThe text of the example.\n`;
  return `---\n${fields.join('\n')}\n---\n${text}`;
}

function merge(before, added) {
  const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(before) || !isMap(added)) return added;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(added)])];
  return Object.fromEntries(
    keys.map((key) => [key, key in added ? merge(before[key], added[key]) : before[key]]),
  );
}

/** Types are checked where TypeScript is installed and the theme has its settings. */
function prepareTypes() {
  // npm puts what the program depends on beside it.
  install(['typescript', '@types/react', 'react', 'zod']);
  link(PROJECT, 'node_modules/articles');
  mkdirSync('theme', { recursive: true });
  if (!existsSync('theme/tsconfig.json'))
    writeFileSync('theme/tsconfig.json', '{ "extends": "articles/theme/tsconfig.json" }\n');
}

/** A module of the program, as if it were among its sources. */
function checkTypes(file, text) {
  const program = join(HOME, 'program');
  const target = join(program, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  link(join(PROJECT, 'node_modules'), join(program, 'node_modules'));
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }\n');
  const compilerOptions = { rootDirs: [join(PROJECT, 'src'), join(program, 'src')] };
  writeFileSync(
    join(program, 'tsconfig.json'),
    JSON.stringify({ extends: join(PROJECT, 'tsconfig.json'), compilerOptions, include: [file] }),
  );
  const { status, stdout } = spawnSync(join(PROJECT, 'node_modules/.bin/tsc'), ['-p', program], {
    encoding: 'utf8',
  });
  return status === 0 ? 0 : note(stdout);
}

/** The real nginx reads it; what is not a whole server is put into one. */
function checkNginx(text) {
  const binary = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find((file) =>
    existsSync(file),
  );
  if (!binary) return note(describeMissing('nginx'));
  const server = /^server \{/m.test(text) ? text : `server { listen 80;\n${text}}`;
  const local = server
    .replace('listen 80', `listen unix:${HOME}/nginx.sock`)
    .replaceAll('/srv/example', resolve('.'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${HOME}/${name};`,
  );
  writeFileSync(
    'nginx.conf',
    `pid ${HOME}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${local}}\n`,
  );
  const { status, stderr } = spawnSync(binary, ['-p', HOME, '-c', resolve('nginx.conf'), '-t'], {
    encoding: 'utf8',
  });
  return status === 0 ? 0 : note(stderr);
}

/** A file that an example names: a picture of content, or a file of public/. */
function provide(path) {
  const file = path.startsWith('/images/') ? `content${path}` : `public${path}`;
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  if (/\.(jpg|png|webp)$/.test(path)) cpSync(join(HOME, 'picture.jpg'), file);
  else writeFileSync(file, path.endsWith('.vtt') ? 'WEBVTT\n' : ' ');
}

/** Problems that the site did not have before. */
function checkSite(file) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [BINARY, 'check', '--drafts', '--future', '--json'],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  const known = 'known-problems.json';
  const before = new Set(
    existsSync(join(HOME, known)) ? JSON.parse(readFileSync(join(HOME, known), 'utf8')) : [],
  );
  const { errors = [], warnings = [], error } = stdout ? JSON.parse(stdout) : {};
  // A new site has placeholders until its owner replaces them.
  const all = [...errors, ...warnings, ...(error?.problems ?? [])]
    .filter(({ code }) => code !== 'placeholder')
    .map((problem) => JSON.stringify(problem));
  const added = all.filter((problem) => !before.has(problem));
  if (!stdout || (error && !error.problems)) return note(`articles check failed\n${stderr}`);
  for (const problem of added) note(`in ${file}: ${problem}`);
  if (added.length > 0) return 99;
  writeFileSync(join(HOME, known), JSON.stringify(all));
  return 0;
}
