import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tagsAt } from '../../../core/mirror/delete/delete.fixture.ts';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { asOcMirror } from '../../../core/mirror/oc-mirror-archive.fixture.ts';
import { EXCHANGES, writeExchange } from '../../../core/mirror/oc-mirror-exchanges.fixture.ts';
import { startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import { inProcess } from '../../in-process.fixture.ts';

/** The names that each exchange must push, besides those of additional images. */
const NAMES: Record<string, RegExp> = {
  packages: /operator-index:/,
  full: /operator-index:/,
  'targetCatalog and targetTag': /^site\/one\/.*own\/index:v1$/,
  'nested paths': /^site\/one-[^/]+:/,
  'blocked images': /operator-index:/,
  'oci://': /own\/index:v1$/,
  Helm: /operator-index:/,
  graph: /^site\/one\/openshift\/graph-image:latest$/,
};

let rig: Rig;
beforeEach(async () => {
  rig = await newRig({ releaseKey: 'rsa' });
});
afterEach(() => rig[Symbol.asyncDispose]());

test.each([
  ...EXCHANGES,
  {
    title: 'graph',
    entry: {},
    more: { platform: { graph: true, channels: [{ name: 'stable-4.16' }] } },
    options: [],
  },
])('$title: a bare archive of oc-mirror is pushed to the same names as the transfer', async (exchange) => {
  const { title, options } = exchange;
  const file = await writeExchange(rig, exchange);
  const workspace = rig.place('workspace');
  const { code, result, stderr } = await inProcess(rig, ['mirror', '-c', file, `file://${workspace}`]);
  expect(code, stderr).toBe(0);
  const transfer = result!.directory as string;
  const bare = await asOcMirror(transfer, rig.place('bare'));
  expect(await readdir(bare)).toEqual(['mirror_000001.tar']);
  const found: [string, string][][] = [];
  for (const from of [transfer, bare]) {
    await using server = await disposable();
    const to = `docker://${server.host}/site/one`;
    const args =
      from === bare ? ['oc-mirror', '--v2', '-c', file] : ['mirror', '--state', rig.place('state')];
    const push = [...args, '--dest-tls-verify=false', ...options, '--from', `file://${from}`, to];
    const pushed = await inProcess(rig, push, []);
    expect(pushed.code, pushed.stdout + pushed.stderr).toBe(0);
    found.push([...(await tagsAt(server.host))].sort());
    if (from === bare && title === 'graph')
      expect(await readdir(join(bare, 'working-dir', 'cluster-resources'))).toContain('updateService.yaml');
  }
  const [expected, actual] = found;
  expect(expected!.map(([name]) => name)).toContainEqual(expect.stringMatching(NAMES[title]!));
  expect(actual).toEqual(expected);
});

async function disposable(): Promise<AsyncDisposable & { host: string }> {
  const server = await startRegistryServer({ storage: memoryStorage() });
  return { host: server.host, [Symbol.asyncDispose]: () => server.close() };
}
