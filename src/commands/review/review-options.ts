/** Owns what `articles review` is asked: its actions and options. */
import type { OriginStatus } from '../../generate/files/origin.ts';

export interface ReviewCommandOptions {
  status?: OriginStatus;
  locale?: string;
  reviewer?: string;
  force?: boolean;
}

export const REVIEW_STATUS = [
  'draft',
  'needs-review',
  'approved',
  'rejected',
  'published',
] as const satisfies readonly OriginStatus[];

export const REVIEW_ACTIONS = ['list', 'show', 'approve', 'reject'];
