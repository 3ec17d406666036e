/** Owns the thread that looks at the outputs. */
import { parentPort, workerData } from 'node:worker_threads';
import { type LookStart, outputsStand } from './outputs-stand.ts';

const start: LookStart = workerData;
parentPort?.postMessage(outputsStand(start));
