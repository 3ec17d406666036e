/** The setting `paidLinks`: addresses that the site is paid for, wherever texts link to them. */
import * as z from 'zod';

const RULE = 'must be a host such as "books.example", with a path "/shop" or a parameter "?tag" behind it';

/** `host`, `host/path`, `host?parameter` or `host/path?parameter=value`. */
const address = z
  .string()
  .regex(/^[^\s/?#@:]+(?:\/[^\s?#]*)?(?:\?[^\s&=#]+(?:=[^\s&#]*)?)?$/u, RULE)
  .refine((text) => URL.canParse(`https://${text}`), RULE);

/** The parts of a value of `rel`. */
const rel = z
  .string()
  .regex(/^[a-z]+(?: [a-z]+)*$/, 'must be words such as "sponsored nofollow noopener"')
  .refine((text) => text.split(' ').includes('sponsored'), 'must have the word "sponsored"');

export const paidLinks = z
  .strictObject({
    links: z
      .array(address)
      .default([])
      .describe(
        'Addresses that somebody pays for: a host with its subdomains, and if needed a path or a parameter that must be there. Links to them in texts get a word, `rel`, and a sentence before the text. The longest address decides.',
      )
      .meta({ examples: [['books.example', 'shop.example/partners', 'store.example?tag']] }),
    except: z
      .array(address)
      .default([])
      .describe('Addresses below these that nobody pays for, in the same form.')
      .meta({ examples: [['books.example/press']] }),
    rel: rel
      .default('sponsored nofollow noopener')
      .describe('What `rel` of such links says besides what it has.'),
  })
  .prefault({})
  .describe('Paid links within texts.');
