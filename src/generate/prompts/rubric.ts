/** Loads the rubric of the judge: a text with a second-level heading for each criterion. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { withoutByteOrderMark } from '../../config/utf8.ts';
import { UserError } from '../../foundation/errors.ts';
import { hashJson } from '../../foundation/json.ts';
import { packageFile } from '../../foundation/package-files.ts';
import { isWithin } from '../../foundation/paths.ts';
import { siteFile } from '../../foundation/site-folders.ts';
import { blankComments } from './prompt-files.ts';

export type JudgeSettings = NonNullable<SiteConfig['generate']['judge']>;

export type Rubric = ReturnType<typeof loadRubric>;

const SHIPPED = 'templates/prompts/rubric.md';

/** A site without the file has the rubric of the package. @throws UserError for a rubric that cannot be used */
export function loadRubric(root: string, { rubric: file, block }: JudgeSettings) {
  const found = siteFile(root, file);
  const path = resolve(root, found);
  const fail = (message: string, hint: string) => {
    throw new UserError({ file, code: 'invalid-prompt', message, hint });
  };
  if (!isWithin(resolve(root, file), root))
    fail('the rubric is outside the site', 'name a file below the site, such as prompts/rubric.md');
  const isOwn = existsSync(path);
  if (!isOwn && file !== 'prompts/rubric.md')
    fail('there is no such file', 'correct generate.judge.rubric in site-config.json');
  const text = blankComments(withoutByteOrderMark(readFileSync(isOwn ? path : packageFile(SHIPPED), 'utf8')));
  const criteria = Array.from(text.matchAll(/^##[ \t]+([a-z][a-z0-9-]*)[ \t]*$/gm), ([, name = '']) => name);
  if (criteria.length === 0)
    fail('the rubric has no criterion', 'add a heading such as "## promise" for each criterion');
  for (const name of block)
    if (!criteria.includes(name))
      fail(
        `the rubric has no criterion "${name}", which generate.judge.block names`,
        `use ${criteria.join(', ')}`,
      );
  return { file: isOwn ? found : SHIPPED, text: text.trim(), criteria, hash: hashJson(text).slice(0, 16) };
}
