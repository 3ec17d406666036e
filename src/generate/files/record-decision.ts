/** Records decisions about generated articles, and keeps the texts that readers may get. */
import { type Decision, recordDecisions } from '../../content/article/approvals.ts';
import { dropObsoleteTexts, identityOf, keepText } from '../../content/article/approved-texts.ts';
import { describeSources, describeVerdict, type Origin } from './origin.ts';

export type NewDecision = Pick<Decision, 'decision' | 'reviewer' | 'by'> &
  Partial<Pick<Decision, 'findings' | 'overruled' | 'policy' | 'reason' | 'time'>>;

/** The text that a decision is about. */
interface Decided {
  file: string;
  sha256: string;
  /** The whole file, as readers may get it from now on. */
  content: string;
  origin: Origin;
}

/**
 * Records one decision about each text. An approved text is kept before its decision is recorded, so that a crash between
 * the two leaves readers what they had.
 */
export async function recordVerdicts(
  root: string,
  texts: readonly Decided[],
  verdict: NewDecision,
): Promise<void> {
  const { findings = [], overruled = [], time = new Date().toISOString(), ...rest } = verdict;
  if (verdict.decision !== 'rejected')
    for (const { sha256, content } of texts) keepText(root, sha256, content);
  await recordDecisions(
    root,
    texts.map(({ file, sha256, origin }): Decision => {
      const judge = describeVerdict(origin);
      const sources = describeSources(root, origin);
      return {
        file,
        sha256,
        time,
        findings,
        overruled,
        judge,
        sources,
        article: identityOf(origin),
        ...rest,
      };
    }),
  );
  dropObsoleteTexts(root);
}
