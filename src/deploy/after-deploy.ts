/** Runs the actions after a deploy, and records them. A dry run only names them. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { Reporter } from '../foundation/report.ts';
import type { ReleaseChange, Released } from './after/after-action.ts';
import { type AfterDeploy, planActions, runActions } from './after/run-actions.ts';
import type { Change } from './plan/change-set.ts';
import { writeAfterRecord } from './releases/after-records.ts';
import { findHome, isIndexed, type TargetChoice } from './resolve-target.ts';
import type { TargetClient } from './targets/target-client.ts';
import { addressOf } from './verify/expected-answers.ts';

export interface AfterOptions {
  target: TargetClient;
  reporter: Reporter;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Secrets are read from `environment` and sent to the services of the settings, nowhere else. */
export function createAfterDeploy(
  config: SiteConfig,
  choice: TargetChoice,
  { target, reporter, environment }: AfterOptions,
): AfterDeploy {
  return async (plan, dryRun) => {
    const id = plan.release?.id ?? plan.current ?? '';
    const released: Released = {
      site: config.shortName,
      environment: choice.preview === undefined ? choice.env : `preview ${choice.preview}`,
      target: target.url,
      release: id,
      home: findHome(config, choice),
      indexed: isIndexed(choice),
      changes: listReleaseChanges(plan.changes),
    };
    const actions = planActions(config.deploy.after, released);
    if (dryRun) {
      for (const { description } of actions) reporter.info(`after the deploy, it would ${description}`);
      return actions.map(({ name, description }) => ({ action: name, description, ok: true, requests: 0 }));
    }
    if (actions.length === 0) return [];
    const results = await runActions(actions, { reporter, environment });
    try {
      await writeAfterRecord(target, id, { version: 1, release: id, actions: results });
    } catch {
      const hint = 'the release and the actions are complete; only their record is missing';
      reporter.warn({
        code: 'record-not-written',
        message: `the record of what was done after ${id} could not be written`,
        hint,
      });
    }
    return results;
  };
}

const ACTIONS = { create: 'added', replace: 'changed', delete: 'removed' } as const;

/** Leaves out hashed assets, whose addresses are new, and files with new headers only. */
function listReleaseChanges(changes: readonly Change[]): ReleaseChange[] {
  return changes.flatMap(({ action, kind, name }) => {
    if (action === 'headers' || action === 'retire' || kind === 'asset') return [];
    return [{ action: ACTIONS[action], path: addressOf({ name, kind }), kind }];
  });
}
