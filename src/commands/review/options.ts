/** Owns what `articles review` is asked: its actions and options. */

export interface ReviewCommandOptions {
  status?: string;
  locale?: string;
  reviewer?: string;
  force?: boolean;
}

export const REVIEW_ACTIONS = ['list', 'show', 'approve', 'reject'];
