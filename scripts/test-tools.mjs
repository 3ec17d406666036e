// The programs that the tests need besides Node, in one list, and `npm run test:tools`, which installs those that are missing
// with the system's package manager.
//   node scripts/test-tools.mjs           installs what `npm test` needs
//   node scripts/test-tools.mjs --all     also what `npm run test:all` needs: web servers start when they are installed
//   node scripts/test-tools.mjs --check   installs nothing, and ends with 1 and one line if a tool is missing; `--all` as above
// It needs no package of this project, and no syntax of the newest Node.
import '../bin/check-node.js';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders that an ordinary user of Debian does not have in PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];

export const CHROMIUM_PATHS = [
  process.env.CHROMIUM_PATH ?? '',
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    FOLDERS.map((folder) => join(folder, name)),
  ),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const find = (...names) =>
  names.flatMap((name) => FOLDERS.map((folder) => join(folder, name))).find((path) => existsSync(path));
// macOS has a `java` and a `git` that only say that there is none.
const answers = (command, arg) => spawnSync(command, [arg], { stdio: 'ignore' }).status === 0;

/** What `npm test` needs. `apt` and `brew` are the packages that bring it. */
const TOOLS = [
  { name: 'Git', apt: ['git'], brew: ['git'], isThere: () => answers('git', '--version') },
  {
    name: 'Chromium',
    apt: ['chromium'],
    brew: ['--cask', 'google-chrome'],
    isThere: () => CHROMIUM_PATHS.some((path) => path !== '' && existsSync(path)),
  },
  {
    name: 'Java',
    apt: ['default-jre-headless'],
    brew: ['--cask', 'temurin'],
    isThere: () => answers('java', '-version'),
  },
  { name: 'xmllint', apt: ['libxml2-utils'], brew: ['libxml2'], isThere: () => find('xmllint') },
  { name: 'rclone', apt: ['rclone'], brew: ['rclone'], isThere: () => find('rclone') },
];

/** What `npm run test:all` needs besides. */
const MORE = [
  { name: 'nginx', apt: ['nginx-light'], brew: ['nginx'], isThere: () => find('nginx') },
  { name: 'Caddy', apt: ['caddy'], brew: ['caddy'], isThere: () => find('caddy') },
  { name: 'Apache', apt: ['apache2'], brew: ['httpd'], isThere: () => find('apache2', 'httpd') },
  { name: 'njs', apt: ['njs'], brew: ['njs'], isThere: () => find('njs') },
  { name: 'the AWS command line', apt: ['awscli'], brew: ['awscli'], isThere: () => find('aws') },
  { name: 'zsh', apt: ['zsh'], brew: ['zsh'], isThere: () => find('zsh') },
  { name: 'fish', apt: ['fish'], brew: ['fish'], isThere: () => find('fish') },
  {
    // Covers and social images of the Korean edition are drawn and looked at with a font of its own.
    name: 'a Korean font',
    apt: ['fontconfig', 'fonts-noto-cjk'],
    brew: ['fontconfig', '--cask', 'font-noto-sans-cjk-kr'],
    isThere: () => /\S/.test(spawnSync('fc-list', [':lang=ko'], { encoding: 'utf8' }).stdout ?? ''),
  },
];

/** The same engine as Chromium without windows. Not every system has it. */
const FASTER = [
  {
    name: 'the headless shell of Chromium, which takes half of the processor time',
    apt: ['chromium-headless-shell'],
    isThere: () => find('chromium-headless-shell'),
  },
];

/** Tests say loudly what they leave out without these. Not every system has them. */
const OPTIONAL = [
  {
    name: 'Firefox, WebKitGTK and WPE, for the tests of other engines',
    apt: [
      ...['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'wpewebkit-driver'],
      ...['libwpewebkit-1.1-0', 'libwpebackend-fdo-1.0-1'],
    ],
    isThere: () => find('firefox-esr') && find('WebKitWebDriver') && find('Xvfb') && find('WPEWebDriver'),
  },
  {
    name: 'Slurm, for one recipe',
    apt: ['slurmctld', 'slurmd', 'slurm-client', 'munge'],
    isThere: () => find('slurmctld') && find('munged'),
  },
];

/** Names of the tools, for the documentation. */
export const TOOL_NAMES = TOOLS.map(({ name }) => name);
export const MORE_NAMES = MORE.map(({ name }) => name);

/** What a test says if its tool is missing. @param name as in the lists above */
export function describeMissing(name) {
  const isBasic = TOOL_NAMES.includes(name);
  const tool = [...TOOLS, ...MORE].find((one) => one.name === name);
  if (!tool) throw new Error(`"${name}" is not in the list of tools`);
  return `${name} is missing: npm run test:tools${isBasic ? '' : ' -- --all'} installs it (apt-get install ${tool.apt.join(' ')})`;
}

/** The command that installs with the system's package manager; null where none is known. */
function chooseManager() {
  if (find('apt-get'))
    return {
      install: ['apt-get', 'install', '-q', '-y', '--no-install-recommends', '--no-remove'],
      key: 'apt',
    };
  return find('brew') ? { install: ['brew', 'install'], key: 'brew' } : null;
}

/** @returns the words before a command of the system; null where nobody may run it */
function chooseRights(key) {
  if (key === 'brew' || process.getuid?.() === 0) return [];
  return find('sudo') ? ['sudo'] : null;
}

function run(command) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command[0], command.slice(1), { stdio: 'inherit', env }).status === 0;
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

function install(missing, optional) {
  const manager = chooseManager();
  const names = missing.map(({ name }) => name).join(', ');
  if (!manager)
    return fail(`missing: ${names}. Install them with the system's package manager, then run this again`);
  const packages = missing.flatMap((tool) => tool[manager.key] ?? []);
  const extra = manager.key === 'apt' ? optional : [];
  const rights = chooseRights(manager.key);
  const command = [...manager.install, ...packages];
  if (!rights && missing.length > 0)
    return fail(
      `missing: ${names}. There is no sudo here, so run this as root, then this again: ${command.join(' ')}`,
    );
  if (!rights) {
    for (const { name } of extra) process.stderr.write(`NOT INSTALLED, as there is no sudo here: ${name}\n`);
    return;
  }
  if (manager.key === 'apt' && packages.length + extra.length > 0)
    run([...rights, 'apt-get', 'update', '-q']);
  if (packages.length > 0) {
    process.stdout.write(`installs ${names}: ${[...rights, ...command].join(' ')}\n`);
    if (!run([...rights, ...command]))
      return fail(`${names} could not be installed; the lines above say why`);
  }
  for (const { name, apt } of extra) {
    process.stdout.write(`installs ${name}: ${apt.join(' ')}\n`);
    if (!run([...rights, ...manager.install, ...apt])) process.stderr.write(`NOT INSTALLED: ${name}\n`);
  }
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith('scripts/test-tools.mjs')) {
  const isAll = process.argv.includes('--all');
  const missing = [...TOOLS, ...(isAll ? MORE : [])].filter(({ isThere }) => !isThere());
  if (!process.argv.includes('--check')) {
    const optional = [...FASTER, ...(isAll ? OPTIONAL : [])].filter(({ isThere }) => !isThere());
    if (missing.length + optional.length > 0) install(missing, optional);
    else process.stdout.write('all tools of the tests are there\n');
  } else if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    fail(`error the tests need ${names}\n  → npm run test:tools${isAll ? ' -- --all' : ''}`);
  }
}
