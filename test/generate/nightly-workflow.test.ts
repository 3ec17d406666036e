/** The workflows of examples/workflows that generate every night: their steps, run by a shell on fresh clones of a repository. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { createSite, createTopics, readArticles, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Step {
  run: string;
  /** True for a step that runs after a failure too. */
  always: boolean;
}

const github = z.object({
  jobs: z.object({
    generate: z.object({
      steps: z.array(z.object({ run: z.string().optional(), if: z.string().optional() })),
    }),
  }),
});
const gitlab = z.object({
  generate: z.object({
    before_script: z.array(z.string()),
    script: z.array(z.string()),
    after_script: z.array(z.string()),
  }),
});

const read = (file: string): unknown => parse(readFileSync(join('examples/workflows', file), 'utf8'));

const WORKFLOWS: Record<string, () => Step[]> = {
  'generate-nightly.yml': () =>
    github
      .parse(read('generate-nightly.yml'))
      .jobs.generate.steps.flatMap(({ run, if: when }) =>
        run ? [{ run, always: when === 'always()' }] : [],
      ),
  'generate-nightly.gitlab-ci.yml': () => {
    const { before_script, script, after_script } = gitlab.parse(
      read('generate-nightly.gitlab-ci.yml'),
    ).generate;
    return [
      ...[...before_script, ...script].map((run) => ({ run, always: false })),
      // GitLab runs them in one shell, whatever became of the script.
      { run: after_script.join('\n'), always: true },
    ];
  },
};

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@a.example', ...args], {
    cwd,
    encoding: 'utf8',
  });

const temporary = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `articles-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** npx runs the program of this folder, and npm installs nothing. */
function createTools(): string {
  const tools = temporary('tools');
  const program = join(import.meta.dirname, '../../bin/articles.js');
  const scripts = { npm: 'exit 0', npx: `shift; exec '${process.execPath}' '${program}' "$@"` };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(tools, name), 0o755);
  }
  return tools;
}

/** Runs the steps as a job does. @returns whether it is green, and what it printed */
async function runJob(steps: readonly Step[], cwd: string, env: NodeJS.ProcessEnv) {
  let isGreen = true;
  let said = '';
  for (const { run, always } of steps) {
    if (!isGreen && !always) continue;
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', run], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const code = await new Promise((resolve) => child.on('close', resolve));
    isGreen &&= code === 0;
  }
  return { isGreen, said };
}

test.each(Object.keys(WORKFLOWS))('%s: nights on fresh clones', async (file) => {
  const refused = createTopics(1, 'refused');
  const server = await serveModel({
    fault: ({ body }) =>
      refused.some(({ topic }) => JSON.stringify(body.messages).includes(topic))
        ? { content: () => 'I cannot help with that.' }
        : undefined,
  });
  const settings = { baseUrl: server.url, maxRepairs: 0, state: pathToFileURL(temporary('state')).href };
  const site = createSite(settings, undefined, ['en_US']);
  const origin = temporary('origin');
  git(origin, 'init', '--quiet', '--bare', '--initial-branch=main');
  writeFileSync(join(site, '.gitattributes'), 'content/generated.jsonl merge=union\n');
  writeFileSync(join(site, '.gitignore'), '.articles/\n');
  const commit = (topics: readonly { topic: string }[]) => {
    writeFileSync(join(site, 'topics.csv'), `topic\n${topics.map(({ topic }) => `${topic}\n`).join('')}`);
    git(site, 'add', '.');
    git(site, 'commit', '--quiet', '-m', 'Topics');
    git(site, 'pull', '--quiet', '--rebase', origin, 'main');
    git(site, 'push', '--quiet', origin, 'HEAD:main');
  };
  git(site, 'init', '--quiet', '--initial-branch=main');
  git(site, 'add', '.');
  git(site, 'commit', '--quiet', '-m', 'Begin');
  git(site, 'push', '--quiet', origin, 'HEAD:main');

  const key = join(temporary('key'), 'key');
  writeFileSync(key, 'sk-test-0123456789\n');
  const home = temporary('home');
  // What the forge serves, by the address that the job of GitLab makes.
  git(
    home,
    'config',
    '--file',
    join(home, '.gitconfig'),
    `url.${origin}.insteadOf`,
    'https://generate:t0ken@forge.example/sites/north.git',
  );
  const tools = createTools();
  const night = async () => {
    const clone = join(temporary('night'), 'site');
    mkdirSync(clone);
    git(clone, 'clone', '--quiet', '--depth', '1', pathToFileURL(origin).href, '.');
    const summary = join(temporary('summary'), 'summary.md');
    const job = await runJob(WORKFLOWS[file]?.() ?? [], clone, {
      PATH: `${tools}:${process.env.PATH}`,
      HOME: home,
      OPENAI_API_KEY_FILE: key,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: clone,
      ...{ GENERATE_TOKEN: 't0ken', CI_SERVER_HOST: 'forge.example', CI_PROJECT_PATH: 'sites/north' },
      CI_COMMIT_BRANCH: 'main',
    });
    const events = existsSync(join(clone, 'events.jsonl'))
      ? readFileSync(join(clone, 'events.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).event)
      : [];
    return { ...job, clone, events, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
  };

  commit(createTopics(2));
  const first = await night();
  expect([first.isGreen, first.said]).toEqual([true, first.said]);
  expect(first.events).toEqual(['start', 'article', 'article', 'end']);
  expect(first.summary).toMatch(
    /^### Articles of run [\w-]+\n\n8 paid calls, \$0\.\d+\n\n\*\*Written: 2\*\*/,
  );
  // A longer list in another order, with a topic that the model refuses: the job is red, and keeps what is written.
  commit([...refused, ...createTopics(1, 'more'), ...createTopics(2).reverse()]);
  const second = await night();
  expect([second.isGreen, second.events]).toEqual([false, ['start', 'article', 'article', 'end']]);
  expect(second.said).toMatch(/^::error title=unwanted-outcome::1 article: rejected%0A/m);
  expect(second.summary).toMatch(/\*\*Rejected: 1\*\*\n\n- `.*` (?:schema|refused)/);
  const asked = server.calls.length;
  const third = await night();
  expect([third.isGreen, third.events, server.calls.length]).toEqual([true, ['start', 'end'], asked]);
  // No key is in what the nights printed or committed.
  const end = join(temporary('end'), 'site');
  git(tmpdir(), 'clone', '--quiet', origin, end);
  expect(readArticles(end).size).toBe(3);
  expect([first, second, third].some(({ said }) => said.includes('sk-test-0123456789'))).toBe(false);
  const lines = readFileSync(join(end, 'content/generated.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ outcome }) => outcome).sort()).toEqual(['rejected', 'written', 'written', 'written']);
  const bill = server.book.reduce(
    (sum, { usage: { prompt_tokens, prompt_tokens_details, completion_tokens } }) =>
      sum + (prompt_tokens - prompt_tokens_details.cached_tokens * 0.5 + completion_tokens * 10) / 1e6,
    0,
  );
  expect(lines.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(bill, 9);
});
