import { expect, test } from 'vitest';
import { forgetDeleted } from './forget-deleted.ts';
import {
  CATALOG,
  GRAPH,
  HOST,
  knownAfter,
  memoryFiles,
  OPERAND,
  PAYLOAD,
  PLACE,
  RELEASE,
} from './known.fixture.ts';
import { readKnown, writeKnown } from './known-content.ts';

test('removes deleted catalogs, releases with their signatures, and graph data, but not mirrors', async () => {
  const files = memoryFiles();
  const { content } = files;
  const known = knownAfter({
    images: [RELEASE, GRAPH, CATALOG, OPERAND],
    signatures: new Map([[PAYLOAD, [Buffer.from('x')]]]),
  });
  await writeKnown(files, known);
  const now = () => readKnown(files, PLACE.enclave, PLACE.destination);
  const { repository, tag } = CATALOG.destination;
  await forgetDeleted(files, 'other.lan', [{ repository, tag }]);
  await forgetDeleted(files, HOST, [{ repository, tag: 'v4.19' }]);
  expect(await now()).toEqual(known);
  await forgetDeleted(files, HOST, [{ repository, tag }]);
  expect(await now()).toEqual({ ...known, catalogs: [] });
  await forgetDeleted(files, HOST, [RELEASE.destination, GRAPH.destination]);
  const { graph: _graph, releasesAt: _at, ...rest } = known;
  expect(await now()).toEqual({ ...rest, catalogs: [], releases: [], signatures: [] });
  const [name] = content.keys();
  await files.write(name!, '{');
  await forgetDeleted(files, HOST, [RELEASE.destination]);
  expect(content.get(name!)).toEqual(Buffer.from('{'));
});
