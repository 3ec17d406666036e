/** Creates small sites in temporary folders for tests of generation, and runs the command in them. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { systemClock } from '../../src/foundation/clock.ts';
import { UserError } from '../../src/foundation/errors.ts';
import { createReporter, type Reporter } from '../../src/foundation/report.ts';
import { createStop, type Stop } from '../../src/generate/calls/stop.ts';
import type { Request } from '../../src/generate/run/plan-jobs.ts';
import type { GenerateResult } from '../../src/generate/run/run-result.ts';
import { type GenerateOptions, generate } from '../../src/generate/run-generate.ts';
import { type Run, type Started, startArticles } from '../support/cli.ts';
import { createTitle } from '../support/model-prose.ts';
import { type ModelServer, type ModelServerOptions, startModelServer } from '../support/model-server.ts';
import { runArticles } from '../support/program.ts';
import { createRandom } from '../support/random.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** Settings that make tests quick; the price makes a call cost something that can be counted. */
const SETTINGS = {
  model: 'test-model',
  words: { minimum: 120, maximum: 900 },
  sources: ['example.org'],
  settleSeconds: 0.3,
  timeoutSeconds: 3,
  prices: { 'test-model': { input: 1, cachedInput: 0.5, output: 10 } },
};

const LOCALES = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'];

/** Is given what ends a part; a hook has to see to that itself. */
export type AtEnd = (end: () => void | Promise<void>) => void;

/** The sample publication without its articles. @returns its root */
export function createSite(
  settings: object = {},
  atEnd: AtEnd = onTestFinished,
  locales: readonly string[] = LOCALES,
  site: object = {},
): string {
  const root = mkdtempSync(join(tmpdir(), 'articles-generate-'));
  for (const locale of locales) {
    mkdirSync(join(root, 'content', locale), { recursive: true });
    for (const file of ['categories.json', 'authors.json', 'seo.json', 'info']) {
      cpSync(join(PROJECT, 'content', locale, file), join(root, 'content', locale, file), {
        recursive: true,
      });
    }
  }
  configure(root, settings, locales, site);
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** The model, as long as a test runs. */
export async function serveModel(
  options: ModelServerOptions = {},
  atEnd: AtEnd = onTestFinished,
): Promise<ModelServer> {
  const server = await startModelServer(options);
  atEnd(() => server.close());
  return server;
}

export function configure(
  root: string,
  settings: object,
  locales: readonly string[] = LOCALES,
  site: object = {},
): void {
  writeFileSync(
    join(root, 'site-config.json'),
    JSON.stringify({
      title: 'The Test Gazette',
      shortName: 'test-gazette',
      url: 'https://gazette.example',
      locales,
      features: { socialImages: false },
      ...site,
      generate: { ...SETTINGS, ...settings },
    }),
  );
}

/** The topics are unlike one another. */
export function createTopics(count: number, seed = 'topics'): { topic: string }[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_none, index) => ({
    topic: `${createTitle('English', `${seed} ${index}`)} ${Math.floor(random() * 1e6)}`,
  }));
}

/** The command line of a run for programs. */
export function generateArgs(root: string, topics: string, url: string): string[] {
  return ['generate', '--root', root, '--topics', topics, '--base-url', url, '--json'];
}

export interface RunOutcome {
  result: GenerateResult & Record<string, unknown>;
  /** Messages of the error; empty where the run ended well. */
  errors: string[];
  warnings: string;
}

/** What a request has unless a test says otherwise. */
export const DEFAULT_REQUEST: Request = {
  locales: ['en_US'],
  topics: createTopics(1),
  places: new Map(),
  category: undefined,
  count: undefined,
  translateFrom: undefined,
  publish: false,
  model: 'test-model',
  mode: 'live',
};

/** Runs `generate` within this process against a server. */
export async function runGenerate(
  root: string,
  url: string,
  request: Partial<Request> = {},
  options: Partial<GenerateOptions> = {},
  stop: Stop = createStop(),
  shown?: Reporter,
): Promise<RunOutcome> {
  const written: string[] = [];
  const said: string[] = [];
  const reporter = createReporter({
    json: true,
    quiet: false,
    stdout: { write: (text: string) => written.push(text) },
    stderr: { write: (text: string) => said.push(text) },
    environment: {},
  });
  const full: GenerateOptions = {
    request: { ...DEFAULT_REQUEST, ...request },
    action: 'live',
    budget: null,
    baseUrl: url,
    apiKey: 'sk-test-0123456789',
    retryUnknown: false,
    isNew: false,
    clock: systemClock,
    ...options,
  };
  try {
    await generate(await loadConfig(root), shown ?? reporter, full, stop);
    if (shown) return { result: {} as RunOutcome['result'], errors: [], warnings: '' };
    return { result: JSON.parse(written.join('')), errors: [], warnings: said.join('') };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const result = {
      written: [],
      needsReview: [],
      rejected: [],
      unfinished: [],
      ...error.result,
    } as unknown as RunOutcome['result'];
    return {
      result,
      errors: error.problems.map(({ message, hint }) => `${message} → ${hint}`),
      warnings: said.join(''),
    };
  }
}

/** Every article file of the site: path → text. Files that begin with a dot included. */
export function readArticles(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const locale of ['en_US', 'ru_RU', 'tr_TR', 'ko_KR']) {
    const folder = join(root, 'content', locale, 'articles');
    try {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile())
          found.set(
            join(entry.parentPath, entry.name).slice(root.length + 1),
            readFileSync(join(entry.parentPath, entry.name), 'utf8'),
          );
      }
    } catch {
      // No article was written in this locale.
    }
  }
  return found;
}

const NO_MODEL = { OPENAI_BASE_URL: undefined, OPENAI_API_KEY: undefined };

/** Starts the real program without the model of the environment. */
export function spawnCli(args: readonly string[], environment: Record<string, string> = {}): Started {
  return startArticles(args, { environment: { ...NO_MODEL, ...environment } });
}

/** Starts the real program with a list of topics, for programs. */
export const spawnGenerate = (root: string, topics: string, url: string, ...more: string[]): Started =>
  spawnCli([...generateArgs(root, topics, url), ...more]);

/** Runs the command line in this process, which no start-up makes slow. One at a time: the environment is everybody's. */
export async function runCli(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Run> {
  for (const [name, value] of Object.entries({ ...NO_MODEL, ...environment })) vi.stubEnv(name, value);
  try {
    return await runArticles(args);
  } finally {
    vi.unstubAllEnvs();
  }
}
