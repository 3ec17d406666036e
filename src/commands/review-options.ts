/** Options of `articles review`. */
import type { OriginStatus } from '../generate/files/origin.ts';
import { choice, flag, parsed, text, type Values, wholeNumber } from './command.ts';

const STATUS: readonly OriginStatus[] = ['draft', 'needs-review', 'approved', 'rejected', 'published'];

export const REVIEW_OPTIONS = {
  status: choice('--status <status>', 'list only articles with this status', STATUS),
  locale: text('--locale <locale>', 'only articles of this locale'),
  older: parsed(
    '--older <days>',
    'list only texts that have waited for this many days',
    wholeNumber(0, 10_000),
  ),
  reviewer: text('--reviewer <name>', 'name of the reviewer (default: user.name and user.email of git)'),
  by: choice('--by <who>', 'who decides: person (default) or program', ['person', 'program']),
  sha256: text('--sha256 <hash>', 'decide only if the text has this hash, as list and show print it'),
  force: flag('--force', 'approve in spite of findings; needs --reason'),
  reason: text('--reason <text>', 'why the findings do not matter, or why the text is rejected'),
  model: text('--model <name>', 'with submit: the model or the system that wrote the text'),
};
export type ReviewCommandOptions = Values<typeof REVIEW_OPTIONS>;
