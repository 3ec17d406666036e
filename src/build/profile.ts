/** Owns CPU profiles of a build, of the main thread. */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** Runs the work under the profiler and writes the profile, also where the work fails. @param file absolute path */
export async function profileCall<T>(file: string, work: () => Promise<T>): Promise<T> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  try {
    return await work();
  } finally {
    const { profile } = await session.post('Profiler.stop');
    writeFileSync(file, JSON.stringify(profile));
    session.disconnect();
  }
}
