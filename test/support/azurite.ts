/** Runs Azurite, Microsoft's own imitation of Azure Blob Storage, where AZURITE=/folder/azurite-blob names it. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The account of every Azurite. */
export const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** What a person sets to use the account. */
export const AZURE_KEYS = { AZURE_STORAGE_ACCOUNT: ACCOUNT, AZURE_STORAGE_KEY: KEY };

export async function startAzurite(program: string) {
  const work = mkdtempSync(join(tmpdir(), 'articles-azurite-'));
  const options = ['--inMemoryPersistence', '--skipApiVersionCheck', '--disableTelemetry', '--blobPort', '0'];
  const azurite = spawn(process.execPath, [program, ...options], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    azurite.stdout.on('data', (data: Buffer) => {
      said += data;
      const [found] =
        /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said.slice(said.indexOf('successfully listens'))) ?? [];
      if (said.includes('successfully listens') && found) resolve(found);
    });
    azurite.once('exit', () => reject(new Error(`Azurite ended: ${said}`)));
  });
  return {
    url,
    stop() {
      azurite.kill();
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** A shared access signature for a container, as the documentation of Azure describes it. @param rights such as `rl` */
export function sasOf(container: string, rights: string): string {
  const [end, version] = ['2100-01-01T00:00:00Z', '2021-12-02'];
  const resource = `/blob/${ACCOUNT}/${container}`;
  const fields = [rights, '', end, resource, '', '', '', version, 'c', '', '', '', '', '', '', ''];
  const signature = createHmac('sha256', Buffer.from(KEY, 'base64'))
    .update(fields.join('\n'))
    .digest('base64');
  return String(new URLSearchParams({ sp: rights, se: end, sv: version, sr: 'c', sig: signature }));
}

/** A signature for all containers, and to make them. */
export function accountSas(): string {
  const [end, version, rights] = ['2100-01-01T00:00:00Z', '2021-12-02', 'rwdlac'];
  const fields = [ACCOUNT, rights, 'b', 'sco', '', end, '', '', version, '', ''];
  const signature = createHmac('sha256', Buffer.from(KEY, 'base64'))
    .update(fields.join('\n'))
    .digest('base64');
  return String(
    new URLSearchParams({ sv: version, ss: 'b', srt: 'sco', sp: rights, se: end, sig: signature }),
  );
}
