import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gate, startGate } from './gate.fixture.ts';
import { control, imagesOf, missingOnDisk, newRig, type Rig, toDisk } from './mirror.fixture.ts';

let rig: Rig;
/** In front of the upstream registry. */
let gate: Gate;
/** Payloads of the second and third release: a read of one is answered only after the other is read too, with 429. */
const gated = new Set<string>();
const arrived = new Set<string>();
const rejected = new Set<string>();
const all = Promise.withResolvers<void>();

beforeAll(async () => {
  rig = await newRig();
  gate = await startGate(rig.world.upstream.host, async ({ method, url }) => {
    const digest = /\/ocp-release\/manifests\/(sha256:[0-9a-f]{64})$/.exec(url!)?.[1];
    if (!digest || !gated.has(digest) || method !== 'GET') return undefined;
    if (arrived.add(digest).size === gated.size) all.resolve();
    await all.promise;
    if (rejected.has(digest)) return undefined;
    rejected.add(digest);
    return 429;
  });
  const file = rig.host.env.CONTAINERS_REGISTRIES_CONF!;
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(rig.world.upstream.host, gate.host));
});
afterAll(async () => {
  await gate[Symbol.asyncDispose]();
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
