/** Runs the actions after a deploy. Their failures are warnings: the deploy itself is done. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import type { AfterSettings } from '../../config/deploy-schema.ts';
import { messageOf } from '../../foundation/errors.ts';
import { chunksOf } from '../../foundation/group-by.ts';
import { formatCount, type Reporter } from '../../foundation/report.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import type { ActionResult } from '../../results/deploy-results.ts';
import type { ObjectChange } from '../plan/change-set.ts';
import { sendRequest } from '../targets/public-request.ts';
import type { LeasedClient } from '../targets/target-client.ts';
import {
  describeRelease,
  type Environment,
  jsonRequest,
  type PlanAction,
  type PlannedAction,
  type Released,
} from './after-action.ts';
import { purgeCdn } from './purge-cdn.ts';

/** Changes that are listed; their number is always sent. */
const MAX_CHANGES = 1000;

/** Sends the release to a server of the user, signed where there is a secret. */
const callWebhook: PlanAction = ({ webhook }, released) => {
  if (!webhook) return null;
  const url = new URL(webhook.url);
  return {
    name: 'webhook',
    description: `send release ${released.release} to ${url.host}`,
    secret: webhook.secret ?? null,
    requests(secret) {
      const request = jsonRequest(url, describeRelease(released, MAX_CHANGES));
      if (secret === '') return [request];
      const signature = createHmac('sha256', secret)
        .update(request.body ?? '')
        .digest('hex');
      return [{ ...request, headers: { ...request.headers, 'x-articles-signature': `sha256=${signature}` } }];
    },
  };
};

/** The protocol's limit of one request. */
const MAX_URLS = 10_000;

/** Tells search engines which pages changed (indexnow.org). */
const indexNow: PlanAction = ({ indexNow: settings }, { home, indexed, changes }) => {
  const urls = changes
    .filter(({ kind }) => kind === 'article' || kind === 'page')
    .map(({ path }) => `${home}${path || '/'}`);
  if (!settings || home === null || !indexed || urls.length === 0) return null;
  const { key, endpoint } = settings;
  return {
    name: 'indexNow',
    description: `submit ${formatCount(urls.length, 'address', 'addresses')} to ${new URL(endpoint).host}`,
    secret: null,
    requests: () =>
      Array.from(chunksOf(urls, MAX_URLS), (urlList) =>
        jsonRequest(new URL(endpoint), {
          host: new URL(home).host,
          key,
          keyLocation: `${home}/${key}.txt`,
          urlList,
        }),
      ),
  };
};

/** Runs a program of the user with the release, for services that have no action here. */
const runCommand: PlanAction = ({ command: [program, ...args] = [] }, released) =>
  program === undefined
    ? null
    : {
        name: 'command',
        description: `run ${program}`,
        program,
        args,
        input: JSON.stringify(describeRelease(released, Infinity)),
      };

/** The actions in their order: what readers see comes first. */
const ACTIONS: readonly PlanAction[] = [purgeCdn, indexNow, callWebhook, runCommand];

interface AfterPlan {
  changes: readonly ObjectChange[];
  release: { id: string } | null;
  current: string | null;
}

export interface AfterDeploy {
  /** Called before the first write of a deploy: keeps its changes at the target until the actions have been told. */
  prepare(plan: AfterPlan, target: LeasedClient): Promise<void>;
  /** Tells the actions what changed, and what an earlier deploy could not tell them. A dry run only describes it. */
  run(plan: AfterPlan, dryRun: boolean): Promise<ActionResult[]>;
}

export interface ActionOptions {
  reporter: Reporter;
  environment: Environment;
  /** Folder of the site, in which programs run. */
  root: string;
  /** Milliseconds before the second attempt. */
  delay?: number;
}

export function planActions(settings: AfterSettings, released: Released): PlannedAction[] {
  return ACTIONS.flatMap((plan) => plan(settings, released) ?? []);
}

export async function runActions(
  actions: readonly PlannedAction[],
  options: ActionOptions,
): Promise<ActionResult[]> {
  const results: ActionResult[] = [];
  for (const action of actions) {
    const result = await runAction(action, options);
    results.push(result);
    const { description, error } = result;
    if (error === undefined) options.reporter.info(`after the deploy: ${description}: done`);
    else {
      options.reporter.warn({
        code: 'action-failed',
        message: `after the deploy: could not ${description}: ${error}`,
        hint: 'the deploy itself is complete, and the next one does this again; correct deploy.after in site-config.json or the variables that it names',
      });
    }
  }
  return results;
}

async function runAction(
  action: PlannedAction,
  { environment, root, delay = 500 }: ActionOptions,
): Promise<ActionResult> {
  const { name, description } = action;
  const result: ActionResult = { action: name, description, ok: false, requests: 0 };
  if ('program' in action) {
    const failure = await runProgram(action, root);
    return failure === null ? { ...result, ok: true } : { ...result, error: failure };
  }
  const { secret, requests } = action;
  const value = secret === null ? '' : (environment[secret] ?? '');
  if (secret !== null && value === '') {
    return { ...result, error: `the environment variable ${secret} is not set` };
  }
  try {
    await forEachConcurrently(
      await requests(value, environment),
      4,
      async ({ url, method, headers, body }) => {
        const request = {
          headers,
          ...(method === undefined ? {} : { method }),
          ...(body === undefined ? {} : { body }),
        };
        const response = await sendRequest(url, request, { timeout: 20_000, attempts: 5, delay });
        await response.body?.cancel();
        if (!response.ok) throw new StatusError(response.status);
        result.requests++;
      },
    );
    return { ...result, ok: true };
  } catch (error) {
    return { ...result, error: explain(error, secret) };
  }
}

/** What a program prints is for people. @returns why it failed; null where it succeeded */
function runProgram(
  { program, args, input }: Extract<PlannedAction, { program: string }>,
  root: string,
): Promise<string | null> {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: ['pipe', process.stderr, process.stderr] });
    child.on('error', (error) => done(messageOf(error)));
    child.on('close', (code, signal) => done(code === 0 ? null : `it ended with ${signal ?? code}`));
    // A program may end without reading.
    child.stdin.on('error', () => undefined).end(input);
  });
}

class StatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the server answered ${status}`);
    this.status = status;
  }
}

/** Messages of the network name hosts and codes. A message about an invalid header quotes the header. */
function explain(error: unknown, secret: string | null): string {
  if (error instanceof StatusError) {
    const isRefused = error.status === 401 || error.status === 403;
    return isRefused && secret !== null ? `${error.message}; check ${secret}` : error.message;
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return /^[A-Z_]+$/.test(error.code) && error.code.startsWith('E') ? error.code : 'the request failed';
  }
  return secret === null ? messageOf(error) : `the request failed; check ${secret}`;
}
