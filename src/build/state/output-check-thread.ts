/** The thread of an output check. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkOutputs, type OutputCheckTask } from './output-check.ts';
import { openState } from './state-file.ts';

const { stateFile, out, claimed }: OutputCheckTask = workerData;
const stored = openState(stateFile);
parentPort?.postMessage(stored !== null && checkOutputs(stored, out, claimed));
