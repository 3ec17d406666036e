/** Reads the ledger of paid links, content/offers.yaml, and the owner's record of rules, content/notices.yaml. */
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import { httpUrl, localeCode, market } from '../../config/schema-parts.ts';
import { createProblems, finding, type Problem, type Problems } from '../../foundation/errors.ts';
import { splitLayer } from '../../foundation/layers.ts';
import { DATE_PATTERN, parseArticleDate, type WrittenDate } from '../article/dates.ts';
import { listOfferFiles } from './content-files.ts';
import { loadDocument, parseData } from './edition-data.ts';

const line = z.string().trim().min(1);
/** A name of the ledger. */
export const ledgerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be a name of a-z, 0-9 and "-", such as "acme-welcome"');
const kind = ledgerName.describe('A word of the site for what is offered. Notices refer to it.').meta({
  examples: ['betting', 'books'],
});

/** A date with its text, whose clock readers see. */
export type LedgerDate = WrittenDate & { text: string };

/** A day of the site, or an instant with its offset. */
const date = z
  .string()
  .meta({ pattern: DATE_PATTERN, examples: ['2027-01-31', '2027-01-31T23:59:00+00:00'] })
  .transform((text, context): LedgerDate => {
    const parsed = parseArticleDate(text);
    if (typeof parsed !== 'string') return { ...parsed, text };
    const params = { hint: 'write a day such as 2027-01-31, or a time with its offset' };
    context.addIssue({ code: 'custom', message: `is not valid: ${parsed}`, params });
    return z.NEVER;
  });

const MODELS = ['flat', 'click', 'sale', 'share'] as const;
const model = z.enum(MODELS);

/** What a notice may ask of an offer. All but `model` is shown beside the offer then. */
const NEEDS = [
  'terms',
  'eligibility',
  'until',
  'licence',
  'legal',
  'number',
  'site',
  'erid',
  'model',
] as const;
export type Need = (typeof NEEDS)[number];

const advertiser = z.strictObject({
  name: line.describe('Name that readers know.').meta({ examples: ['Acme Books'] }),
  legal: line
    .optional()
    .describe('Name of the company. Shown where a notice needs it.')
    .meta({ examples: ['Acme Books Ltd'] }),
  number: line
    .optional()
    .describe('Its number, as readers know it. Shown where a notice needs it.')
    .meta({ examples: ['HRB 12345'] }),
  site: httpUrl.optional().describe('Its own site. Shown where a notice needs it.'),
  licences: z
    .array(
      z.strictObject({
        market: market.describe('Where it holds.'),
        register: line.describe('Who gave it.').meta({ examples: ['Register of Traders'] }),
        number: line.describe('Its number there.').meta({ examples: ['B-1207'] }),
        until: date.optional().describe('Its last day. `articles check` asks a week before.'),
      }),
    )
    .default([])
    .describe('Licences. Shown where a notice needs one.'),
});

const text = z.strictObject({
  url: httpUrl.describe('Where the link leads.').meta({ examples: ['https://acme.example/?btag=42'] }),
  text: line
    .describe('Words of the link where a directive shows the offer.')
    .meta({ examples: ['Three books for two'] }),
  terms: line
    .optional()
    .describe('The important conditions. They stand beside each link.')
    .meta({ examples: ['New customers only.'] }),
  eligibility: line
    .optional()
    .describe('For whom the offer is. Needed where an edition has readers in other markets too.')
    .meta({ examples: ['For readers in the United Kingdom.'] }),
  erid: z
    .string()
    .regex(/^[\w.~-]+$/, 'must be letters, digits, "-", "_", "." and "~"')
    .meta({ examples: ['2VtzqxAbCd'] })
    .optional()
    .describe(
      'The identifier of this text. Where a notice needs it, it is part of the address, and readers see it.',
    ),
});

const offer = z.strictObject({
  advertiser: ledgerName.describe('A name of `advertisers`.').meta({ examples: ['acme'] }),
  class: kind,
  markets: z.array(market).default([]).describe('Where it holds. Everywhere without them.'),
  from: date.optional().describe('First day, in the time zone of the site, or instant.'),
  until: date
    .optional()
    .describe(
      'Last day, itself included, or the instant of its end. Shown. (`expires` of an article is the first day without it.)',
    ),
  reviewBy: date.optional().describe('Day for the editors. Default: 7 days before `until`.'),
  model: model.optional().describe('How the site is paid. Never shown.'),
  contract: line
    .optional()
    .describe('Own number of the contract. Never published.')
    .meta({ examples: ['C-2026-17'] }),
  fallback: z
    .string()
    .regex(/^\/(?!\/)\S*$/, 'must be a path of the site such as "/articles/bookshops"')
    .optional()
    .describe('Page that links lead to while the offer is not shown. Without it they are plain text.')
    .meta({ examples: ['/articles/bookshops'] }),
  texts: z.record(localeCode, text).describe('The offer in each language.'),
});

export const offersSchema = z.strictObject({
  advertisers: z
    .record(ledgerName, advertiser)
    .default({})
    .describe('The advertisers, by a name of your own.'),
  offers: z
    .record(ledgerName, offer)
    .default({})
    .describe('The offers that advertisers pay for, by a name of your own.'),
});

