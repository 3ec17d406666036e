/** Schemas of attributes that several directives share. */
import * as z from 'zod';
import { encodeUrl, safeUrl } from '../content/markdown/safe-urls.ts';

/** Text for readers. */
export const text = () => z.string().trim().min(1);

/** An attribute without a value. */
export const flag = () => z.literal(true, 'is written without a value').optional();

/** A URL that a text may link to. */
export const link = () =>
  z.string().transform((url, context) => {
    const safe = safeUrl(url);
    if (safe) return encodeUrl(safe);
    const hint = 'write a path of the site or a URL with http, https, mailto or tel';
    context.addIssue({ code: 'custom', message: 'is not a URL that a text may link to', params: { hint } });
    return z.NEVER;
  });

/** Splits a list at spaces, semicolons, and commas that a space follows. */
export const listOf = <Item>(read: (part: string) => Item | null, example: string) =>
  z.string().transform((list, context) => {
    const parts = list.split(/(?:[;,]\s|[;\s])\s*/).filter((part) => part !== '');
    const items: Item[] = [];
    const refuse = (message: string, hint: string) =>
      context.addIssue({ code: 'custom', message, params: { hint } });
    for (const part of parts) {
      const item = read(part);
      if (item === null) refuse(`has "${part}", which is not understood`, `write for example ${example}`);
      else items.push(item);
    }
    if (parts.length === 0 || parts.length > MAX_PARTS)
      refuse(`has ${parts.length} values`, `write 1 to ${MAX_PARTS}`);
    return items;
  });

const MAX_PARTS = 30;
