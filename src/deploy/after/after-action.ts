/** Defines an action after a deploy: the requests that it sends, or the program that it runs, planned from the settings and the release. */
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

interface RequestAction {
  /** Name of the variable with its secret; null for an action without one. */
  secret: string | null;
  requests(secret: string, environment: Environment): ActionRequest[] | Promise<ActionRequest[]>;
}

interface ProgramAction {
  program: string;
  args: readonly string[];
  /** What it reads from its standard input. */
  input: string;
}

export type PlannedAction = {
  /** Name of the setting. */
  name: keyof AfterSettings;
  /** A phrase that can follow "would": "submit 3 addresses to api.indexnow.org". The target keeps it where others may read it. */
  description: string;
} & (RequestAction | ProgramAction);

/** Pure. null where the settings do not ask for the action, or nothing is to do. */
export type PlanAction = (settings: AfterSettings, released: Released) => PlannedAction | null;

/** The release as other programs get it. @param most number of changes to list; their number is always told */
export function describeRelease({ changes, ...released }: Released, most: number): object {
  return { ...released, changed: changes.length, changes: changes.slice(0, most) };
}

export function jsonRequest(
  url: URL,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): ActionRequest {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { url, method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(value) };
}

/** An address below an API, whose own address may have a path. */
export function joinEndpoint(endpoint: string, path: string): URL {
  return new URL(endpoint.replace(/\/$/, '') + path);
}
