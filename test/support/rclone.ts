/** Runs rclone, a client of S3 that this project did not write. */
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** @param args `remote:` is the server. @returns stdout @throws when rclone is not installed, or fails */
export async function runRclone(
  args: readonly string[],
  server: { url: string; keyId: string; secret: string },
): Promise<string> {
  const child = spawn('rclone', ['--config', '/dev/null', '--retries', '1', ...args], {
    env: {
      // Nothing else of the environment: it may configure the AWS library in rclone.
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      RCLONE_CONFIG_REMOTE_TYPE: 's3',
      RCLONE_CONFIG_REMOTE_PROVIDER: 'Minio',
      RCLONE_CONFIG_REMOTE_ENDPOINT: server.url,
      RCLONE_CONFIG_REMOTE_ACCESS_KEY_ID: server.keyId,
      RCLONE_CONFIG_REMOTE_SECRET_ACCESS_KEY: server.secret,
      RCLONE_CONFIG_REMOTE_REGION: 'us-east-1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', (error) =>
      reject(new Error(`rclone cannot run (${error.message}). Install it (\`apt-get install rclone\`).`)),
    );
  });
  const [stdout, stderr] = await output;
  if (code !== 0) throw new Error(`rclone ended with ${code}: ${stderr}`);
  return stdout.toString();
}
