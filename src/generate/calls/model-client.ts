/** Connects to a model's server: checks address, key and headers, and refuses redirects that would give the prompts away. */
import { readFileSync } from 'node:fs';
import { messageOf, UserError } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { readErrorBody } from './outcome.ts';
import { findProfile } from './provider-profiles.ts';
import { createRedaction } from './redact.ts';

export interface ClientOptions {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  timeoutSeconds: number;
  headers: Readonly<Record<string, string>>;
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * @returns the SDK's client; `redact` removes secrets from a text of the server, and `clean` also makes it one short line
 * @throws UserError if the address is invalid, or if the key or a header is missing or malformed
 */
export async function createModelClient(options: ClientOptions) {
  const { baseUrl, timeoutSeconds } = options;
  const { needsKey, keyHeader } = findProfile(baseUrl);
  const apiKey = readKey(options.apiKey, needsKey);
  const headers = readHeaders(options);
  const address = readAddress(baseUrl);
  const redact = createRedaction([apiKey ?? '', ...Object.values(headers).flatMap(secretsOf)]);
  const { default: OpenAI } = await import('openai');
  // The SDK's own retries could pay twice: docs/decisions/sdk-retries-off.md.
  const client = new OpenAI({
    apiKey: apiKey ?? 'none',
    defaultHeaders: {
      ...((!apiKey || keyHeader) && { authorization: null }),
      ...(apiKey && keyHeader && { [keyHeader]: apiKey }),
      ...headers,
    },
    maxRetries: 0,
    timeout: timeoutSeconds * 1000,
    fetch: createFetch(redact),
    ...address,
  });
  const clean = (message: string) =>
    redact(message)
      .replace(/\b(sk|key)-[\w*-]{6,}/g, '$1-***')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 300);
  return { client, redact, clean };
}

/** The SDK appends paths to the address, so a query such as Azure's `api-version` is kept apart. */
function readAddress(baseUrl: string | undefined) {
  if (!baseUrl) return {};
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new UserError({
      code: 'invalid-model-server',
      message: "the address of the model's server must be an http(s) URL without credentials",
      hint: 'correct --base-url, generate.baseUrl or OPENAI_BASE_URL',
    });
  }
  return { baseURL: `${url.origin}${url.pathname}`, defaultQuery: Object.fromEntries(url.searchParams) };
}

/**
 * Reads a key from the environment: NAME holds it, or NAME_FILE names its file, as secrets of containers and CI come.
 * @throws UserError if the file cannot be read, or if both are set
 */
export function readModelKey(
  name: 'OPENAI_API_KEY' | 'JUDGE_API_KEY',
  environment: ClientOptions['environment'],
): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name];
  const wrong = (message: string, hint: string) =>
    new UserError({ code: 'missing-model-key', message, hint });
  if (environment[name]) throw wrong(`${name} and ${name}_FILE are both set`, 'unset one of them');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`the file of ${name}_FILE cannot be read: ${messageOf(error)}`, 'correct its path or rights');
  }
}

function readKey(value: string | undefined, isNeeded: boolean): string | null {
  const key = value?.trim() || null;
  if (!key && isNeeded) {
    const hint = 'set OPENAI_API_KEY or OPENAI_API_KEY_FILE; --dry-run works without it';
    throw new UserError({ code: 'missing-model-key', message: "the model's server needs a key", hint });
  }
  if (key && !/^[!-~]+$/.test(key)) {
    const message = 'OPENAI_API_KEY contains characters that are not allowed in a key';
    throw new UserError({ code: 'missing-model-key', message, hint: 'copy the key again' });
  }
  return key;
}

/** The value of a header, and its part after a scheme such as `Bearer`. */
const secretsOf = (value: string) => [value, value.replace(/^\w+ /, '')];

/** Replaces `$NAME` by the variable of the environment, so that no secret stands in a file. */
function readHeaders({ headers, environment }: ClientOptions): Record<string, string> {
  const fill = (value: string, header: string) =>
    value.replace(/\$([A-Z_][A-Z0-9_]*)/g, (_all, name: string) => {
      const text = environment[name]?.trim();
      if (text) return text;
      throw new UserError({
        file: 'site-config.json',
        code: 'missing-model-key',
        message: `the header ${header} needs the environment variable ${name}, which is not set`,
        hint: `set ${name}, or correct generate.headers`,
      });
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, name)]));
}

/** The status of a redirect that we refuse. */
const MISDIRECTED = 421;

/** The body of such an address may be long, and whoever reads it in parts redacts it. */
const LONG = /\/(?:completions|responses|content)$/;

/** Creates a function that fetches, sends nothing to another host, and removes secrets from bodies. Error bodies get the form that the SDK expects. */
const createFetch =
  (redact: (text: string) => string): typeof fetch =>
  async (input, init) => {
    const response = await fetchWithoutLeaving(new Request(input, init), 5);
    if (response.ok && LONG.test(new URL(response.url).pathname)) return response;
    const text = redact(await response.text());
    const { status, statusText, headers } = response;
    const body = response.ok ? null : readErrorBody(parseJson(text));
    return new Response(body ? JSON.stringify(body) : text || null, { status, statusText, headers });
  };

async function fetchWithoutLeaving(request: Request, hops: number): Promise<Response> {
  const copy = request.clone();
  const response = await fetch(request, { redirect: 'manual' });
  const location = response.status < 300 || response.status > 399 ? null : response.headers.get('location');
  if (location === null) return response;
  await response.body?.cancel();
  const { origin } = new URL(request.url);
  const target = new URL(location, request.url);
  const keepsMethod = request.method === 'GET' || response.status === 307 || response.status === 308;
  if (target.origin === origin && keepsMethod && hops > 0)
    return fetchWithoutLeaving(new Request(target, copy), hops - 1);
  const message = `it redirects to ${target.origin}${target.pathname}, where nothing is sent`;
  return Response.json({ error: { message } }, { status: MISDIRECTED });
}
