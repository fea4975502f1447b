import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { control, imagesOf, missingOnDisk, newRig, type Rig, toDisk } from './mirror.fixture.ts';

let rig: Rig;
/** In front of the upstream registry. */
let gate: Server;
/** Payloads of the second and third release: a read of one is answered only after the other is read too, with 429. */
const gated = new Set<string>();
const arrived = new Set<string>();
const rejected = new Set<string>();
const all = Promise.withResolvers<void>();

beforeAll(async () => {
  rig = await newRig();
  const [hostname, port] = rig.world.upstream.host.split(':');
  gate = createServer(async (request, response) => {
    const digest = /\/ocp-release\/manifests\/(sha256:[0-9a-f]{64})$/.exec(request.url!)?.[1];
    if (digest && gated.has(digest) && request.method === 'GET') {
      if (arrived.add(digest).size === gated.size) all.resolve();
      await all.promise;
      if (!response.destroyed && !rejected.has(digest)) {
        rejected.add(digest);
        response.writeHead(429, { 'retry-after': '1' }).end();
        return;
      }
    }
    const { method, url, headers } = request;
    const passed = httpRequest({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const file = rig.host.env.CONTAINERS_REGISTRIES_CONF!;
  const through = `127.0.0.1:${(gate.address() as AddressInfo).port}`;
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(rig.world.upstream.host, through));
});
afterAll(async () => {
  gate.closeAllConnections();
  gate.close();
  await rig[Symbol.asyncDispose]();
});

test('reads releases of two channels in parallel; 429 for both affects neither them nor their order', async () => {
  const releases = rig.world.inventory.releases.filter(({ architecture }) => architecture === 'amd64');
  const [first, second, third] = releases.map(({ version }) => version);
  for (const { digest } of releases.slice(1)) gated.add(digest);
  const config = rig.place('two-channels.yaml');
  await writeFile(
    config,
    `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  platform:
    architectures: [amd64]
    channels:
      - {name: stable-4.16, minVersion: ${first}, maxVersion: ${second}}
      - {name: fast-4.16, minVersion: ${second}, maxVersion: ${third}}
`,
  );
  const controlled = control();
  const result = await toDisk(rig, rig.place('workspace'), config, {}, controlled);
  expect(result).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
  const wanted = imagesOf(rig, 'core').filter(({ destination }) => destination.startsWith('openshift/'));
  expect(wanted.length).toBeGreaterThan(releases.length);
  expect(await missingOnDisk(result.directory!, wanted)).toEqual([]);
  expect(result.deliverables.map(({ name }) => name)).toEqual(
    releases.map(({ version }) => `release ${version}-x86_64`),
  );
  expect(rejected).toEqual(gated);
});
