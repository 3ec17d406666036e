/** Owns the agreement between articles that are written at once, in one run or in several: who claims a slug and a title first has it. */
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { createTitleIndex, type TitleIndex } from '../checks/similarity.ts';

const claimSchema = z.object({
  at: z.number(),
  run: z.string(),
  article: z.string(),
  locale: z.string(),
  slug: z.string(),
  title: z.string(),
});
export type Claim = z.output<typeof claimSchema>;

/** What another article claimed before. */
export interface Verdict {
  titleTaken: boolean;
  slugTaken: boolean;
}

export interface Claims {
  /** Appends the claim, then reads what others claimed before it: a file that is only appended to has one order. */
  claim(claim: Claim): Promise<Verdict>;
  close(): Promise<void>;
}

/** Older claims are articles by now, which the corpus has read. */
const RECENT = 120_000;

export async function openClaims(path: string): Promise<Claims> {
  mkdirSync(dirname(path), { recursive: true });
  const file = await open(path, 'a+');
  const opened = Date.now();
  // Slugs and titles claimed so far, by locale.
  const rivals = new Map<string, { titles: TitleIndex; slugs: Set<string> }>();
  const rivalsIn = (locale: string) => {
    const known = rivals.get(locale) ?? { titles: createTitleIndex(), slugs: new Set<string>() };
    rivals.set(locale, known);
    return known;
  };
  const admit = (claims: readonly Claim[], run: string) => {
    for (const claim of claims) {
      // What this run claimed before it was cut off is in the corpus, or will be claimed by the same article.
      if (claim.run === run && claim.at < opened) continue;
      rivalsIn(claim.locale).titles.add(claim.title);
      rivalsIn(claim.locale).slugs.add(claim.slug);
    }
  };
  let offset = 0;
  let rest = '';

  const readMore = async (): Promise<Claim[]> => {
    const fresh: Claim[] = [];
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, offset);
      if (bytesRead === 0) break;
      offset += bytesRead;
      const lines = (rest + buffer.toString('latin1', 0, bytesRead)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const claim = parseClaim(line);
        if (claim && claim.at > opened - RECENT) fresh.push(claim);
      }
    }
    return fresh;
  };

  // One claim after another, or a claim would read another's lines.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    claim(claim) {
      const result = turn.then(async (): Promise<Verdict> => {
        await file.appendFile(`${encodeURIComponent(JSON.stringify(claim))}\n`);
        const fresh = await readMore();
        const own = fresh.findLastIndex(({ run, article }) => run === claim.run && article === claim.article);
        admit(fresh.slice(0, own), claim.run);
        const { titles, slugs } = rivalsIn(claim.locale);
        const verdict = { titleTaken: titles.find(claim.title) >= 0, slugTaken: slugs.has(claim.slug) };
        admit(fresh.slice(own), claim.run);
        return verdict;
      });
      turn = result.catch(() => undefined);
      return result;
    },
    close: () => file.close(),
  };
}

function parseClaim(line: string): Claim | null {
  try {
    return claimSchema.parse(JSON.parse(decodeURIComponent(line)));
  } catch {
    return null;
  }
}