const record = z.strictObject({
  class: z.union([z.literal('*'), kind]).describe('A class of offers, or "*" for what holds of all of them.'),
  market: z
    .union([market, z.array(market).min(1)])
    .transform((one) => [one].flat())
    .describe('A market, or a list of markets.'),
  show: z
    .record(localeCode, line)
    .optional()
    .describe('Words that stand beside each such offer, by locale.')
    .meta({ examples: [{ en_US: 'Prices may change.' }] }),
  needs: z
    .array(z.enum(NEEDS))
    .default([])
    .describe('Fields that such an offer must have. Readers see them beside it, but for `model`.'),
  forbid: z.boolean().default(false).describe('Such offers are not shown to editions with this market.'),
  forbidModels: z
    .array(model)
    .default([])
    .describe('Offers that are paid in one of these ways are not shown.'),
  source: httpUrl.describe('Where the rule stands.'),
  checked: date.describe('When somebody read it.'),
  by: line.describe('Who read it.').meta({ examples: ['A. Reed'] }),
  reviewBy: date.describe('When somebody must read it again.'),
});

export const noticesSchema = z.array(record);

/** Where an entry stands. */
export interface Filed {
  /** Relative to the root. */
  file: string;
  field: readonly PropertyKey[];
}
export type Advertiser = z.output<typeof advertiser> & Filed;
export type Offer = z.output<typeof offer> &
  Filed & {
    /** True for an offer of a layer that the site has not taken. */
    isWithheld: boolean;
  };
export type OfferText = z.output<typeof text>;
export type Notice = z.output<typeof record> & Filed;

export interface Ledger {
  advertisers: ReadonlyMap<string, Advertiser>;
  offers: ReadonlyMap<string, Offer>;
  notices: readonly Notice[];
}

export const NO_LEDGER: Ledger = { advertisers: new Map(), offers: new Map(), notices: [] };

/** Problems are collected. A site without these files has an empty ledger. */
export async function loadLedger(
  { root, offers: { fromLayers } }: Pick<SiteConfig, 'root' | 'offers'>,
  problems: Problems,
): Promise<Ledger> {
  const files = listOfferFiles(root);
  const advertisers = new Map<string, Advertiser>();
  const offers = new Map<string, Offer>();
  const notices: Notice[] = [];
  const add = <Entry extends Filed>(known: Map<string, Entry>, name: string, entry: Entry) => {
    const first = known.get(name);
    if (!first) known.set(name, entry);
    else {
      const message = `${first.file} has the name "${name}" too`;
      problems.error(
        finding('invalid-value', message, 'give one of them another name', { file: entry.file }),
      );
    }
  };
  for (const file of files.offers) {
    const read = await loadDocument(root, file, offersSchema, problems, null);
    for (const [name, entry] of Object.entries(read?.advertisers ?? {}))
      add(advertisers, name, { ...entry, file, field: ['advertisers', name] });
    for (const [name, entry] of Object.entries(read?.offers ?? {}))
      add(offers, name, {
        ...{ ...entry, file, field: ['offers', name] },
        isWithheld: splitLayer(root, file).layer !== null && !fromLayers.includes(name),
      });
  }
  for (const file of files.notices) {
    const read = await loadDocument(root, file, noticesSchema, problems, null);
    for (const [index, entry] of (read ?? []).entries()) notices.push({ ...entry, file, field: [index] });
  }
  return { advertisers, offers, notices };
}

/** The problems of a file of the ledger, or of the notices, with this content beside the others. @param file relative to the root */
export async function findLedgerProblems(
  config: Pick<SiteConfig, 'root' | 'offers'>,
  file: string,
  bytes: Buffer,
): Promise<readonly Problem[]> {
  if (/^content\/notices\./.test(file)) {
    const notices = await parseData(file, bytes, noticesSchema);
    return notices.ok ? [] : notices.problems;
  }
  const own = await parseData(file, bytes, offersSchema);
  if (!own.ok) return own.problems;
  const { advertisers, offers } = await loadLedger(config, createProblems());
  const others = <Entry extends Filed>(all: ReadonlyMap<string, Entry>) =>
    [...all].filter(([, entry]) => entry.file !== file);
  const report = (field: readonly string[], message: string, hint: string) =>
    finding('invalid-value', `"${field.join('.')}": ${message}`, hint, { file, field });
  const names = new Set([
    ...Object.keys(own.value.advertisers),
    ...others(advertisers).map(([name]) => name),
  ]);
  const here = Object.entries(own.value.offers).map(([name, { advertiser }]) => [name, advertiser] as const);
  const there = others(offers).map(([name, { advertiser }]) => [name, advertiser] as const);
  const unknown = [...here, ...there].filter(([, advertiser]) => !names.has(advertiser));
  const twice = [
    ...others(advertisers).flatMap(([name]) => (own.value.advertisers[name] ? [['advertisers', name]] : [])),
    ...others(offers).flatMap(([name]) => (own.value.offers[name] ? [['offers', name]] : [])),
  ];
  return [
    ...unknown.map(([name, advertiser]) =>
      report(['offers', name, 'advertiser'], `there is no advertiser "${advertiser}"`, 'add it first'),
    ),
    ...twice.map((field) => report(field, 'another file has this name too', 'give it another name')),
  ];
}

/** What readers get of an offer. Plain JSON. */
export interface ShownOffer {
  /** Name of the advertiser. */
  advertiser: string;
  class: string;
  url: string;
  /** Words of the link where a directive shows it. */
  text: string;
  /** What stands beside each link: conditions, end, and what notices need. */
  beside: readonly string[];
}

/** Why an edition does not show an offer. */
export type Hidden = 'scheduled' | 'expired' | 'elsewhere' | 'forbidden' | 'untranslated' | 'of-layer';

/** `fallback` is the address that links lead to while it is hidden. */
export type OfferState = { fallback: string | null } & (
  | { shown: ShownOffer; hidden?: undefined }
  | { shown?: undefined; hidden: Hidden }
);

/** By the name of the offer. */
export type OfferStates = Readonly<Record<string, OfferState>>;
