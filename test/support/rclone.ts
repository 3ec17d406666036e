/** Runs rclone, a client of many stores that this project did not write. */
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { describeMissing } from '../../scripts/test-tools.mjs';

/**
 * @param args `remote:` is the server
 * @param remote its settings, as in a configuration file of rclone
 * @returns stdout @throws when rclone is not installed, or fails
 */
export async function runRclone(
  args: readonly string[],
  remote: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn('rclone', ['--config', '/dev/null', '--retries', '1', ...args], {
    env: {
      // Nothing else of the environment: it may configure the AWS library in rclone.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...Object.fromEntries(
        Object.entries(remote).map(([name, value]) => [`RCLONE_CONFIG_REMOTE_${name.toUpperCase()}`, value]),
      ),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', (error) => reject(new Error(`${describeMissing('rclone')} (${error.message})`)));
  });
  const [stdout, stderr] = await output;
  if (code !== 0) throw new Error(`rclone ended with ${code}: ${stderr}`);
  return stdout.toString();
}

/** The settings of a server that speaks the protocol of S3. */
export const s3Remote = (endpoint: string, keyId: string, secret: string) => ({
  type: 's3',
  provider: 'Minio',
  endpoint,
  access_key_id: keyId,
  secret_access_key: secret,
  region: 'us-east-1',
});
