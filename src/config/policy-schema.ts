/** The schema of sources that a page may load, by directive of its Content-Security-Policy. */
import * as z from 'zod';
import { findNear } from '../foundation/near-names.ts';

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

/** Why a directive of the standard cannot be set here. */
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

interface Refusal {
  message: string;
  hint: string;
}

function findDirectiveProblem(name: string): Refusal | null {
  const known: readonly string[] = DIRECTIVES;
  if (known.includes(name)) return null;
  const reason = Object.hasOwn(REFUSED_DIRECTIVES, name) ? REFUSED_DIRECTIVES[name] : undefined;
  if (reason !== undefined) return { message: 'cannot be set for pages', hint: reason };
  const near = findNear(name, known);
  const hint = near ? `write "${near}" if you mean that` : `use one of ${known.join(', ')}`;
  return { message: 'is not a known directive', hint };
}

/** @returns why the source cannot be allowed, and what to write; null for one that can */
function findSourceProblem(directive: string, source: string): Refusal | null {
  const isScript = directive === 'script-src' || directive === 'worker-src';
  const problem = (message: string, hint: string) => ({ message: `"${source}" ${message}`, hint });
  if (/[\s;,"<>&\p{Cc}]/u.test(source))
    return problem('has a character that would end the source', 'write one source in each entry');
  if (KEYWORDS[directive]?.includes(source)) return null;
  if (source === "'self'" || source === "'none'")
    return problem('changes nothing', 'remove it: pages always allow their own files');
  if (source === "'unsafe-inline'" && isScript)
    return problem(
      'has no effect: the hashes of the built-in scripts switch it off',
      "allow the script by its hash: 'sha256-…'",
    );
  if (source === "'unsafe-eval'")
    return problem(
      'would let any text run as a script',
      "use a script that does not need it, or 'wasm-unsafe-eval' for WebAssembly",
    );
  if (source === "'strict-dynamic'")
    return problem(
      'would switch off all allowed hosts, the site itself too',
      'name the hosts of the scripts',
    );
  if (source.startsWith("'nonce-"))
    return problem(
      'is the same for all readers, so it protects nothing',
      "allow the script by its hash: 'sha256-…'",
    );
  if (HASH.test(source)) {
    return directive === 'script-src' || directive === 'style-src'
      ? null
      : problem('is only for scripts and styles', 'name a host');
  }
  if (source.startsWith("'"))
    return problem(`is not a keyword of ${directive}`, 'name a host such as "https://maps.example"');
  if (source === '*' || SCHEME.test(source)) {
    if (!isScript && source !== '*') return null;
    return problem('allows every host', 'name the hosts, such as "https://maps.example"');
  }
  return HOST.test(source)
    ? null
    : problem('is not a host, a scheme or a hash', 'write it as "https://maps.example"');
}

/** `{"frame-src": ["https://maps.example"]}`. What pages allow already needs no entry. */
export const policySources = z
  .record(z.string(), z.array(z.string()))
  .superRefine((sources, context) => {
    const report = (path: (string | number)[], { message, hint }: Refusal) =>
      context.addIssue({ code: 'custom', path, message, params: { hint } });
    for (const [directive, list] of Object.entries(sources)) {
      const problem = findDirectiveProblem(directive);
      if (problem) report([directive], problem);
      else
        for (const [index, source] of list.entries()) {
          const wrong = findSourceProblem(directive, source);
          if (wrong) report([directive, index], wrong);
        }
    }
  })
  .meta({
    propertyNames: { enum: [...DIRECTIVES] },
    examples: [{ 'frame-src': ['https://maps.example'] }],
  });
