/** Links to files in terminals that open them (OSC 8). */
import { pathToFileURL } from 'node:url';

type Environment = Readonly<Record<string, string | undefined>>;

const PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio']);
const TERMINALS = /^(xterm-kitty|xterm-ghostty|alacritty|foot(-extra)?|wezterm)$/;

/** Whether a terminal is known to understand links. Others may print them as text. */
export function knowsLinks(environment: Environment): boolean {
  const {
    FORCE_HYPERLINK,
    TERM = '',
    TERM_PROGRAM = '',
    VTE_VERSION,
    WT_SESSION,
    KONSOLE_VERSION,
  } = environment;
  if (FORCE_HYPERLINK !== undefined) return FORCE_HYPERLINK !== '0' && FORCE_HYPERLINK !== '';
  if (environment.TMUX || environment.STY || environment.CI || /^(dumb|screen|tmux)/.test(TERM)) return false;
  // Version 0.50.0 of VTE crashes at links.
  if (VTE_VERSION !== undefined) return Number(VTE_VERSION) > 5000;
  return (
    PROGRAMS.has(TERM_PROGRAM) || TERMINALS.test(TERM) || Boolean(WT_SESSION) || Boolean(KONSOLE_VERSION)
  );
}

/** @param file absolute. @param text without control characters */
export function linkToFile(file: string, text: string): string {
  return `\u001b]8;;${pathToFileURL(file).href}\u001b\\${text}\u001b]8;;\u001b\\`;
}
