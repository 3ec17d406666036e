/** Owns the thread that looks at the outputs. */
import { parentPort, workerData } from 'node:worker_threads';
import { type LookPart, outputsStand } from './output-check.ts';

const start: LookPart = workerData;
parentPort?.postMessage(outputsStand(start));
