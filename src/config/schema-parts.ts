/** Schemas that several settings share. */
import * as z from 'zod';
import { LOCALE_CODES, parseLocale } from '../locales/codes.ts';

export const count = z.int().min(0).max(1000);
export const concurrency = z.int().min(1).max(256);
export const on = z.boolean().default(true);
export const name = z.string().normalize('NFC').min(1);
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http(s) URL' })
  .meta({ examples: ['https://example.org'] });
export const hostName = z
  .string()
  .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a host name such as "example.org"')
  .meta({ examples: ['example.org'] });

/** Where machines share what they made. */
export const storeUrl = z
  .string()
  .regex(
    /^(?:gs|s3|azblob|file):\/\/\S+$/,
    'must be a URL that begins with gs://, s3://, azblob:// or file:///',
  );

const TAG_MESSAGE = 'must be a language tag such as "en_US", "de" or "zh_Hant"';

/** Any spelling of a BCP 47 tag: `en-US` becomes `en_US`. A transform would lose the examples in the JSON schema. */
export const localeCode = z
  .string()
  .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/, { error: TAG_MESSAGE, abort: true })
  .refine((written) => parseLocale(written) !== null, TAG_MESSAGE)
  .overwrite((written) => parseLocale(written) ?? written)
  .meta({ examples: [...LOCALE_CODES] });

/** A country or a part of one, as ISO 3166-1 and ISO 3166-2 name it. */
export const market = z
  .string()
  .regex(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/, 'must be a code of ISO 3166 such as "GB" or "US-NJ"')
  .meta({ examples: ['GB', 'US-NJ'] });
