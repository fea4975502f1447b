import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import { mtimeOf } from '../../store/set-format/set-index.ts';
import { type SetToCarry, setToCarry, withNewCut } from '../export/plan.ts';
import { currentCut, type ExportState } from '../export/state.ts';
import { exportId, parseExportDocument } from '../volumes/export-document.ts';
import { entryBoundaries, isPart, openSetBytes } from '../volumes/set-bytes.ts';
import { readVolumeFile, writeVolume } from '../volumes/volume-file.ts';
import { diodeProfile, diodeVolumeName } from './diode-profile.ts';

let root: string;
let set: SetToCarry;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-diode-'));
  const images = ['a', 'b', 'c', 'd', 'e'].map((name) => testImage(`apps/${name}`, 'v1'));
  await writeTestSet(root, 1, images, { archiveSizeBytes: 120_000 });
  set = await setToCarry(root, 'lab-0001');
});
afterEach(() => rm(root, { recursive: true }));

function cut(volumeSize: number, state?: ExportState, freeBytes?: number): ExportState {
  return withNewCut(state, {
    set,
    profile: diodeProfile(volumeSize),
    volumeSize,
    media: freeBytes === undefined ? [] : [{ freeBytes }],
    tool: 'test',
    now: new Date('2026-01-31T10:00:00Z'),
  });
}

test('every volume has a short name, a limited size, and a description of its transfer', async () => {
  const volumeSize = 64_000;
  const state = cut(volumeSize);
  const { volumes, id } = currentCut(state);
  expect(volumes.length).toBeGreaterThan(3);
  const source = openSetBytes(set.directory, set.index);
  const boundaries = entryBoundaries(set.index);
  for (const volume of volumes) {
    expect(volume.name).toMatch(/^[a-z0-9]{8}\.tar$/);
    const extras = await diodeProfile(volumeSize).extras(currentCut(state), set);
    const { number, spans, name } = volume;
    const path = join(root, name);
    const head = { id, transfer: 'lab-0001', number, of: volumes.length, revision: 1 };
    const content = { ...head, spans, mtime: mtimeOf(set.index), extras };
    await writeVolume(path, content, source, { part: (span) => isPart(span, boundaries) });
    const bytes = await readFile(path);
    expect(bytes.length).toBe(volume.size);
    expect(bytes.length).toBeLessThanOrEqual(volumeSize);
    const handle = await open(path);
    const found = await readVolumeFile(handle, path);
    await handle.close();
    const text = (entry: string): string => {
      const { offset, size } = found!.extras.find((extra) => extra.name === entry)!;
      return bytes.toString('utf8', offset, offset + size);
    };
    expect(text('airlock/index.json')).toBe(await readFile(join(set.directory, 'index.json'), 'utf8'));
    const document = parseExportDocument(text('airlock/export.json'), path);
    expect(exportId(document)).toBe(id);
    expect(document.volumes.map((each) => each.name)).toEqual(volumes.map((each) => each.name));
  }
  await source.close();
});

test('dividing the remaining content again has space for its longer list', async () => {
  const volumeSize = 64_000;
  const first = cut(volumeSize);
  const [one] = currentCut(first).volumes;
  const written = [
    {
      number: 1,
      revision: 1,
      size: one!.size,
      spans: one!.spans.map((span) => ({ ...span, sha256: '0'.repeat(64) })),
      drive: 'out',
      at: '2026-01-31T10:00:00Z',
      readBack: 'drive' as const,
    },
  ];
  const again = cut(volumeSize, { ...first, written }, 40_000);
  expect(currentCut(again).volumes.length).toBeGreaterThan(currentCut(first).volumes.length - 1);
  const profile = diodeProfile(volumeSize);
  const sizes = async (state: ExportState): Promise<number[]> =>
    (await profile.extras(currentCut(state), set)).map(({ content }) => content.length);
  expect(await sizes(again)).toEqual(await sizes(first));
});

test('rejects volumes that are too small for the index before writing anything', () => {
  expect(() => cut(20_000)).toThrowError(expect.objectContaining({ code: 'archive-size' }));
});

test('names have eight characters above 999, too, until they are exhausted', () => {
  expect(diodeVolumeName('fleet-0007', 3)).toBe('f007v003.tar');
  expect(diodeVolumeName('fleet-0999', 999)).toBe('f999v999.tar');
  expect(diodeVolumeName('fleet-1000', 1001)).toBe('fa00va01.tar');
  expect(diodeVolumeName('9-lab-0001', 34_695)).toBe('9001vzzz.tar');
  expect(() => diodeVolumeName('fleet-0007', 34_696)).toThrow(/no short name/);
  const names = new Set(Array.from({ length: 34_695 }, (_, i) => diodeVolumeName('fleet-0007', i + 1)));
  expect(names.size).toBe(34_695);
});
