import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { type TestImage, testImage } from '../../store/archive/set.fixture.ts';
import { type SetIndex, SetWriter } from '../../store/archive/write/set-writer.ts';
import { noWarning } from '../../store/workspace/no-warning.fixture.ts';
import { openWorkspace, type Workspace } from '../../store/workspace/workspace.ts';
import { writeExportState } from '../export/state.ts';
import { acknowledgmentCode, setShortId } from '../transfer/acknowledgment-code.ts';
import { transferLife } from '../transfer/life.ts';
import { cutSet } from '../volumes/cut.ts';
import { type ExportDocument, exportId, exportShortId } from '../volumes/export-document.ts';
import { acknowledge, noteLost } from './acknowledge.ts';
import { volumesForCode } from './carry-volumes.ts';

/** Three or four of these fit into a volume. */
const VOLUME_BYTES = 150_000;
const IMAGES = [1, 2, 3, 4].map((n) => testImage(`app/${n}`, 'v1', [`own ${n}`, 'shared', `pair ${n % 2}`]));

/** The outcome of a transfer. `lost`: it never arrived. */
type Fate = 'silent' | 'complete' | 'lost' | { missing: number[] };

const fate: fc.Arbitrary<Fate> = fc.oneof(
  fc.constantFrom<Fate[]>('silent', 'complete', 'lost'),
  fc.record({ missing: fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1, maxLength: 3 }) }),
);
/** A transfer, and what happens to it. */
interface Crossing {
  enclave: string;
  images: TestImage[];
  fate: Fate;
  slip: boolean;
  carry: number | undefined;
  noted: boolean;
}
const crossing: fc.Arbitrary<Crossing> = fc.record({
  enclave: fc.constantFrom('fleet', 'lab'),
  images: fc.subarray(IMAGES, { minLength: 1 }),
  fate,
  /** Typed wrong once, before it is typed correctly. */
  slip: fc.boolean(),
  /** It crosses as drive volumes of this size, and missing numbers are those of the volumes; otherwise as the files of the set. */
  carry: fc.option(fc.constantFrom(32_768, 60_000, 131_072), { nil: undefined }),
  /** Missing numbers are known without a code. */
  noted: fc.boolean(),
});

/** Divides a set like an export; the workspace has this division and an earlier one, as after a drive that was too small. */
async function exported(directory: string, index: SetIndex, volumeSize: number): Promise<ExportDocument> {
  const indexSha256 = sha256(JSON.stringify(index)).slice(7);
  const { transfer } = index;
  const revisions = [volumeSize + 8192, volumeSize].map((size, i): ExportDocument => {
    const volumes = cutSet(index, { volumeSize: size, media: [] });
    const cut = { indexSha256, volumeSize: size, revision: i + 1, volumes };
    const id = exportId(cut);
    const { enclave, number, created } = index;
    return {
      format: 2,
      tool: 'test',
      id,
      transfer,
      enclave,
      number,
      shortId: exportShortId(transfer, id),
      created,
      ...cut,
    };
  });
  await writeExportState(directory, { format: 2, transfer, profile: 'drive', revisions, written: [] });
  return revisions[1]!;
}

/** Blobs of a set with every byte outside of these drive volumes. */
function outside(index: SetIndex, cut: ExportDocument, numbers: readonly number[]): Digest[] {
  const spans = cut.volumes.flatMap((volume) => (numbers.includes(volume.number) ? volume.spans : []));
  return index.volumes.flatMap((volume) => {
    const here = spans.filter(({ file }) => file === volume.name);
    const entries = [...volume.entries].filter(([, offset], i) => {
      const end = volume.entries.at(i + 1)?.[1] ?? volume.size - 1024;
      return here.every((span) => span.offset >= end || offset >= span.offset + span.length);
    });
    return contentOf({ ...volume, entries });
  });
}

/** By the engine's own rule: content that isn't sent according to the ledger. */
async function send(
  workspace: Workspace,
  enclave: string,
  images: TestImage[],
): Promise<SetIndex | undefined> {
  const ledger = await workspace.ledger(enclave);
  const content = new Map(
    images.flatMap((image) => [...image.content]).filter(([digest]) => !ledger.sent(digest)),
  );
  const news = images.some(({ repository, tag, digest }) => ledger.link(repository, tag) !== digest);
  if (content.size === 0 && !news) return undefined;
  const place = await workspace.nextTransfer(enclave);
  const set = await SetWriter.open({
    directory: place.partial,
    name: place.name,
    archiveSizeBytes: VOLUME_BYTES,
  });
  for (const [digest, bytes] of content) await set.putBytes(digest, bytes);
  const { number } = place;
  const index = await set.finish({
    enclave,
    number,
    tool: 'test',
    links: images,
    files: [],
    configuration: '',
  });
  await workspace.record(index);
  return index;
}

function contentOf(volume: SetIndex['volumes'][number]): Digest[] {
  return [...volume.entries].flatMap(([name]) => {
    const hex = /blobs\/sha256\/..\/([0-9a-f]{64})\/data$/.exec(name)?.[1];
    return hex ? [`sha256:${hex}` satisfies Digest] : [];
  });
}

