/** Makes a container of Azure Blob Storage ready to be a website: adds what is missing. */
import { childText, createObjectBody, escapeXml, orNull, parseXml, type SetUpOptions } from '../core.ts';
import type { AzureClient } from './azure-client.ts';

/** Only this container is served as a static website, and only an account can turn that on. */
const WEBSITE = '$web';
const PROPERTIES = { restype: 'service', comp: 'properties' };

/** Idempotent. @param done gets a line for each change */
export async function setUpContainer(
  client: AzureClient,
  { dryRun }: SetUpOptions,
  done: Set<string>,
  timeout: number,
): Promise<void> {
  const { container, account, prefix } = client.location;
  const limits = { timeout };
  if (container === WEBSITE) {
    const current = await client.send({ method: 'GET', query: PROPERTIES }, limits);
    const website = parseXml(current.body)?.children.find(({ name }) => name === 'StaticWebsite') ?? null;
    if (childText(website, 'Enabled') !== 'true' || childText(website, 'ErrorDocument404Path') === '') {
      done.add(`static website: on, with index.html and ${prefix}404.html`);
      const body = createObjectBody(Buffer.from(formatWebsite(`${prefix}404.html`)));
      if (!dryRun) await client.send({ method: 'PUT', query: PROPERTIES, body }, limits);
    }
  }
  const query = { restype: 'container' };
  const exists = (await client.send({ method: 'HEAD', name: '', query }, limits).catch(orNull)) !== null;
  if (!exists) {
    done.add(`container: ${container}, created in the storage account ${account}`);
    // Static websites need no public container; others are read through a CDN, or are made public by their owner.
    if (!dryRun) await client.send({ method: 'PUT', name: '', query }, limits);
  }
  done.add(
    done.size === 0
      ? `no changes: the container ${container} is ready`
      : 'versioning: only the owner of the account can turn it on, so that a rollback can restore pages',
  );
}

/** Parts that are left out of this document stay as they are. */
function formatWebsite(errorPage: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><StorageServiceProperties><StaticWebsite><Enabled>true</Enabled><IndexDocument>index.html</IndexDocument><ErrorDocument404Path>${escapeXml(errorPage)}</ErrorDocument404Path></StaticWebsite></StorageServiceProperties>`;
}
