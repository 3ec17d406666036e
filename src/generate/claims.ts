/** Owns the agreement between runs that work at once: who claims a slug and a title first has it. */
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { isNearTitle } from './similarity.ts';

const claimSchema = z.object({
  at: z.number(),
  run: z.string(),
  article: z.string(),
  locale: z.string(),
  slug: z.string(),
  title: z.string(),
});
export type Claim = z.output<typeof claimSchema>;

export interface Claims {
  /** Appends the claim, then reads what others claimed before it: a file that is only appended to has one order. */
  claim(claim: Claim): Promise<'ours' | 'slug-taken' | 'title-taken'>;
  close(): Promise<void>;
}

/** Older claims are articles by now, which the corpus has read. */
const RECENT = 120_000;

export async function openClaims(path: string): Promise<Claims> {
  mkdirSync(dirname(path), { recursive: true });
  const file = await open(path, 'a+');
  const opened = Date.now();
  // Claims of other runs, those of this run left out, so that memory stays flat.
  const others: Claim[] = [];
  let offset = 0;
  let rest = '';

  const readMore = async (run: string): Promise<Claim[]> => {
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
    others.push(...fresh.filter((claim) => claim.run !== run));
    return fresh;
  };

  // One claim after another, or a claim would read another's lines.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    claim(claim) {
      const result = turn.then(async (): Promise<'ours' | 'slug-taken' | 'title-taken'> => {
        await file.appendFile(`${encodeURIComponent(JSON.stringify(claim))}\n`);
        const known = others.length;
        const fresh = await readMore(claim.run);
        const own = fresh.findLastIndex(
          (other) => other.run === claim.run && other.article === claim.article,
        );
        const later = new Set(fresh.slice(own + 1).filter((other) => other.run !== claim.run));
        const before = [
          ...others.slice(0, known),
          ...others.slice(known).filter((other) => !later.has(other)),
        ];
        const rivals = before.filter((other) => other.locale === claim.locale);
        if (rivals.some(({ title }) => isNearTitle(title, claim.title))) return 'title-taken';
        return rivals.some(({ slug }) => slug === claim.slug) ? 'slug-taken' : 'ours';
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
