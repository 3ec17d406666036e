/** Options of `articles review`. */
import type { OriginStatus } from '../generate/files/origin.ts';
import { choice, flag, text, type Values } from './command.ts';

const STATUS: readonly OriginStatus[] = ['draft', 'needs-review', 'approved', 'rejected', 'published'];

export const REVIEW_OPTIONS = {
  status: choice('--status <status>', 'list only articles with this status', STATUS),
  locale: text('--locale <locale>', 'list only this locale'),
  reviewer: text('--reviewer <name>', 'name of the reviewer (default: user.name and user.email of git)'),
  force: flag('--force', 'approve in spite of findings; needs --reason'),
  reason: text('--reason <text>', 'why the findings do not matter'),
};
export type ReviewCommandOptions = Values<typeof REVIEW_OPTIONS>;
