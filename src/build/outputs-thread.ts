/** Owns the thread that looks at the outputs. */
import { parentPort, workerData } from 'node:worker_threads';
import { type LookPart, outputsStand } from './outputs-stand.ts';

const start: LookPart = workerData;
parentPort?.postMessage(outputsStand(start));
