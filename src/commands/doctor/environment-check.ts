/** The result of looking at one thing that a site depends on. */

/** "note": nothing is wrong, but something does not work until it is set up. */
export interface Check {
  name: string;
  state: 'ok' | 'note' | 'warning' | 'error';
  message: string;
  /** What to do. */
  hint?: string;
}
