/** Loads an article to translate, split into sections. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArticle } from '../../content/article/parse-article.ts';
import { parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import { UserError } from '../../foundation/errors.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { Section } from '../prompts/answer-schemas.ts';

export type Original = ReturnType<typeof loadOriginal>;

/** @param file relative to the root. @throws UserError for an invalid article */
export function loadOriginal(root: string, locale: LocaleCode, file: string) {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\uFEFF/, '');
  const key = file.replace(/^content\/[^/]+\/articles\//, '').replace(/\.md$/, '');
  const { meta, problems } = parseArticle({ file, locale, key }, text, '');
  const front = parseFrontMatter(text);
  if (!meta || 'message' in front) {
    const { message = 'the article cannot be read', hint = 'correct it first' } = problems[0] ?? {};
    throw new UserError({ file, message, hint });
  }
  const { title, description, entities, status } = meta;
  const sections = splitSections(text.slice(front.bodyStart));
  /** Rejected, or failed its checks: not translated. */
  const withheld = status === 'withheld';
  return { title, description, entities, sections, withheld };
}

/** The text before the first second-level heading, then one section for each such heading. */
function splitSections(body: string): Section[] {
  const sections: Section[] = [];
  let heading = '';
  let lines: string[] = [];
  let fence: string | null = null;
  const end = () => {
    const text = lines.join('\n').trim();
    if (heading || text) sections.push({ number: sections.length + 1, heading, text });
  };
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]?.slice(0, 3);
    if (mark) fence = fence === null ? mark : fence === mark ? null : fence;
    const found = fence === null ? /^ {0,3}##[ \t]+(.+?)[ \t#]*$/.exec(line)?.[1] : undefined;
    if (found === undefined) lines.push(line);
    else {
      end();
      heading = found;
      lines = [];
    }
  }
  end();
  return sections;
}
