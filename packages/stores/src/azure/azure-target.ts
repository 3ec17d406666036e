/**
 * Opens a container of Azure Blob Storage as a deploy target.
 *
 * The generation of a blob is its ETag. An account with versioning keeps earlier versions, which a rollback needs.
 */
import {
  ConflictError,
  childText,
  createObjectBody,
  createStored,
  encodeKey,
  escapeXml,
  explainFailure,
  formatCondition,
  formatMetadata,
  InvalidAnswerError,
  isTransientRequest,
  type ListPage,
  type ObjectBody,
  type ObjectSpec,
  type OpenOptions,
  orNull,
  parseHead,
  parseListing,
  parseMetadata,
  parseTime,
  parseXml,
  type RequestLimits,
  readServerTime,
  requireEtag,
  type SetUpOptions,
  type StoredObject,
  splitGeneration,
  type Target,
  trimEtag,
  UserError,
  withPrecondition,
  type XmlElement,
} from '../core.ts';
import { type AzureClient, AzureError, createAzureClient } from './azure-client.ts';
import { type AzureLocation, LOGIN, parseAzureUrl, readAzureCredentials } from './azure-location.ts';

const PAGE_SIZE = '5000';
/** Connections beside the uploads, so that the lock is renewed in time. */
const SPARE_CONNECTIONS = 8;
/** Names of metadata may contain only what an identifier contains. */
const METADATA_PREFIX = 'x-ms-meta-articles_';

export async function openAzure(url: URL, options: OpenOptions): Promise<Target> {
  const location = parseAzureUrl(url, process.env, options.apiEndpoint);
  const credentials = readAzureCredentials(process.env);
  const client = createAzureClient(location, credentials, options.concurrency + SPARE_CONNECTIONS);
  const { prefix } = location;
  const read = async (name: string, query: Record<string, string>, limits: RequestLimits) => {
    const answer = await client.send({ method: 'GET', name: prefix + name, query }, limits);
    requireEtag(answer.headers);
    return answer.body;
  };
  // A copy on the server keeps the headers of its source, so the bytes are read and written.
  const copy = async (from: StoredObject, to: ObjectSpec, generation: string, limits: RequestLimits) => {
    const { versionId } = splitGeneration(from.generation);
    const bytes = await read(from.name, versionId === undefined ? {} : { versionid: versionId }, limits);
    limits.addCalls?.(1);
    return putBlob(client, to, createObjectBody(bytes), generation, limits);
  };
  return {
    url: location.url,
    publicUrl: `${location.endpoint}/${location.container}/${encodeKey(prefix)}index.html`,
    prefix,
    naming: 'extensionless',
    // Azure sends stored gzip to clients that do not accept it too. The CDN in front compresses.
    encodes: false,
    listsDetails: true,
    explainError: (error) => explainAzureError(error, location),
    async connect() {
      if (credentials) return;
      const message = `there are no credentials for ${location.url}`;
      throw new UserError({ code: 'missing-credentials', message, hint: LOGIN });
    },
    listPage: (below, { versions, pageToken }, limits) =>
      listBlobs(client, below, versions, pageToken, limits),
    async stat(name, limits) {
      const answer = await client.send({ method: 'HEAD', name: prefix + name }, limits).catch(orNull);
      if (!answer) return null;
      const object = parseHead(name, answer.headers, METADATA_PREFIX);
      return { object, now: readServerTime(answer.headers) };
    },
    read: (name, limits) => read(name, {}, limits),
    write: (spec, body, generation, limits) => putBlob(client, spec, body, generation, limits),
    patch: (spec, stored, limits) => copy(stored, spec, stored.generation, limits),
    copy,
    async remove({ name, generation }, limits) {
      const headers = formatCondition(generation);
      const work = client.send({ method: 'DELETE', name: prefix + name, headers }, limits);
      await withPrecondition(name, work).catch(orNull);
    },
    setUp: (set, done) => setUpContainer(client, set, done, options.timeout),
  };
}

