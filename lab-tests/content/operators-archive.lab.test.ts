import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inOrder } from '../../core/base/flow/in-order.ts';
import { sha256 } from '../../core/base/image/sha256.ts';
import { dockerRegistry } from '../../core/registry/exchange/registry.fixture.ts';
import { type Finished, startAirlock } from '../fixtures/airlock-process.ts';
import {
  expectAll,
  expectCatalog,
  expectDocuments,
  REPOSITORY,
  requestedOf,
  TAG,
  type Wanted,
} from '../fixtures/catalog-check.ts';
import { documentsBelow, servedImage } from '../fixtures/image-files.ts';
import { type Lab, startLab } from '../fixtures/lab.ts';
import {
  type ArchiveContent,
  blobName,
  closureIn,
  extractStorage,
  filteredFolder,
  filterHash,
  layerName,
  type OperatorEntry,
  ROOT,
  readArchive,
  revisionName,
  tagName,
  writeArchive,
} from '../fixtures/oc-mirror-archive.ts';

const run = promisify(execFile);

let directory: string;
let lab: Lab;
let wanted: Wanted;
let ours: ArchiveContent;
/** Digest of the catalog upstream. */
let catalog: string;
/** The name of the filtered catalog in each release of oc-mirror. */
let hashes: { '4.18 to 4.21': string; '4.22 and later': string };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-archive-'));
  lab = await startLab({ state: join(directory, 'lab'), size: 'small' });
  wanted = await requestedOf(lab, 'operators');
  catalog = lab.inventory.catalogs[0]!.digest;
  complete(await airlock('mirror', '-c', lab.imageSet('operators'), '--src-tls-verify=false', at('ours')));
  ours = await readArchive(join(directory, 'ours/transfers/default-0001'));
  const { mirror } = parse(await readFile(lab.imageSet('operators'), 'utf8')) as {
    mirror: { operators: OperatorEntry[] };
  };
  const operator = mirror.operators[0]!;
  const name = operator.catalog.replace(/:[^:/]*$/, '');
  hashes = {
    '4.18 to 4.21': filterHash(operator, operator.catalog),
    '4.22 and later': filterHash(operator, `${name}@${catalog}`),
  };
});
afterAll(async () => {
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});

const airlock = (...args: string[]) => startAirlock(args, lab.environment, directory).finished;
const at = (name: string) => `file://${join(directory, name)}`;
const push = (from: string, ...more: string[]) =>
  airlock(
    ...['mirror', '--from', at(from), '--state', join(directory, `${from}-state`), ...more],
    ...['--dest-tls-verify=false', `docker://${lab.proxy.destA}/${from}`],
  );

function complete({ exitCode, result, said: reported }: Finished) {
  expect(exitCode, reported).toBe(0);
  expect(result).toMatchObject({ status: 'complete', images: { failed: 0 } });
}

const linkIn = (content: ArchiveContent, name: string) => content.get(name)?.toString('latin1');

test('the lab computes the same hashes as oc-mirror v2', () => {
  const digest = 'sha256:0f6efa098de01c8171aac32c6aa57745f687bb0d0806cd7122dc3fee662c46d6';
  const of = (packages: OperatorEntry['packages']) =>
    filterHash({ catalog: '', packages }, `quay.io/oc-mirror/oc-mirror-dev@${digest}`);
  expect(of([{ name: 'foo' }, { name: 'bar' }, { name: 'baz' }])).toBe('eee5a6e8099c7983558a7fd2b8242645');
  const channels = [{ name: 'beta', minVersion: '0.3.1', maxVersion: '0.3.1' }];
  expect(of([{ name: 'foo', channels, defaultChannel: 'beta' }])).toBe('e75bbe7165bf05e15ca84145058d4d0b');
});

describe.each(['4.18 to 4.21', '4.22 and later'] as const)('oc-mirror %s', (version) => {
  test('finds its content in our set: digest file, filtered catalog, image under the hash', () => {
    const folder = filteredFolder('redhat-operator-index', catalog, hashes[version]);
    const digest = linkIn(ours, tagName(REPOSITORY, hashes[version]))!;
    expect(linkIn(ours, `${folder}/digest`)).toBe(digest.replace('sha256:', ''));
    expectDocuments(documentsBelow(ours, `${folder}/catalog-config`), wanted);
    expect(linkIn(ours, tagName(REPOSITORY, TAG))).toBe(catalog);
    const names = wanted.images.map(({ destination, digest }) => [...destination.split(':'), digest]);
    for (const [repository, tag, root] of [
      ...names,
      [REPOSITORY, TAG, catalog],
      [REPOSITORY, hashes[version], digest],
    ] as [string, string, string][]) {
      expect(linkIn(ours, tagName(repository, tag))).toBe(root);
      const { manifests, blobs } = closureIn(ours, root);
      for (const each of manifests) expect(linkIn(ours, revisionName(repository, each))).toBe(each);
      for (const each of blobs) expect(linkIn(ours, layerName(repository, each))).toBe(each);
      for (const each of [...manifests, ...blobs]) expect(sha256(ours.get(blobName(each))!)).toBe(each);
    }
  });

  test.each(['with its configuration', 'with its transferred one'])(
    'its archive is pushed, %s',
    async (path) => {
      const name = `oc-mirror-${version.replaceAll(/[^0-9]/g, '')}-${path.includes('carries') ? 'own' : 'given'}`;
      const { content, digest } = asOcMirrorWrites(version);
      await writeArchive(join(directory, name), content);
      await lab.resetStats();
      complete(await push(name, ...(path.includes('carries') ? [] : ['-c', lab.imageSet('operators')])));
      expect((await lab.stats('upstream')).requests).toBe(0);
      const served = await expectAll(lab, { registry: 'destA', namespace: name }, wanted);
      // Its own rebuilt catalog, not one that was created here.
      expect(served.digest).toBe(digest);
    },
  );
});

