import { cp, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Finished, startAirlock } from '../fixtures/airlock-process.ts';
import { compareWithUpstream } from '../fixtures/destination-check.ts';
import { type Lab, type SetName, startLab } from '../fixtures/lab.ts';

let directory: string;
let lab: Lab;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-lab-'));
  lab = await startLab({ state: join(directory, 'lab'), size: 'small' });
});
afterAll(async () => {
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});

const airlock = (...args: string[]) => startAirlock(args, lab.environment, directory).finished;
const at = (name: string) => `file://${join(directory, name)}`;
const source = '--src-tls-verify=false';
const destination = '--dest-tls-verify=false';
const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
const everything = async (name: SetName) => [...(await lab.expected(name)), ...(await lab.signatures(name))];

function complete(run: Finished) {
  expect(run.exitCode, run.said).toBe(0);
  expect(run.result).toMatchObject({ status: 'complete', images: { failed: 0 } });
}

/** Every blob once, none unnecessarily: the downloaded bytes per needed byte are exactly 1.00. */
async function expectFetched(needed: Map<string, number>) {
  const { routes, blobGets } = await lab.stats('upstream');
  expect(Object.keys(blobGets).sort()).toEqual([...needed.keys()].sort());
  expect(routes['GET blobs']?.bytesDown ?? 0).toBe(sum(needed.values()));
}

test('mirror to disk downloads everything once, and a second run sends one request per channel and tag', async () => {
  const args = ['mirror', '-c', lab.imageSet('core'), source, at('disk')];
  await lab.resetStats();
  const first = await airlock(...args);
  complete(first);
  await expectFetched(await lab.needed('core'));
  const expected = await lab.expected('core');
  expect(first.result!.images.copied).toBe(expected.length);
  const { bytesUp } = await lab.stats('upstream');
  expect(bytesUp).toBe(0);

  await lab.resetStats();
  const second = await airlock(...args);
  complete(second);
  expect(second.result).toMatchObject({
    images: { copied: 0, present: expected.length },
    bytes: { fetched: 0 },
  });
  expect(second.result!.transfer).toBeUndefined();
  const { routes, requests } = await lab.stats('upstream');
  const tags = lab.inventory.tags.filter(
    ({ repo, tag }) =>
      repo.startsWith('lab/') &&
      !tag.startsWith('sha256-') &&
      expected.some(({ destination }) => destination === `${repo}:${tag}`),
  );
  expect(tags.length).toBeGreaterThan(5);
  expect(routes['HEAD manifests']?.requests).toBe(tags.length);
  expect(requests).toBeLessThanOrEqual(tags.length + 1);
  expect(sum(Object.values(await lab.serviceRequests()))).toBe(1);
  expect(await readdir(join(directory, 'disk/transfers'))).toEqual(['default-0001']);
});

test('content on disk verifies, and one wrong byte is found', async () => {
  const run = await airlock('verify', at('disk'));
  expect(run.exitCode, run.said).toBe(0);
  expect(run.result!.ok).toBe(true);
  expect(run.result!.blobs).toBeGreaterThan((await lab.needed('core')).size);
  const copy = join(directory, 'damaged');
  await cp(join(directory, 'disk/transfers/default-0001'), copy, { recursive: true });
  const archive = await open(join(copy, 'mirror_000001.tar'), 'r+');
  const middle = Math.floor((await archive.stat()).size / 2);
  const byte = Buffer.alloc(1);
  await archive.read(byte, 0, 1, middle);
  await archive.write(Buffer.from([byte[0]! ^ 0xff]), 0, 1, middle);
  await archive.close();
  const damaged = await airlock('verify', `file://${copy}`);
  expect(damaged.exitCode, damaged.said).toBe(2);
  expect(damaged.result!.ok).toBe(false);
});

test('disk to mirror: every tag and architecture as upstream, nothing sent twice, the folder unchanged', async () => {
  const before = await treeOf(join(directory, 'disk'));
  const args = ['mirror', '--from', at('disk'), '--state', join(directory, 'state'), destination];
  await lab.resetStats();
  complete(await airlock(...args, `docker://${lab.proxy.destA}`));
  expect(await treeOf(join(directory, 'disk'))).toEqual(before);
  const upstream = await lab.stats('upstream');
  expect([upstream.requests, await lab.serviceRequests()]).toEqual([0, {}]);
  const { routes } = await lab.stats('destA');
  // Before that, it was probed with a few blobs of a few bytes.
  const [sent, needed] = [routes['PUT blobs/uploads']!.bytesUp, sum((await lab.needed('core')).values())];
  expect(sent).toBeGreaterThan(needed);
  expect(sent).toBeLessThan(needed + 2048);
  expect(await compareWithUpstream(lab, await everything('core'), { registry: 'destA' })).toEqual([]);

  await lab.resetStats();
  const again = await airlock(...args, `docker://${lab.proxy.destA}`);
  complete(again);
  const stats = await lab.stats('destA');
  expect(stats.bytesUp).toBe(0);
  expect(stats.routes['HEAD manifests']?.requests).toBe((await lab.expected('core')).length);
  expect(stats.routes['HEAD blobs']).toBeUndefined();
});

