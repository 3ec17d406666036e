/** Says what `articles deploy` is asked to do: its options are parsed once, into one action. */
import { UserError } from '../foundation/errors.ts';

/** One thing to do, with what only that needs. */
export type Action =
  /** Creates the target and its settings, or lists its previews. */
  | { kind: 'init' | 'previews' }
  | { kind: 'remove'; preview: string }
  /** `release` is null for the previous one. */
  | { kind: 'rollback'; release: string | null }
  /** `file` is the HTML file to write; null for the terminal only. */
  | { kind: 'diff'; file: string | null }
  /** `summary` is a Markdown file to write; `label` the name that the parts of a sharded release share. */
  | { kind: 'deploy'; summary: string | undefined; label: string | null };

export const VERBS: Readonly<Record<Action['kind'], string>> = {
  init: 'set up',
  previews: 'list the previews of',
  remove: 'remove',
  rollback: 'roll back',
  diff: 'deploy to',
  deploy: 'deploy to',
};

/** The options of the command that choose an action. */
interface ActionOptions {
  init: boolean;
  previews: boolean;
  remove: boolean;
  preview: string | undefined;
  rollback: string | boolean;
  diff: string | boolean;
  summary: string | undefined;
  label: string | null;
}

/** @throws UserError for options of two actions */
export function parseAction(options: ActionOptions): Action {
  const { init, previews, remove, preview, rollback, diff, summary, label } = options;
  const refuse = (message: string, hint: string): never => {
    throw new UserError({ code: 'conflicting-options', message, hint });
  };
  const chosen = Object.entries({ init, previews, remove, rollback, diff }).filter(
    ([, value]) => value !== false,
  );
  const ofDeploy = Object.entries({ summary, release: label ?? undefined }).filter(
    ([, value]) => value !== undefined,
  );
  const [one, other] = [...chosen, ...ofDeploy].map(([name]) => name);
  if (chosen.length > 0 && other !== undefined)
    refuse(`--${one} and --${other} are two things to do`, 'leave one of them out');
  if (init) return { kind: 'init' };
  if (previews) return { kind: 'previews' };
  if (remove)
    return preview === undefined
      ? refuse('--remove needs the name of a preview', 'use --preview NAME --remove; --previews lists them')
      : { kind: 'remove', preview };
  if (rollback !== false) return { kind: 'rollback', release: rollback === true ? null : rollback };
  if (diff !== false) return { kind: 'diff', file: diff === true ? null : diff };
  return { kind: 'deploy', summary, label };
}
