/** Owns opening a run: the same command goes on with the run that it began, anything else begins a new one. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../foundation/clock.ts';
import { UserError } from '../../foundation/errors.ts';
import { applyRecord, createRunState, type RunState } from '../calls/call-states.ts';
import { diskError, openJournal } from './journal.ts';
import type { JournalRecord } from './journal-records.ts';
import { loadPlans, type RunPlan, runsFolder, STATE_FOLDER, writePlan } from './run-folders.ts';
import { lockRun, type RunLock } from './run-lock.ts';

/** Milliseconds; a plan of thousands of topics takes a part of a second. */
const LONGEST_TURN = 60_000;

export type RecordCall = (record: JournalRecord) => Promise<void>;

export interface OpenRun {
  plan: RunPlan;
  folder: string;
  state: RunState;
  /** Writes a record to the journal, then takes it into the state. */
  record: RecordCall;
  resumed: boolean;
  /** Whether a crash had cut off the journal's last line. */
  torn: boolean;
  close(): Promise<void>;
}

/**
 * @param key of the request. @param isNew begins a new run whatever there is
 * @throws UserError where another process works on the same request
 */
export async function openRun(
  root: string,
  key: string,
  isNew: boolean,
  createPlan: () => RunPlan,
): Promise<OpenRun> {
  // One process at a time, or the same command given twice at the same moment would begin two runs.
  const turn = await waitForTurn(join(root, STATE_FOLDER));
  try {
    return await findOrBegin(root, key, isNew, createPlan);
  } finally {
    await turn.release();
  }
}

async function waitForTurn(folder: string): Promise<RunLock> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw diskError(folder, error);
  }
  const until = systemClock.now() + LONGEST_TURN;
  while (systemClock.now() < until) {
    const lock = await lockRun(folder);
    if (lock) return lock;
    await systemClock.sleep(50);
  }
  throw new UserError({
    message: 'another process has been beginning a run for a minute',
    hint: `see what it does; if there is none, delete ${STATE_FOLDER}/lock`,
  });
}

async function findOrBegin(
  root: string,
  key: string,
  isNew: boolean,
  createPlan: () => RunPlan,
): Promise<OpenRun> {
  if (!isNew) {
    for (const plan of loadPlans(root).reverse()) {
      if (plan.key !== key) continue;
      const run = await lockAndRead(root, plan, true);
      if (!run) {
        throw new UserError({
          message: `another process is at work on this very request (run ${plan.id})`,
          hint: 'wait for it, or give --new to begin a second run of the same',
        });
      }
      if (!run.state.ended) return run;
      await run.close();
      break;
    }
  }
  const plan = createPlan();
  writePlan(root, plan);
  const run = await lockAndRead(root, plan, false);
  if (!run) throw new Error(`the new run ${plan.id} is locked`);
  return run;
}

/** Opens a run that exists. @returns null where another process works on it */
export async function lockAndRead(root: string, plan: RunPlan, resumed: boolean): Promise<OpenRun | null> {
  const folder = join(runsFolder(root), plan.id);
  mkdirSync(folder, { recursive: true });
  const lock = await lockRun(folder);
  if (!lock) return null;
  try {
    const state = createRunState();
    const journal = await openJournal(join(folder, 'journal.jsonl'), (record) => applyRecord(state, record));
    return {
      plan,
      folder,
      state,
      record: async (record) => {
        if (!lock.isOurs()) {
          throw new UserError({
            message: `another process has taken run ${plan.id} over while this one slept`,
            hint: 'leave it to that one; nothing more was sent here',
          });
        }
        await journal.append(record);
        applyRecord(state, record);
      },
      resumed,
      torn: journal.torn,
      async close() {
        await journal.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
