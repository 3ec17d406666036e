/**
 * Who may call the desk: whoever has its token. The terminal prints it in the address, the page takes it into a cookie, and programs
 * send it in a header. It lies in a file that only its owner reads, so that open tabs go on after the desk has started again.
 */
import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { attempt } from '../foundation/attempt.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { contentTypeOf } from '../foundation/response-headers.ts';

export interface Access {
  token: string;
  /** `token`: the request names it. `cookie`: the browser adds it, to requests that other pages cause too. null: neither. */
  of(request: IncomingMessage): 'token' | 'cookie' | null;
  /** The header that makes a browser keep the token. */
  cookie: string;
}

export function createAccess(root: string): Access {
  const token = readToken(join(root, '.articles/desk-token'));
  // Browsers send the cookies of one desk to all: they do not look at the port.
  const name = `articles-desk-${digest('sha256', token, 'hex').slice(0, 12)}`;
  const known = digest('sha256', token, 'buffer');
  const isToken = (word: string | null | undefined) =>
    typeof word === 'string' && timingSafeEqual(digest('sha256', word, 'buffer'), known);
  return {
    token,
    of({ url = '', headers: { authorization = '', cookie = '' } }) {
      const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
      if (isToken(bearer) || isToken(new URLSearchParams(url.split('?')[1]).get('token'))) return 'token';
      const kept = cookie.split(/; */).find((part) => part.startsWith(`${name}=`));
      return isToken(kept?.slice(name.length + 1)) ? 'cookie' : null;
    },
    cookie: `${name}=${token}; Path=/; HttpOnly; SameSite=Strict`,
  };
}

const TOKEN = /^[\w-]{43}$/;

function readToken(path: string): string {
  const known = attempt(() => (isOwn(path) ? readFileSync(path, 'utf8') : ''));
  if (known && TOKEN.test(known)) return known;
  const token = randomBytes(32).toString('base64url');
  // Where nothing can be written, the token lasts as long as the desk.
  attempt(() => {
    makeFolder(dirname(path));
    rmSync(path, { force: true });
    writeFileSync(path, token, { flag: 'wx', mode: 0o600 });
  });
  return token;
}

/** Others may neither know the token nor have chosen it. */
function isOwn(path: string): boolean {
  const stat = lstatSync(path);
  const isOfUser = process.getuid === undefined || stat.uid === process.getuid();
  return stat.isFile() && isOfUser && (process.platform === 'win32' || (stat.mode & 0o077) === 0);
}

/**
 * True for a file that needs no token: the page of the site has no origin in its sandbox, so its requests for styles, fonts and
 * pictures come without a cookie.
 * @param name output path; '' where there is none
 */
export const isOpen = (name: string) => /^(?:text\/css|font|image|video|audio)\b/.test(contentTypeOf(name));

export const NO_TOKEN = 'Open the address that the terminal of the desk shows: it has the token.';
