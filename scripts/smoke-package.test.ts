import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from './run.ts';

let directory: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-smoke-package-'));
  server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<h1>Which side of the air gap is this host on?</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
});

/** Runs the check with a stand-in for the packaged app. */
async function check(script: string): Promise<{ status: number; output: string }> {
  const executable = join(directory, 'app');
  await writeFile(executable, `#!/bin/sh\n${script}\n`);
  await chmod(executable, 0o755);
  const child = spawn(
    process.execPath,
    [join(ROOT, 'scripts/smoke-package.ts'), '--origin', origin, executable],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  const [status] = (await once(child, 'close')) as [number];
  return { status, output };
}

const BROWSER = 'exec chromium --headless --no-sandbox --disable-gpu --user-data-dir="$0.profile" "$@"';

test('an app that opens its first page passes', async () => {
  expect(await check(`${BROWSER} ${origin}/`)).toMatchObject({
    status: 0,
    output: expect.stringContaining(`The app opened ${origin}/.`),
  });
});

test('an app that ends at its start fails', async () => {
  expect(await check('exit 7')).toMatchObject({
    status: 1,
    output: expect.stringContaining('ended before it opened a page (7)'),
  });
});
