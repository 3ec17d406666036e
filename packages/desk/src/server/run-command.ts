/**
 * Runs a command of the program for the desk, so that the desk checks, approves and publishes exactly as a terminal does. The
 * answer is a line of JSON for each line that the command prints, and one for its result.
 */
import { spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { packageFile, parseJson } from './core.ts';

const text = z.string().trim().min(1).max(500);
const file = z.string().regex(/^content\/.+\.md$/);
export const environment = z.enum(['production', 'development']);
export type Environment = z.output<typeof environment>;

/** Of the text that somebody has read. */
const sha256 = z.hash('sha256').optional();

/** False to get only the price. */
const pays = z.boolean();

/** The commands that pages may ask for. */
export const commandSchema = z.discriminatedUnion('command', [
  z.strictObject({ command: z.enum(['check', 'build']) }),
  z.strictObject({ command: z.enum(['diff', 'deploy', 'rollback', 'verify']), environment }),
  z.strictObject({ command: z.literal('move'), file, to: text }),
  z.strictObject({ command: z.literal('findings'), file }),
  z.strictObject({ command: z.literal('reject'), file, sha256 }),
  z.strictObject({ command: z.literal('approve'), file, sha256, reason: text.optional() }),
  z.strictObject({
    command: z.literal('rewrite'),
    file,
    section: z.int().min(1),
    note: text.optional(),
    pays,
  }),
  /** Without topics, the model proposes them. */
  z.strictObject({
    command: z.literal('generate'),
    locale: text,
    category: text.optional(),
    topics: z.array(text).max(500).optional(),
    count: z.int().min(1).max(500).optional(),
    pays,
  }),
  z.strictObject({ command: z.literal('translate'), file, locale: text, pays }),
]);
export type Command = z.output<typeof commandSchema>;

/** The command line. Values are part of their option or follow `--`, so none of them is read as another option. */
export function argumentsOf(request: Command): string[] {
  switch (request.command) {
    case 'check':
      return ['check', '--drafts', '--future'];
    case 'build':
      return ['build'];
    case 'diff':
      return ['deploy', '--diff', `--env=${request.environment}`];
    case 'deploy':
      return ['deploy', '--yes', `--env=${request.environment}`];
    case 'rollback':
      return ['deploy', '--rollback', '--yes', `--env=${request.environment}`];
    case 'verify':
      return ['verify', `--env=${request.environment}`];
    case 'move':
      return ['move', '--', request.file, request.to];
    case 'findings':
      return ['review', '--', 'show', request.file];
    case 'reject':
    case 'approve': {
      const { command, file, sha256 } = request;
      const reason = 'reason' in request ? request.reason : undefined;
      const overruled = reason === undefined ? [] : ['--force', `--reason=${reason}`];
      const read = sha256 === undefined ? [] : [`--sha256=${sha256}`];
      return ['review', ...overruled, ...read, '--', command, file];
    }
    case 'rewrite': {
      const { file, section, note } = request;
      return generate(request, { article: file, section, note });
    }
    case 'generate': {
      const { locale, category, count, topics } = request;
      // The model chooses among the subcategories of what it proposes.
      const [group] = category?.split('/') ?? [];
      return generate(request, topics ? { locale, topics: '-' } : { locale, category: group, count });
    }
    case 'translate': {
      const [, from] = request.file.split('/');
      return generate(request, { 'translate-from': from, locale: request.locale, article: request.file });
    }
  }
}

function generate(
  { pays }: { pays: boolean },
  options: Readonly<Record<string, string | number | undefined>>,
): string[] {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : `--${name}=${value}`,
  );
  return ['generate', ...given, ...(pays ? [] : ['--dry-run'])];
}

/** What the command reads. */
function inputOf(request: Command): string {
  if (request.command !== 'generate' || !request.topics) return '';
  const [category = '', subcategory = ''] = request.category?.split('/') ?? [];
  return JSON.stringify(request.topics.map((topic) => ({ topic, category, subcategory })));
}

export interface CommandEnd {
  code: number;
  /** What the command printed with --json; null where it printed nothing. */
  result: unknown;
}

/** Commands that the server ends with itself. */
export interface Runner {
  /** @param onLine gets each line that the command prints for people */
  execute(request: Command, onLine: (line: string) => void): Promise<CommandEnd>;
  /** Sends the lines and the end of the command as they come. */
  run(request: Command, response: ServerResponse): Promise<void>;
  close(): void;
}

export function createRunner(root: string): Runner {
  const running = new Set<() => void>();
  const execute: Runner['execute'] = (request, onLine) => {
    const args = [packageFile('bin/articles.js'), ...argumentsOf(request)];
    // The options of every command come before "--".
    // The changes that readers will see are the output for people.
    const isShown = request.command === 'diff';
    args.splice(2, 0, `--root=${root}`, ...(isShown ? [] : ['--json']));
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NO_COLOR: '1' },
    });
    // A command may end before it reads.
    child.stdin.on('error', () => {});
    child.stdin.end(inputOf(request));
    const stop = () => void child.kill('SIGINT');
    running.add(stop);
    let printed = '';
    const sendLines = (stream: Readable) => createInterface(stream).on('line', onLine);
    sendLines(child.stderr);
    if (isShown) sendLines(child.stdout);
    else
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        printed += part;
      });
    return new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => {
        running.delete(stop);
        done({ code: code ?? 2, result: parseJson(printed) ?? null });
      });
    });
  };
  return {
    execute,
    async run(request, response) {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' });
      // A command may print nothing for long, and the page waits for the answer to begin.
      response.flushHeaders();
      const send = (value: object) => response.write(`${JSON.stringify(value)}\n`);
      send(await execute(request, (line) => send({ line })));
      response.end();
    },
    close() {
      for (const stop of running) stop();
    },
  };
}
