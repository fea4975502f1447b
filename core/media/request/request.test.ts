import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imagesOf, newRig, type Rig, toDisk } from '../../mirror/mirror.fixture.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { classify } from '../../store/set-format/entry-names.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import { noWarning } from '../../store/workspace/no-warning.fixture.ts';
import { volumesBelow } from '../export/export.fixture.ts';
import { exportOver, receive } from '../import/import.fixture.ts';
import { makeRequest } from './make-request.ts';
import { readRequest, requestText } from './request-file.ts';
import { recordTransfer, takeRequest, transferOfRequest } from './take-request.ts';

const SMALL = 0.00007;
const TOOL = 'airlock test';
let rig: Rig;
let connected: string;
let disconnected: string;
let file: string;
const fleet = { enclave: 'fleet', archiveSizeGiB: SMALL };

beforeAll(async () => {
  rig = await newRig();
  connected = rig.place('connected');
  disconnected = rig.place('disconnected');
  file = rig.place('request.json');
  await mkdir(join(disconnected, 'transfers'), { recursive: true });
  const { sets } = rig.world;
  await toDisk(rig, connected, sets['release-one'].file, fleet);
  await toDisk(rig, connected, sets.additional.file, fleet);
});
afterAll(() => rig[Symbol.asyncDispose]());

async function blobsOf(transfer: string): Promise<string[]> {
  const index = await readSetIndex(join(connected, 'transfers', transfer));
  return index!.volumes.flatMap(({ entries }) =>
    [...entries].flatMap(([name]) => {
      const entry = classify(name);
      return entry.kind === 'blob' ? [entry.digest] : [];
    }),
  );
}

test('lists missing content as far as this side can determine it', async () => {
  const nothing = rig.place('nothing');
  const config = rig.world.sets.additional.file;
  const requested = { directory: nothing, tool: TOOL };
  const empty = await makeRequest({ ...requested, configFile: config });
  expect(empty.missing).toEqual({
    deliverables: [{ name: 'additional images', images: expect.any(Array) }],
    unknown: [],
  });
  expect(empty.missing.deliverables[0]!.images).toHaveLength(imagesOf(rig, 'additional').length);
  const releases = rig.place('releases.yaml');
  const range = 'minVersion: 4.16.1, maxVersion: 4.16.5';
  await writeFile(
    releases,
    `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  platform:
    channels: [{ name: stable-4.16, ${range} }, { name: stable-4.17 }]
  operators: [{ catalog: registry.redhat.io/redhat/index:v4.16 }]
  helm: { local: [{ name: a, path: a.tgz }] }
`,
  );
  await cp(join(connected, 'transfers', 'fleet-0001'), join(nothing, 'transfers', 'fleet-0001'), {
    recursive: true,
  });
  const here = await makeRequest({ ...requested, configFile: releases });
  expect(here.missing).toEqual({
    deliverables: [
      { name: 'release 4.16.5-x86_64', images: [] },
      { name: 'catalog registry.redhat.io/redhat/index:v4.16', images: [] },
    ],
    unknown: [
      'releases in the selected range of channel stable-4.16',
      'the newest releases in channel stable-4.17',
      'operators and new versions in registry.redhat.io/redhat/index:v4.16',
      'images in Helm charts',
    ],
  });

  // For a set that is still arriving, exactly the incomplete images, by deliverable.
  const drives = await exportOver(rig.place('carried'), connected, {
    transfer: 'fleet-0002',
    media: [1e9, 1e9],
    volumeSize: 100_000,
  });
  const name = [...(await volumesBelow(drives[0]!)).keys()].toSorted().at(1);
  await rm((await volumesBelow(drives[0]!)).get(name!)!);
  const part = rig.place('part');
  const { transfers } = await receive(part, ...drives);
  expect(transfers[0]!.missing.length).toBeGreaterThan(0);
  const { missing } = await makeRequest({ ...requested, directory: part, configFile: config });
  const source = await openImageSource(part);
  const names = empty.missing.deliverables[0]!.images;
  const broken = names.filter((image) => {
    const [repository, tag] = image.split(':') as [string, string];
    return source.tag(repository, tag) === undefined;
  });
  await source.close();
  expect(broken.length).toBeGreaterThan(0);
  expect(broken.length).toBeLessThan(names.length);
  const reported = missing.deliverables.flatMap(({ images }) => images);
  expect(names.filter((image) => reported.includes(image))).toEqual(broken);
});

