/** Runs the AWS command line against a server that writes down what it is sent. Amazon's own description of its services is in it. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describeMissing } from '../../scripts/test-tools.mjs';
import { listen } from './listen.ts';

interface Sent {
  method: string | undefined;
  path: string | undefined;
  body: string;
}

/** @param cwd folder of the files that the arguments name. @throws what the command line says, where it refuses them */
export async function callAws(args: readonly string[], cwd = '/'): Promise<Sent> {
  const seen: Sent[] = [];
  const server = createServer(async (request, response) => {
    seen.push({ method: request.method, path: request.url, body: await text(request) });
    response.writeHead(201, { 'content-type': 'application/xml' }).end('<Answer/>');
  });
  const { url, close } = await listen(server);
  const env = {
    ...process.env,
    ...{ AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret', AWS_DEFAULT_REGION: 'us-east-1' },
    ...{ AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null', AWS_PAGER: '' },
  };
  try {
    await new Promise<void>((done, fail) => {
      execFile('aws', [...args, '--endpoint-url', url], { cwd, env }, (error, _stdout, stderr) => {
        if (!error) done();
        else fail(new Error(error.code === 'ENOENT' ? describeMissing('the AWS command line') : stderr));
      });
    });
  } finally {
    await close();
  }
  const [sent] = seen;
  if (!sent) throw new Error('the AWS command line sent nothing');
  return sent;
}
