/** The schema of additional Content-Security-Policy sources, by directive. */

import * as z from 'zod';
import { hintNear } from '../foundation/near-names.ts';

/** Directives that a site may add sources to. */
const DIRECTIVES = [
  'connect-src',
  'font-src',
  'form-action',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'script-src',
  'style-src',
  'worker-src',
] as const;

/** Standard directives that a site cannot set, with the reason. */
const REFUSED_DIRECTIVES: Readonly<Record<string, string>> = {
  'base-uri': 'pages have no <base>, and one in a text would change all their links',
  'default-src':
    'it would allow everything that no other directive names: write the directives that you need',
  'frame-ancestors': 'pages cannot set it: the files of "hosting" send it as a header',
  'object-src': 'plug-ins no longer exist, and pages load none',
  'report-to': 'pages cannot set it: send it as a header of the host',
  'report-uri': 'pages cannot set it: send it as a header of the host',
  sandbox: 'pages cannot set it: send it as a header of the host',
  'script-src-attr': 'write it under "script-src"',
  'script-src-elem': 'write it under "script-src"',
  'style-src-attr': 'write it under "style-src"',
  'style-src-elem': 'write it under "style-src"',
};

const HASH = /^'sha(?:256|384|512)-[A-Za-z0-9+/_-]+={0,2}'$/;
const HOST =
  /^(?:(?:https?|wss?):\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?:\d{1,5}|\*))?(?:\/[\w.~!$%()*+@:=/-]*)?$/i;
const SCHEME = /^(?:https|http|wss|ws|data|blob|mediastream|filesystem):$/i;
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  'script-src': ["'unsafe-hashes'", "'wasm-unsafe-eval'"],
  'style-src': ["'unsafe-hashes'", "'unsafe-inline'"],
};

type Fault = readonly [message: string, hint: string];

function findDirectiveFault(name: string): Fault | null {
  const known: readonly string[] = DIRECTIVES;
  if (known.includes(name)) return null;
  const reason = Object.hasOwn(REFUSED_DIRECTIVES, name) ? REFUSED_DIRECTIVES[name] : undefined;
  if (reason !== undefined) return ['cannot be set for pages', reason];
  return ['is not a known directive', hintNear(name, known, `use one of ${known.join(', ')}`)];
}

const NAME_HOSTS = 'name the hosts, such as "https://maps.example"';
const USE_HASH = "allow the script by its hash: 'sha256-…'";

/** Sources that a page cannot use, in the order of the checks. */
const REFUSED_SOURCES: readonly { pattern: RegExp; directives?: RegExp; fault: Fault }[] = [
  {
    pattern: /[\s;,"<>&\p{Cc}]/u,
    fault: ['has a character that would end the source', 'write one source in each entry'],
  },
  { pattern: /^'(self|none)'$/, fault: ['changes nothing', 'remove it: pages always allow their own files'] },
  {
    pattern: /^'unsafe-inline'$/,
    directives: /^(script|worker)-src$/,
    fault: ['has no effect: the hashes of the built-in scripts switch it off', USE_HASH],
  },
  {
    pattern: /^'unsafe-eval'$/,
    fault: [
      'would let any text run as a script',
      "use 'wasm-unsafe-eval' for WebAssembly, or another script",
    ],
  },
  {
    pattern: /^'strict-dynamic'$/,
    fault: ['would switch off all allowed hosts, the site itself too', NAME_HOSTS],
  },
  { pattern: /^'nonce-/, fault: ['is the same for all readers, so it protects nothing', USE_HASH] },
  { pattern: /^\*$/, fault: ['allows every host', NAME_HOSTS] },
  { pattern: SCHEME, directives: /^(script|worker)-src$/, fault: ['allows every host', NAME_HOSTS] },
];

/** @returns null if the source can be allowed */
function findSourceFault(directive: string, source: string): Fault | null {
  if (KEYWORDS[directive]?.includes(source)) return null;
  const refused = REFUSED_SOURCES.find(
    ({ pattern, directives = /./ }) => pattern.test(source) && directives.test(directive),
  );
  if (refused) return refused.fault;
  const isHashed = directive === 'script-src' || directive === 'style-src';
  if (SCHEME.test(source) || HOST.test(source) || (isHashed && HASH.test(source))) return null;
  return [`is not a source of ${directive}`, 'write a host such as "https://maps.example"'];
}

/** Sources in addition to those that pages allow anyway, such as `{"frame-src": ["https://maps.example"]}`. */
export const policySources = z
  .record(z.string(), z.array(z.string()))
  .superRefine((sources, context) => {
    const report = (path: (string | number)[], message: string, hint: string) =>
      context.addIssue({ code: 'custom', path, message, params: { hint } });
    for (const [directive, list] of Object.entries(sources)) {
      const fault = findDirectiveFault(directive);
      if (fault) report([directive], ...fault);
      for (const [index, source] of fault ? [] : list.entries()) {
        const wrong = findSourceFault(directive, source);
        if (wrong) report([directive, index], `"${source}" ${wrong[0]}`, wrong[1]);
      }
    }
  })
  .meta({
    propertyNames: { enum: [...DIRECTIVES] },
    examples: [{ 'frame-src': ['https://maps.example'] }],
  });

/**
 * Sources that a page loads from other hosts, by directive: `{'frame-src': ['https://video.example']}`. They are added to
 * the Content-Security-Policy of that page only.
 */
export type PolicySources = Readonly<Record<string, readonly string[]>>;
