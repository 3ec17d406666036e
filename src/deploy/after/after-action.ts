/** Defines an action after a deploy: the requests that it sends, planned from the settings and the release. */
import type { AfterSettings } from '../../config/deploy-schema.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';

export interface ReleaseChange {
  action: 'added' | 'changed' | 'removed';
  /** Below the address of the site, percent-encoded: "" or "/articles/a". */
  path: string;
  kind: OutputKind;
}

export interface Released {
  site: string;
  environment: string;
  target: string;
  release: string;
  /** Address of the home page without an ending slash; null where it is not known. */
  home: string | null;
  /** Search engines may index the deployment. */
  indexed: boolean;
  /** Hashed assets are left out: their addresses are new. */
  changes: readonly ReleaseChange[];
}

export interface ActionRequest {
  url: URL;
  method?: 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface PlannedAction {
  name: string;
  /** A phrase that can follow "would": "submit 3 addresses to api.indexnow.org". */
  description: string;
  /** Name of the variable with its secret; null for an action without one. */
  secret: string | null;
  requests(secret: string, environment: Environment): ActionRequest[] | Promise<ActionRequest[]>;
}

/** Pure. null where the settings do not ask for the action, or nothing is to do. */
export type PlanAction = (settings: AfterSettings, released: Released) => PlannedAction | null;

export function sendJson(
  url: URL,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): ActionRequest {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { url, method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(value) };
}

export function splitIntoBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** An address below an API, whose own address may have a path. */
export function joinEndpoint(endpoint: string, path: string): URL {
  return new URL(endpoint.replace(/\/$/, '') + path);
}
