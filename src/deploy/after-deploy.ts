/** Runs the actions after a deploy, and records them. A dry run only names them. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { Reporter } from '../foundation/report.ts';
import type { ActionResult } from '../results/deploy-results.ts';
import type { PlannedAction, ReleaseChange } from './after/after-action.ts';
import { type AfterDeploy, planActions, runActions } from './after/run-actions.ts';
import type { ObjectChange } from './plan/change-set.ts';
import { writeAfterRecord } from './releases/after-records.ts';
import {
  loadPending,
  mergeChanges,
  type PendingActions,
  removePending,
  savePending,
} from './releases/pending-actions.ts';
import { findHome, isIndexed, type TargetChoice } from './resolve-target.ts';
import { ConflictError } from './targets/target.ts';
import type { TargetClient } from './targets/target-client.ts';
import { addressOf } from './verify/expected-answers.ts';

export interface AfterOptions {
  target: TargetClient;
  reporter: Reporter;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Between two requests of this deploy, the end of another one may change what is pending. */
const ATTEMPTS = 5;

/** Secrets are read from `environment` and sent to the services of the settings, nowhere else. */
export function createAfterDeploy(
  config: SiteConfig,
  choice: TargetChoice,
  { target, reporter, environment }: AfterOptions,
): AfterDeploy {
  const plan = (release: string, changes: readonly ReleaseChange[]) =>
    planActions(config.deploy.after, {
      site: config.shortName,
      environment: choice.preview === undefined ? choice.env : `preview ${choice.preview}`,
      target: target.url,
      release,
      home: findHome(config, choice),
      indexed: isIndexed(choice),
      changes,
    });
  /** Without actions nothing is pending, and no request asks for it. */
  const hasActions = Object.keys(config.deploy.after).length > 0;
  /** What `prepare` has saved. */
  let saved: Saved | null = null;

  /** Keeps what has failed, so that the next deploy does it again. */
  const record = async (id: string, results: ActionResult[], { changes, stored }: Saved) => {
    const due = results.filter(({ ok }) => !ok).map(({ action }) => action);
    if (due.length > 0) await savePending(target, { changes, due }, stored);
    else await removePending(target, stored);
    if (results.length > 0) await writeAfterRecord(target, id, { version: 1, release: id, actions: results });
  };
  return {
    async prepare({ changes, release, current }, leased) {
      if (!hasActions) return;
      for (let attempt = 1; ; attempt++) {
        const earlier = await loadPending(target);
        if (earlier?.fault) reporter.warn(earlier.fault);
        const all = mergeChanges(earlier?.changes ?? [], listReleaseChanges(changes));
        const due = plan(release?.id ?? current ?? '', all).map(({ name }) => name);
        if (due.length === 0) return;
        try {
          const stored = await savePending(leased, { changes: all, due }, earlier?.stored ?? null);
          saved = { changes: all, stored };
          return;
        } catch (error) {
          if (!(error instanceof ConflictError) || attempt === ATTEMPTS) throw error;
        }
      }
    },
    async run({ changes, release, current }, dryRun) {
      if (!hasActions) return [];
      const id = release?.id ?? current ?? '';
      const earlier = saved ? null : await loadPending(target);
      if (earlier?.fault) reporter.warn(earlier.fault);
      const actions = chooseActions(
        plan(id, saved?.changes ?? mergeChanges(earlier?.changes ?? [], listReleaseChanges(changes))),
        changes.length === 0 ? earlier : null,
      );
      if (dryRun) {
        for (const { description } of actions) reporter.info(`after the deploy, it would ${description}`);
        return actions.map(({ name: action, description }) => ({
          action,
          description,
          ok: true,
          requests: 0,
        }));
      }
      const pending = saved ?? earlier;
      if (!pending) return [];
      const results = await runActions(actions, { reporter, environment, root: config.root });
      try {
        await record(id, results, pending);
      } catch {
        reporter.warn({
          code: 'record-not-written',
          message: `the record of what was done after ${id} could not be written`,
          hint: 'the release and the actions are complete; the next deploy repeats the actions',
        });
      }
      return results;
    },
  };
}

type Saved = Pick<PendingActions, 'changes' | 'stored'>;

/** A deploy that changes nothing repeats only what an earlier one could not do. */
function chooseActions(actions: PlannedAction[], earlier: PendingActions | null): PlannedAction[] {
  return earlier ? actions.filter(({ name }) => earlier.due.includes(name)) : actions;
}

const ACTIONS = { create: 'added', replace: 'changed', delete: 'removed' } as const;

/** Leaves out hashed assets, whose addresses are new, and files with new headers only. */
function listReleaseChanges(changes: readonly ObjectChange[]): ReleaseChange[] {
  return changes.flatMap(({ action, kind, name }) => {
    if (action === 'headers' || action === 'retire' || kind === 'asset') return [];
    return [{ action: ACTIONS[action], path: addressOf({ name, kind }), kind }];
  });
}
