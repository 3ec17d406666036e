/** Schemas that several settings share. */
import * as z from 'zod';
import { LOCALE_CODES, LOCALE_PATTERN } from '../locales/codes.ts';

export const count = z.int().min(0).max(1000);
export const concurrency = z.int().min(1).max(256);
export const on = z.boolean().default(true);
export const name = z.string().min(1);
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http(s) URL' })
  .meta({ examples: ['https://example.org'] });
export const hostName = z
  .string()
  .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a host name such as "example.org"')
  .meta({ examples: ['example.org'] });

export const localeCode = z
  .string()
  .regex(LOCALE_PATTERN, 'must be a language and a country such as "en_US"')
  .meta({ examples: [...LOCALE_CODES] });
