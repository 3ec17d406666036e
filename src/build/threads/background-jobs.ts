/** The jobs that no page waits for. They load large libraries, so a thread runs them while pages are rendered. */
import { createSocialDrawing } from '../../pictures/draw-social.ts';
import { pickBackground, renderIcon, resizeLogo } from '../../pictures/raster.ts';
import { planServiceWorker, prepareServiceWorker } from '../outputs/plan-service-worker.ts';

export type BackgroundJobs = ReturnType<typeof createBackgroundJobs>;

/** The question to the thread. */
export interface BackgroundCall {
  job: keyof BackgroundJobs;
  input: unknown;
}

export function createBackgroundJobs() {
  return {
    renderIcon,
    pickBackground,
    resizeLogo,
    drawSocialImage: createSocialDrawing(),
    planServiceWorker,
    prepareServiceWorker,
  };
}
