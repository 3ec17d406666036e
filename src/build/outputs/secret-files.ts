/** Recognizes files that must not be published by their names and contents. */
import { closeSync, readSync } from 'node:fs';
import { FileRefusal, hasCode } from '../../foundation/errors.ts';
import { openRegularFile, SPECIAL_FILE } from '../../foundation/site-files.ts';

const NAMES: readonly [pattern: RegExp, what: string][] = [
  [/(^|\/)\.env(\.[^/]*)?$/i, 'holds settings of an environment, often with passwords'],
  [/(^|\/)\.(git|svn|hg)(\/|$)/i, "belongs to a repository and holds the site's history"],
  [
    /(^|\/)\.(htpasswd|netrc|pgpass|npmrc|yarnrc\.yml|pypirc|dockercfg|git-credentials)$/i,
    'holds passwords or tokens',
  ],
  [/(^|\/)\.(ssh|aws|gnupg|kube|docker|azure)(\/|$)/i, 'belongs to a folder of credentials'],
  [/(^|\/)id_(rsa|dsa|ecdsa|ed25519)$/i, 'is the name of a private key'],
  [/\.(pem|key|p12|pfx|jks|keystore|ppk|kdbx)$/i, 'is the kind of file that holds keys'],
  [
    /(^|\/)(credentials|secrets?|service[-_]?account[^/]*|client_secret[^/]*)\.(json|ya?ml|toml|ini)$/i,
    'is a usual name for credentials',
  ],
  [/\.(sqlite3?|sql|bak|tfstate)$/i, 'is a dump, a backup or a state file'],
];

const CONTENTS: readonly [pattern: RegExp, what: string][] = [
  [/-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/, 'holds a private key'],
  [/"type"\s*:\s*"service_account"/, 'holds the key of a service account'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, 'holds an access key of Amazon Web Services'],
  [/\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,}/, 'holds the key of a model provider'],
  [/\bgh[pousr]_[A-Za-z0-9]{36}\b/, 'holds a token of a code host'],
  [/\bxox[abprs]-[A-Za-z0-9-]{20,}/, 'holds a token of a chat service'],
  [
    /^\s*(?:export\s+)?[A-Z0-9_]*(?:PASSWORD|SECRET|TOKEN|API_KEY)[A-Z0-9_]*\s*=\s*\S{8,}/m,
    'assigns a password or a token',
  ],
];

/** Number of bytes to read. Keys are at the start of files. */
const LOOKED_AT = 65_536;

/** A certificate is published on purpose, and has the ending of a key. */
const CERTIFICATE = /-----BEGIN (?:CERTIFICATE|PUBLIC KEY)-----/;

/**
 * @param path below public/, with "/"
 * @param start its first bytes, as `readStart` returns them
 * @returns what it seems to hold; null where it seems harmless
 */
export function describeSecret(path: string, start: () => string): string | null {
  if (/^\.well-known\//.test(path) || /(^|\/)\.(nojekyll|htaccess)$/.test(path)) return null;
  const named = NAMES.find(([pattern]) => pattern.test(path));
  if (named && !/\.pem$/i.test(path)) return named[1];
  const text = start();
  if (named && !CERTIFICATE.test(text)) return named[1];
  return CONTENTS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** The first bytes of a file, as Latin-1. */
export function readStart(file: string): string {
  const handle = openRegularFile(file);
  try {
    const bytes = Buffer.alloc(LOOKED_AT);
    return bytes.toString('latin1', 0, readSync(handle, bytes));
  } catch (error) {
    // Some files of the system, such as those in /proc, cannot be read.
    throw hasCode(error, 'EINVAL') ? new FileRefusal(file, SPECIAL_FILE) : error;
  } finally {
    closeSync(handle);
  }
}