test('mirrors exactly the content that a configuration needs beyond the existing content', async () => {
  // The first transfer arrived except for one file; the second hasn't arrived.
  const there = join(disconnected, 'transfers', 'fleet-0001');
  await cp(join(connected, 'transfers', 'fleet-0001'), there, { recursive: true });
  const lost = (await readdir(there)).filter((name) => name.endsWith('.tar'))[1]!;
  await rm(join(there, lost));
  const config = rig.world.sets.additional.file;
  const made = await makeRequest({ configFile: config, directory: disconnected, tool: TOOL });
  expect(made.acknowledgments).toEqual([
    { transfer: 'fleet-0001', summary: '0001 is incomplete: volume 2 is missing or damaged' },
  ]);
  await writeFile(file, made.text);
  for (const secret of [hostname(), userInfo().username, disconnected, config])
    expect(made.text.split(/[^\w./-]/)).not.toContain(secret);

  const accepted = await takeRequest(connected, file, TOOL, noWarning);
  expect(accepted).toMatchObject({
    id: made.id,
    known: [{ transfer: 'fleet-0001', summary: '0001 is incomplete: volume 2 is missing or damaged' }],
    unknown: [],
  });
  expect(accepted.transfer).toBeUndefined();
  await expect(transferOfRequest(connected, file)).rejects.toMatchObject({ code: 'usage' });
  const result = await toDisk(rig, connected, accepted.configFile, { ...fleet, arrivedOnly: true });
  expect(result).toMatchObject({ status: 'complete', transfer: 'fleet-0003' });
  // It was fetched before, so nothing is downloaded again.
  expect(result.bytes.fetched).toBe(0);
  await recordTransfer(connected, accepted.id, result.transfer!);
  expect(await transferOfRequest(connected, file)).toBe('fleet-0003');
  expect((await takeRequest(connected, file, TOOL, noWarning)).transfer).toBe('fleet-0003');

  const index = await readSetIndex(join(connected, 'transfers', 'fleet-0001'));
  const removed = [...index!.volumes[1]!.entries].map(([name]) => name);
  const arrived = new Set(
    (await blobsOf('fleet-0001')).filter((d) => !removed.some((n) => n.includes(d.slice(7)))),
  );
  const carried = await blobsOf('fleet-0003');
  const wanted = imagesOf(rig, 'additional');
  expect(carried.filter((digest) => arrived.has(digest))).toEqual([]);
  expect(new Set(carried).size).toBe(carried.length);
  // Together with the existing content it has everything that the configuration needs, without the second transfer.
  await cp(join(connected, 'transfers', 'fleet-0003'), join(disconnected, 'transfers', 'fleet-0003'), {
    recursive: true,
  });
  await rm(join(there, 'index.json'));
  const needed = new Set(
    wanted.flatMap(({ manifests, blobs }) => [...manifests, ...blobs].map((p) => p.digest)),
  );
  const source = await openImageSource(disconnected);
  expect([...needed].filter((digest) => source.size(digest) === undefined)).toEqual([]);
  await source.close();
  const known = new Set([...(await blobsOf('fleet-0002')), ...(await blobsOf('fleet-0001'))]);
  expect(carried.filter((digest) => !known.has(digest))).toEqual([]);
  const second = await blobsOf('fleet-0002');
  expect(second.filter((digest) => !carried.includes(digest))).toEqual([]);
}, 120_000);

test('a side without content requests everything, and sends only the portable parts of a configuration', async () => {
  const empty = rig.place('empty');
  await mkdir(empty);
  const config = rig.place('isc.yaml');
  const text = [
    'kind: ImageSetConfiguration',
    'apiVersion: mirror.openshift.io/v2alpha1',
    `# kept by ${hostname()}`,
    'mirror:',
    '  operators:',
    '  - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18',
    '    targetCatalogSourceTemplate: /home/me/template.yaml',
    '    packages:',
    '    - name: foo',
    '  additionalImages:',
    '  - name: quay.io/a/b:v1',
    '',
  ].join('\n');
  await writeFile(config, text);
  const made = await makeRequest({ configFile: config, directory: empty, enclave: 'lab', tool: TOOL });
  expect(made.request).toMatchObject({
    enclave: 'lab',
    acknowledgments: [],
    supportedFormat: 2,
    configuration: { name: basename(config) },
  });
  expect(made.request.configuration.text).not.toMatch(/template|kept by/);
  expect(made.request.configuration.text).toContain('quay.io/a/b:v1');
  expect(made.problems).toMatchObject([{ path: 'mirror.operators[0].targetCatalogSourceTemplate' }]);
  await writeFile(
    config,
    text.replace('registry.redhat.io/redhat/redhat-operator-index:v4.18', 'oci:///srv/catalog'),
  );
  const ofPath = makeRequest({ configFile: config, directory: empty, tool: TOOL });
  await expect(ofPath).rejects.toMatchObject({ code: 'usage', at: { path: 'mirror.operators[0].catalog' } });
});

test("rejects a request that is altered, newer, or from a side that can't read this version's formats", async () => {
  const { request } = await readRequest(file);
  const wrong = async (changed: object): Promise<string> => {
    const path = rig.place('wrong.json');
    await writeFile(path, requestText({ ...request, ...changed } as typeof request));
    return path;
  };
  const { configuration } = request;
  const text = `${configuration.text}# more\n`;
  const altered = takeRequest(
    connected,
    await wrong({ configuration: { ...configuration, text } }),
    TOOL,
    noWarning,
  );
  await expect(altered).rejects.toMatchObject({ code: 'config-invalid' });
  const newer = takeRequest(connected, await wrong({ format: 3 }), TOOL, noWarning);
  await expect(newer).rejects.toMatchObject({ code: 'workspace-format' });
  const code = `${request.acknowledgments[0]!.slice(0, -1)}${request.acknowledgments[0]!.endsWith('0') ? '1' : '0'}`;
  const typed = takeRequest(connected, await wrong({ acknowledgments: [code] }), TOOL, noWarning);
  await expect(typed).rejects.toMatchObject({ code: 'acknowledgment-invalid' });
  const other = takeRequest(connected, await wrong({ enclave: 'lab' }), TOOL, noWarning);
  await expect(other).rejects.toMatchObject({ code: 'config-invalid' });
  const before = await readFile(file, 'utf8');
  expect((await stat(file)).size).toBeLessThan(16 * 1024);
  expect(before).toBe(requestText(request));
});
