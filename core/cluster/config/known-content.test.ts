import { expect, test } from 'vitest';
import {
  CATALOG,
  GRAPH,
  knownAfter,
  memoryFiles,
  OPERAND,
  PAYLOAD,
  PLACE,
  pushed,
  RELEASE,
  UBI,
} from './known.fixture.ts';
import { knownFile, listKnown, readKnown, writeKnown } from './known-content.ts';

test('a narrower push removes nothing', () => {
  const message = Buffer.from('signed');
  const wide = { images: [RELEASE, GRAPH, CATALOG, OPERAND], signatures: new Map([[PAYLOAD, [message]]]) };
  const before = knownAfter(wide);
  const after = knownAfter(wide, { images: [UBI] });
  expect(after).toMatchObject({
    catalogs: before.catalogs,
    releases: before.releases,
    graph: before.graph,
    releasesAt: 'ocp/openshift/release-images',
    signatures: [{ digest: PAYLOAD, messages: [message.toString('base64')] }],
    lastRun: '0002-run',
  });
  for (const group of before.mirrors) expect(after.mirrors).toContainEqual(group);
  expect(after.mirrors.map(({ category }) => category)).toEqual(['release', 'operator', 'generic']);
});

test('the same push again changes only its name; new content comes after known content', () => {
  const first = { images: [RELEASE, CATALOG, OPERAND, UBI] };
  const { lastRun: _, ...once } = knownAfter(first);
  expect(knownAfter(first, first)).toMatchObject(once);
  const moved = { ...OPERAND, destination: { ...OPERAND.destination, repository: 'ocp/elsewhere' } };
  const entries = (images: (typeof UBI)[]) =>
    knownAfter({ images: [OPERAND] }, { images, repositoryScope: true }).mirrors[0]?.byDigest;
  expect(entries([OPERAND, moved])).toEqual([
    { source: 'registry.redhat.io/rhacm2', mirrors: ['reg.lan:5000/ocp/rhacm2'] },
    {
      source: 'registry.redhat.io/rhacm2/x',
      mirrors: ['reg.lan:5000/ocp/rhacm2/x', 'reg.lan:5000/ocp/elsewhere'],
    },
  ]);
});

test('a repository of one push retains the mirrors of the namespace of another, in either order', () => {
  const nested = pushed('operatorRelatedImage', OPERAND.origin, 'ocp/rhacm2-x');
  const [wide, narrow] = [{ images: [OPERAND] }, { images: [nested], repositoryScope: true }];
  for (const order of [
    [wide, narrow],
    [narrow, wide],
  ])
    expect(knownAfter(...order).mirrors[0]?.byDigest).toEqual([
      { source: 'registry.redhat.io/rhacm2', mirrors: ['reg.lan:5000/ocp/rhacm2'] },
      {
        source: 'registry.redhat.io/rhacm2/x',
        mirrors: ['reg.lan:5000/ocp/rhacm2-x', 'reg.lan:5000/ocp/rhacm2/x'],
      },
    ]);
});

test('a catalog has the template of its last push', () => {
  const template = (text: string) => ({
    destination: CATALOG.destination,
    template: { file: 't.yaml', text },
  });
  const known = knownAfter(
    { images: [CATALOG], catalogs: [template('one')] },
    { images: [CATALOG], catalogs: [template('two')] },
  );
  expect(known.catalogs).toEqual([
    { repository: CATALOG.destination.repository, tag: 'v4.18', template: { file: 't.yaml', text: 'two' } },
  ]);
});

test('reads written content by mirror, with the last push first', async () => {
  const files = memoryFiles();
  const known = knownAfter({ images: [RELEASE, GRAPH, CATALOG, UBI] });
  const later = { ...known, enclave: 'north', pushedAt: '2026-08-22T00:00:00Z' };
  await writeKnown(files, known);
  await writeKnown(files, later);
  expect(await readKnown(files, 'fleet', PLACE.destination)).toEqual(known);
  expect(await readKnown(files, 'fleet', { ...PLACE.destination, namespace: '' })).toBeUndefined();
  expect(await listKnown(files)).toEqual([later, known]);
});

test('names of files are readable, and differ even for similar names', () => {
  const name = (namespace: string) => knownFile('fleet', { host: 'reg.lan:5000', namespace });
  expect(name('a/b')).toMatch(/^cluster\/fleet-reg\.lan-5000-a-b-[0-9a-f]{8}\.json$/);
  expect(name('a/b')).not.toBe(name('a-b'));
});

test('names a damaged file', async () => {
  const files = memoryFiles();
  const file = knownFile('fleet', PLACE.destination);
  for (const text of ['{', '{"format":1}', '{"format":2}']) {
    await files.write(file, text);
    await expect(readKnown(files, 'fleet', PLACE.destination)).rejects.toMatchObject({
      code: 'workspace-invalid',
      message: expect.stringContaining(file),
    });
  }
});