test('mirror to mirror below a path and with a login: transferred once, nothing the second time', async () => {
  const args = [
    'mirror',
    '-c',
    lab.imageSet('core'),
    '--workspace',
    at('m2m'),
    '--no-probe',
    source,
    destination,
  ];
  await lab.resetStats();
  complete(await airlock(...args, `docker://${lab.proxy.destB}/deep/er`));
  const needed = await lab.needed('core');
  await expectFetched(needed);
  expect((await lab.stats('destB')).routes['PUT blobs/uploads']?.bytesUp).toBe(sum(needed.values()));
  const where = { registry: 'destB', namespace: 'deep/er' } as const;
  expect(await compareWithUpstream(lab, await everything('core'), where)).toEqual([]);

  await lab.resetStats();
  const again = await airlock(...args, `docker://${lab.proxy.destB}/deep/er`);
  complete(again);
  expect(again.result!.images.copied).toBe(0);
  expect((await lab.stats('destB')).bytesUp).toBe(0);
  expect((await lab.stats('upstream')).routes['GET blobs']).toBeUndefined();
});

test('an additional release: only new content is downloaded and transferred, and both sets contain everything', async () => {
  await lab.wipe('a');
  complete(await airlock('mirror', '-c', lab.imageSet('release-one'), source, at('grow')));
  const [before, after] = [await lab.needed('release-one'), await lab.needed('release')];
  const news = new Map([...after].filter(([digest]) => !before.has(digest)));
  expect(news.size).toBeGreaterThan(0);
  await lab.resetStats();
  const second = await airlock('mirror', '-c', lab.imageSet('release'), source, at('grow'));
  complete(second);
  await expectFetched(news);
  expect(second.result!.transfer).toBe('default-0002');
  const archive = await stat(join(second.result!.directory!, 'mirror_000001.tar'));
  // Manifests, links, signatures and headers are transferred with the blobs.
  expect(archive.size).toBeGreaterThan(sum(news.values()));
  expect(archive.size).toBeLessThan(sum(news.values()) + 800_000);
  complete(
    await airlock(
      'mirror',
      '--from',
      at('grow'),
      '--state',
      join(directory, 'state-grow'),
      destination,
      `docker://${lab.proxy.destA}/grow`,
    ),
  );
  const where = { registry: 'destA', namespace: 'grow' } as const;
  expect(await compareWithUpstream(lab, await everything('release'), where)).toEqual([]);
});

test('update graph: the graph image is transferred and pushed, and the cluster resources contain it', async () => {
  complete(await airlock('mirror', '-c', lab.imageSet('graph'), source, at('graph')));
  await lab.resetStats();
  const run = await airlock(
    'mirror',
    '--from',
    at('graph'),
    '--state',
    join(directory, 'state-graph'),
    destination,
    `docker://${lab.proxy.destA}/graph`,
  );
  complete(run);
  expect((await lab.stats('upstream')).requests).toBe(0);
  const images = (await everything('graph')).filter((image) => !image.destination.includes('graph-image'));
  expect(await compareWithUpstream(lab, images, { registry: 'destA', namespace: 'graph' })).toEqual([]);
  const service = parse(await readFile(join(run.result!.resources!, 'updateService.yaml'), 'utf8'));
  expect(service).toMatchObject({
    kind: 'UpdateService',
    spec: {
      releases: `${lab.proxy.destA}/graph/openshift/release-images`,
      graphDataImage: expect.stringContaining(`${lab.proxy.destA}/graph/openshift/graph-image`),
    },
  });
  const [reference] = /openshift\/graph-image.*$/.exec(service.spec.graphDataImage) as RegExpExecArray;
  const [repository, tag] = reference.split(/[:@](?=sha256:|[^:]+$)/) as [string, string];
  const answer = await fetch(`http://${lab.direct.destA}/v2/graph/${repository}/manifests/${tag}`, {
    headers: {
      accept:
        'application/vnd.docker.distribution.manifest.list.v2+json, application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.v2+json, application/vnd.oci.image.manifest.v1+json',
    },
  });
  expect(answer.status).toBe(200);
  expect(await readdir(run.result!.resources!)).toEqual(
    expect.arrayContaining(['idms-oc-mirror.yaml', 'signature-configmap.yaml', 'updateService.yaml']),
  );
});

async function treeOf(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true });
  const lines = names.map(async (name) => {
    const { size, mtimeMs, mode } = await stat(join(root, name));
    return `${name} ${size} ${mtimeMs} ${mode}`;
  });
  return (await Promise.all(lines)).sort();
}
