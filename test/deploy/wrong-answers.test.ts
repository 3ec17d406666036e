/** Stores that answer something else than their protocol: the command can be run again later, and its memory is bounded. */
import { createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { nameOf, unpack } from '../../src/cache/packs.ts';
import { openTarget } from '../../src/deploy/targets/target-registry.ts';
import { passes, problemsOf } from '../../src/foundation/errors.ts';
import { OPEN } from './support.ts';

/** @returns the URL of a server that treats each connection so, once something is asked */
async function serve(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function problemsOfListing(location: string, apiEndpoint: string) {
  const list = async () => (await openTarget(location, { ...OPEN, apiEndpoint })).listNames('');
  const error = await list().then(
    () => null,
    (reason: unknown) => reason,
  );
  return problemsOf(error, '/');
}

const ANSWERS = {
  'the greeting of another protocol': 'SSH-2.0-OpenSSH_9.2\r\n',
  'a header of 200 kB': `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(200_000)}\r\n\r\n`,
  'bytes of TLS': Buffer.from([21, 3, 1, 0, 2, 2, 40]),
  'a wrong length': 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n',
  'broken chunks': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  nothing: '',
};
const STORES = ['s3://site', 'gs://site', 'azblob://site?account=account'];

for (const location of STORES) {
  test.each(Object.entries(ANSWERS))(`${location}: %s`, async (_name, answer) => {
    vi.stubEnv('AZURE_STORAGE_KEY', Buffer.from('key').toString('base64'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const url = await serve((socket) => socket.end(answer));
    const problems = await problemsOfListing(location, url);
    expect(problems).toHaveLength(1);
    expect(problems?.every(passes), JSON.stringify(problems)).toBe(true);
  });
}

test('an answer without end is given up after 256 MB, once', async () => {
  let connections = 0;
  const piece = Buffer.alloc(1 << 20, 32);
  const url = await serve((socket) => {
    connections++;
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\n\r\n');
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  });
  expect(await problemsOfListing('s3://site', url)).toEqual([
    expect.objectContaining({
      code: 'failing-server',
      message: expect.stringContaining('has more than 256 MB'),
    }),
  ]);
  expect(connections).toBe(1);
}, 120_000);

test('a pack of kilobytes that unpacks to more than 256 MB counts as damaged', async () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  const packed = await promisify(brotliCompress)(
    Buffer.concat([Buffer.from('[]\n'), Buffer.alloc(257 << 20)]),
    {
      params,
    },
  );
  expect(packed.length).toBeLessThan(100_000);
  expect(await unpack(nameOf(packed), packed, z.array(z.never()))).toBeNull();
}, 120_000);
