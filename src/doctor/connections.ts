/** Opens one connection to each server that the site uses. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { Environment, EnvironmentCheck } from './credentials.ts';

/** Milliseconds. */
const PATIENCE = 10_000;
const MAX_SKEW = 5 * 60_000;
/** Names that nobody can own (RFC 2606), so nothing answers there. */
const RESERVED = /(?:^|\.)example(?:\.(?:com|net|org))?$/;

export async function checkConnections(
  config: SiteConfig | null,
  environment: Environment,
): Promise<EnvironmentCheck[]> {
  const targets = [config?.deploy.production, config?.deploy.development];
  const servers: [name: string, url: string | undefined][] = [
    ['site', config && !RESERVED.test(new URL(config.url).hostname) ? config.url : undefined],
    [
      'Google Cloud',
      targets.every((target) => target === undefined || target.startsWith('gs:'))
        ? (environment.STORAGE_EMULATOR_HOST ?? 'https://storage.googleapis.com')
        : undefined,
    ],
    ['model', config?.generate.baseUrl ?? environment.OPENAI_BASE_URL ?? 'https://api.openai.com'],
  ];
  const checks = servers.map(([name, url]) => (url === undefined ? [] : [reach(`network: ${name}`, url)]));
  return Promise.all(checks.flat());
}

/** Any answer is right, even an error for a request without a key. */
async function reach(name: string, url: string): Promise<EnvironmentCheck> {
  const { origin, host } = new URL(url.includes('://') ? url : `http://${url}`);
  try {
    const answer = await fetch(origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const skew = Math.abs(Date.parse(answer.headers.get('date') ?? '') - Date.now());
    if (skew > MAX_SKEW) {
      const hint = 'set the clock of this machine, as servers refuse signed requests with a wrong time';
      const message = `${host} answers, but its clock differs by ${Math.round(skew / 60_000)} minutes`;
      return { name, state: 'error', message, hint };
    }
    return { name, state: 'ok', message: `${host} answers` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    const hint = 'check the connection, a proxy (HTTPS_PROXY) and the address in site-config.json';
    return { name, state: 'error', message: `${host} cannot be reached${code}`, hint };
  }
}