test('a registry that serves the set as the cache of oc-mirror has everything at the expected places', async () => {
  await using cache = await dockerRegistry();
  await extractStorage(join(cache.directory, 'data'), ours);
  for (const hash of Object.values(hashes))
    expectCatalog(await servedImage(cache.host, REPOSITORY, hash), wanted);
  const names = [
    ...wanted.images.map(({ destination }) => [destination, destination] as const),
    [`${REPOSITORY}:${hashes['4.22 and later']}`, `${REPOSITORY}:${TAG}`] as const,
  ];
  const copying = inOrder(names, 4, ([from, to]) =>
    run('skopeo', [
      ...['--policy', join(lab.state, 'policy.json'), 'copy', '--all', '--preserve-digests', '--quiet'],
      ...['--src-tls-verify=false', '--dest-tls-verify=false'],
      ...[`docker://${cache.host}/${from}`, `docker://${lab.direct.destA}/skopeo/${to}`],
    ]),
  );
  for await (const _ of copying);
  await expectAll(lab, { registry: 'destA', namespace: 'skopeo' }, wanted);
});

/**
 * Our set as oc-mirror would have written it: one hash, no files of Airlock, the working copies that it leaves, links of
 * other workspaces without their content, and a rebuilt catalog with another digest than ours.
 */
function asOcMirrorWrites(version: keyof typeof hashes): { content: ArchiveContent; digest: string } {
  const hash = hashes[version];
  const others = Object.values(hashes).filter((each) => each !== hash);
  const index = linkIn(ours, tagName(REPOSITORY, hash))!;
  const bytes = Buffer.from(JSON.stringify(JSON.parse(ours.get(blobName(index))!.toString()), null, 2));
  const digest = sha256(bytes);
  expect(digest).not.toBe(index);
  const rest = [...ours].filter(
    ([name]) =>
      !name.startsWith('working-dir/airlock/') &&
      !name.startsWith('airlock-filler/') &&
      !others.some((other) => name.includes(`/${other}/`)) &&
      name !== blobName(index),
  );
  const replaced = rest.map(([name, content]): [string, Buffer] => [
    name.replaceAll(index.slice(7), digest.slice(7)),
    content.length < 100
      ? Buffer.from(content.toString('latin1').replaceAll(index.slice(7), digest.slice(7)), 'latin1')
      : content,
  ]);
  const component = `working-dir/operator-catalogs/redhat-operator-index/${catalog.slice(7)}`;
  const [folder] = [...rest]
    .map(([name]) => name)
    .filter((name) => name.endsWith('/lab-operator-000/catalog.json'));
  const absent = `sha256:${'ab'.repeat(32)}`;
  const content: ArchiveContent = new Map([
    ...replaced,
    [blobName(digest), bytes],
    [`${component}/catalog-image/index.json`, Buffer.from('{"schemaVersion":2,"manifests":[]}')],
    [`${component}/catalog-image/oci-layout`, Buffer.from('{"imageLayoutVersion":"1.0.0"}')],
    [`${component}/catalog-config/configs/lab-operator-000/catalog.json`, ours.get(folder!)!],
    [`${component}/filtered-catalogs/${hash}/filtered-catalog-image/index.json`, Buffer.from('{}')],
    ['working-dir/logs/oc-mirror-20260821_120000.log', Buffer.from('')],
    ['working-dir/.history/.history-2026-08-21T12:00:00Z', Buffer.from(`${catalog}\n`)],
    ['working-dir/isc_pinned_2026-08-21T12:00:00Z.yaml', Buffer.from('kind: ImageSetConfiguration\n')],
    [tagName('other/workspace', 'v1'), Buffer.from(absent)],
    [revisionName('other/workspace', absent), Buffer.from(absent)],
    [`${ROOT}/repositories/other/workspace/_uploads/7e3c/startedat`, Buffer.from('2026')],
  ]);
  return { content, digest };
}