async function putBlob(
  client: AzureClient,
  spec: ObjectSpec,
  body: ObjectBody,
  generation: string,
  limits: RequestLimits,
): Promise<StoredObject> {
  const headers = {
    'x-ms-blob-type': 'BlockBlob',
    'x-ms-blob-content-type': spec.contentType,
    'x-ms-blob-cache-control': spec.cacheControl,
    ...(spec.contentEncoding === '' ? {} : { 'x-ms-blob-content-encoding': spec.contentEncoding }),
    ...formatMetadata(METADATA_PREFIX, spec.metadata),
    ...formatCondition(generation),
  };
  const name = client.location.prefix + spec.name;
  const work = client.send({ method: 'PUT', name, headers, body }, limits).catch((error: unknown) => {
    const isTaken = error instanceof AzureError && error.reason === 'BlobAlreadyExists';
    throw isTaken ? new ConflictError(spec.name) : error;
  });
  return createStored(spec, body.size, await withPrecondition(spec.name, work));
}

async function listBlobs(
  client: AzureClient,
  below: string,
  versions: boolean,
  pageToken: string | undefined,
  limits: RequestLimits,
): Promise<ListPage> {
  const { prefix } = client.location;
  const query = {
    restype: 'container',
    comp: 'list',
    prefix: prefix + below,
    maxresults: PAGE_SIZE,
    include: versions ? 'metadata,versions' : 'metadata',
    ...(pageToken === undefined ? {} : { marker: pageToken }),
  };
  const { body } = await client.send({ method: 'GET', name: '', query }, limits);
  const { root, entries } = parseListing(body, 'EnumerationResults', 'Blob', (blob) =>
    parseBlob(blob, prefix),
  );
  const marker = childText(root, 'NextMarker');
  return { objects: entries, nextPageToken: marker === '' ? undefined : marker };
}

function parseBlob(blob: XmlElement, prefix: string): StoredObject {
  const childOf = (name: string) => blob.children.find((child) => child.name === name) ?? null;
  const properties = childOf('Properties');
  const etag = trimEtag(childText(properties, 'Etag'));
  if (etag === '') throw new InvalidAnswerError('the listing had a blob without an ETag');
  const versionId = childText(blob, 'VersionId');
  const isEarlier = versionId !== '' && childText(blob, 'IsCurrentVersion') !== 'true';
  const metadata = (childOf('Metadata')?.children ?? []).map(({ name, text }): [string, string] => [
    `x-ms-meta-${name.toLowerCase()}`,
    text,
  ]);
  return {
    name: childText(blob, 'Name').slice(prefix.length),
    generation: isEarlier ? `${etag} ${versionId}` : etag,
    size: Number(childText(properties, 'Content-Length')),
    updated: parseTime(childText(properties, 'Last-Modified')),
    contentType: childText(properties, 'Content-Type'),
    cacheControl: childText(properties, 'Cache-Control'),
    contentEncoding: childText(properties, 'Content-Encoding'),
    metadata: parseMetadata(METADATA_PREFIX, metadata),
  };
}

/** A UserError where the user can correct the cause, else the error itself. */
function explainAzureError(error: unknown, { account, container, endpoint }: AzureLocation): unknown {
  if (error instanceof UserError) return error;
  if (isTransientRequest(error)) return explainFailure(error, new URL(endpoint).host);
  if (!(error instanceof AzureError)) return error;
  const { status, reason, message } = error;
  if (status === 404 || reason === 'ContainerBeingDeleted') {
    return new UserError({
      code: 'unknown-bucket',
      message: `the container "${container}" does not exist in the storage account "${account}"`,
      hint: 'create it with `articles deploy --init`, or correct its name',
    });
  }
  if (status === 401 || /^(?:AuthenticationFailed|InvalidAuthenticationInfo)$/.test(reason)) {
    return new UserError({
      code: 'rejected-credentials',
      message: `the storage account "${account}" rejected the credentials: ${message}`,
      hint: `${LOGIN}; check that it has not expired and that the clock of this machine is right`,
    });
  }
  if (status === 403) {
    return new UserError({
      code: 'missing-permission',
      message: `no permission in the container "${container}": ${message}`,
      hint: 'the signature needs read, add, create, write, delete and list (racwdl) for the container; --init needs a key of the account. Check the firewall of the account too',
    });
  }
  return new UserError({
    code: 'rejected-request',
    message: `${endpoint} rejected a request (${status}): ${message}`,
    hint: 'correct the problem that the message names, then run the command again',
  });
}

/** Only this container is served as a static website, and only an account can turn that on. */
const WEBSITE = '$web';
const PROPERTIES = { restype: 'service', comp: 'properties' };

/** Makes the container ready to be a website: adds what is missing. @param done gets a line for each change */
async function setUpContainer(
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