/** Two enclaves, three transfers each: one lost, one code typed wrong, one acknowledged; then everything is wanted of both. */
const REPORTED = (
  [
    { enclave: 'fleet', images: [0], fate: 'complete', slip: true, carry: 60_000 },
    { enclave: 'lab', images: [0, 1], fate: { missing: [1] }, slip: false, carry: 32_768 },
    { enclave: 'fleet', images: [1], fate: 'lost', slip: false, carry: 32_768 },
    { enclave: 'lab', images: [2], fate: 'silent', slip: false },
    { enclave: 'fleet', images: [2], fate: { missing: [0, 2] }, slip: true, carry: 32_768 },
    { enclave: 'lab', images: [1, 3], fate: { missing: [0] }, slip: true },
    { enclave: 'fleet', images: [0, 1, 2, 3], fate: 'silent', slip: false },
    { enclave: 'lab', images: [0, 1, 2, 3], fate: 'silent', slip: false },
  ] satisfies (Omit<Crossing, 'images' | 'carry' | 'noted'> & { images: number[]; carry?: number })[]
).map(
  ({ images, ...rest }): Crossing => ({
    carry: undefined,
    noted: false,
    ...rest,
    images: images.map((i) => IMAGES[i]!),
  }),
);

/** Numbers of the volumes that don't arrive, ascending, from 1. */
function missingNumbers(given: Fate, count: number): number[] {
  if (given === 'lost') return Array.from({ length: count }, (_, i) => i + 1);
  if (typeof given === 'string') return [];
  return [...new Set(given.missing.map((n) => (n % count) + 1))].toSorted((a, b) => a - b);
}

/** The code with another last letter is rejected. */
async function slipped(directory: string, code: string): Promise<void> {
  const other = code.endsWith('0') ? '1' : '0';
  const wrong = acknowledge(directory, `${code.slice(0, -1)}${other}`, noWarning);
  await expect(wrong).rejects.toMatchObject({ code: 'acknowledgment-invalid' });
}

/** The part of a set that arrives without these volumes: drive volumes, or its own files. */
function arrived(
  index: SetIndex,
  cut: ExportDocument | undefined,
  missingContent: number[],
): Iterable<Digest> {
  if (cut) return outside(index, cut, missingContent);
  return index.volumes.flatMap((volume, i) => (missingContent.includes(i + 1) ? [] : contentOf(volume)));
}

test('the next transfer of an enclave contains exactly its missing content after any history', async () => {
  const root = await mkdtemp(join(tmpdir(), 'airlock-histories-'));
  let runs = 0;
  const history = fc.array(crossing, { minLength: 6, maxLength: 9 });
  try {
    await fc.assert(
      fc.asyncProperty(history, async (crossings) => {
        const directory = join(root, `${++runs}`);
        await (await openWorkspace(directory, { create: true, onWarning: noWarning })).close();
        /** The content that each enclave has or will have, as far as this side can know. */
        const there = { fleet: new Set<Digest>(), lab: new Set<Digest>() };
        for (const { enclave, images, fate: given, slip, carry, noted } of crossings) {
          const workspace = await openWorkspace(directory, { onWarning: noWarning });
          const index = await send(workspace, enclave, images);
          await workspace.close();
          const here = there[enclave as 'fleet' | 'lab'];
          const missing = new Set(
            images.flatMap(({ content }) => [...content.keys()]).filter((digest) => !here.has(digest)),
          );
          const carried = index?.volumes.flatMap(contentOf) ?? [];
          expect(new Set(carried)).toEqual(missing);
          expect(carried.length).toBe(missing.size);
          if (!index) continue;
          const cut = carry === undefined ? undefined : await exported(directory, index, carry);
          const count = (cut ?? index).volumes.length;
          const missingContent = missingNumbers(given, count);
          const reported = missingContent.length === count ? 'all' : missingContent;
          // A complete import gives the code of the set, one with missing drive volumes that of the export.
          const shortId = cut && missingContent.length > 0 ? cut.shortId : setShortId(index);
          const code = acknowledgmentCode({
            number: index.number,
            shortId,
            reached: 'pushed',
            missing: reported,
          });
          if (slip) await slipped(directory, code);
          if (given === 'lost') await noteLost(directory, index.transfer, 'all', 'set', noWarning);
          else if (typeof given === 'object' && noted && reported !== 'all')
            await noteLost(directory, index.transfer, missingContent, cut ? 'export' : 'set', noWarning);
          else if (given !== 'silent')
            expect(await acknowledge(directory, code, noWarning)).toMatchObject({
              transfer: index.transfer,
              enclave,
            });
          if (cut && typeof given === 'object') {
            expect(await volumesForCode(directory, index.transfer, code)).toEqual(missingContent);
            const { lifecycle } = await transferLife(directory, index.transfer);
            const names = cut.volumes
              .filter(({ number }) => missingContent.includes(number))
              .map(({ name }) => name);
            if (reported !== 'all')
              expect(lifecycle).toMatchObject({ arrived: 'partial', missingFromTransfer: names });
          }
          for (const digest of arrived(index, cut, missingContent)) here.add(digest);
        }
        await rm(directory, { recursive: true });
      }),
      { numRuns: 25, endOnFailure: true, examples: [[REPORTED]] },
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}, 120_000);
