import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileTree } from '../app/practice/file-tree.ts';
import type { Digest } from '../base/image/digest.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import { blobName } from '../store/set-format/entry-names.ts';
import { BLOCK, END_BYTES, encodeHeader, padded } from '../store/set-format/tar-header.ts';
import { airlock } from './airlock-process.fixture.ts';
import { imagesOf, missingAt, newRig, type Rig, toDisk } from './mirror.fixture.ts';

let rig: Rig;
/** A valid archive, and its set. */
let honest: Buffer;
let index: Buffer;
let directory: string;
let destination: RegistryServer;
beforeAll(async () => {
  rig = await newRig();
  const set = await toDisk(rig, rig.place('honest'), rig.world.sets.additional.file);
  directory = set.directory!;
  honest = await readFile(join(directory, 'mirror_000001.tar'));
  index = await readFile(join(directory, 'index.json'));
  destination = await startRegistryServer({ storage: memoryStorage() });
});
beforeEach(() => destination.resetStats());
afterAll(async () => {
  await destination.close();
  await rig[Symbol.asyncDispose]();
});

/** A forged entry: fields of the header are changed, and then its checksum is corrected. */
function entry(name: string, content: string, change: (header: Buffer) => void = () => {}): Buffer {
  const header = encodeHeader({ name, size: content.length, mtime: 0 });
  const block = header.subarray(-BLOCK);
  change(block);
  block.write('        ', 148, 'latin1');
  const sum = block.reduce((a, b) => a + b, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  const body = Buffer.alloc(padded(content.length));
  body.write(content);
  return Buffer.concat([header, body]);
}

/** The valid archive with an additional entry at the front. */
const withInFront = (...entries: Buffer[]): Buffer => Buffer.concat([...entries, honest]);

async function contentOf(digest: Digest): Promise<Buffer> {
  const source = await openImageSource(directory);
  try {
    return await source.bytes(digest);
  } finally {
    await source.close();
  }
}

interface Forged {
  archive: (surroundings: string) => Buffer;
  code: string;
  named: RegExp;
}

const forged: Record<string, Forged> = {
  'a path that leads outside the folder': {
    archive: () => withInFront(entry('working-dir/../../../escaped', 'x')),
    code: 'archive-hostile',
    named: /an entry with "\.\." in its path/,
  },
  'an absolute path': {
    archive: (surroundings) => withInFront(entry(`${surroundings}/absolute`.slice(0, 100), 'x')),
    code: 'archive-hostile',
    named: /absolute path/,
  },
  'a symbolic link': {
    archive: () =>
      withInFront(
        entry('working-dir/link', '', (header) => {
          header.write('2', 156, 'latin1');
          header.write('../..', 157, 'latin1');
        }),
        entry('working-dir/link/escaped', 'x'),
      ),
    code: 'archive-hostile',
    named: /link/,
  },
  'a huge size': {
    archive: () =>
      withInFront(entry('working-dir/huge', 'x', (header) => header.write('77777777777\0', 124, 'latin1'))),
    code: 'archive-malformed',
    named: /mirror_000001\.tar/,
  },
  'an end that is cut off': {
    archive: () => honest.subarray(0, honest.length - END_BYTES - 5000),
    code: 'archive-malformed',
    named: /mirror_000001\.tar/,
  },
  'a name twice': {
    archive: () => withInFront(entry(blobName(imagesOf(rig, 'additional')[0]!.digest), 'x')),
    code: 'archive-hostile',
    named: /a name that already occurred in the set/,
  },
};

describe('a hostile archive is rejected by name, and nothing is written outside', () => {
  test.each(Object.entries(forged))('%s', async (_, { archive, code, named }) => {
    const surroundings = rig.place('surroundings');
    const from = join(surroundings, 'deep', 'drive');
    const state = join(surroundings, 'state');
    await mkdir(from, { recursive: true });
    await writeFile(join(from, 'mirror_000001.tar'), archive(surroundings));
    const before = await fileTree(surroundings);
    const rejected = { code: 1, result: { status: 'failed', code, message: expect.stringMatching(named) } };
    const [pushed, verified] = await Promise.all([
      airlock(rig, [
        ...['mirror', '--from', `file://${from}`, `docker://${destination.host}`],
        ...['--state', state, '--dest-tls-verify=false'],
      ]).ended,
      airlock(rig, ['verify', `file://${from}`]).ended,
    ]);
    expect(pushed).toMatchObject(rejected);
    if (code === 'archive-hostile') expect(verified).toMatchObject(rejected);
    else expect([1, 2]).toContain(verified.code);
    expect(pushed.stderr + verified.stderr).not.toMatch(/\n\s+at /);
    expect(destination.stats.requests).toBe(0);
    const after = await fileTree(surroundings);
    expect(after.filter(({ path }) => !path.startsWith('state/'))).toEqual(before);
  });
});

describe("content that doesn't match its digest", () => {
  const kinds = [
    ['a layer', 'bare', 'blobs'],
    ['a manifest', 'bare', 'manifests'],
    ['a layer', 'indexed', 'blobs'],
    ['a manifest', 'indexed', 'manifests'],
  ] as const;

  test.each(kinds)('%s of a set, %s: all images except that one are pushed', async (_, layout, part) => {
    const images = imagesOf(rig, 'additional');
    const victim = images.find(({ destination: name }) => name.startsWith('practice/oci:'))!;
    const { digest, size } = victim[part].toSorted((a, b) => b.size - a.size)[0]!;
    const from = rig.place('wrong');
    await mkdir(from);
    const archive = Buffer.from(honest);
    const content = await contentOf(digest);
    const at = archive.indexOf(content);
    expect(at).toBeGreaterThan(0);
    // A manifest remains JSON of the same size.
    if (part === 'blobs') archive[at + (size >> 1)]! ^= 1;
    else
      archive.write(
        content.toString().replace(/"size":(\d)/, (_, d) => `"size":${(Number(d) % 9) + 1}`),
        at,
      );
    await writeFile(join(from, 'mirror_000001.tar'), archive);
    if (layout === 'indexed') await writeFile(join(from, 'index.json'), index);

    const registry = await startRegistryServer({ storage: memoryStorage() });
    try {
      const [pushed, verified] = await Promise.all([
        airlock(rig, [
          ...['mirror', '--from', `file://${from}`, `docker://${registry.host}`],
          ...['--state', rig.place('state'), '--dest-tls-verify=false', '--retry-times', '1'],
          ...['--retry-delay', '50ms'],
        ]).ended,
        airlock(rig, ['verify', `file://${from}`]).ended,
      ]);
      expect(pushed).toMatchObject({ code: 2, result: { status: 'partial', images: { failed: 1 } } });
      expect(pushed.result!.failures).toMatchObject([
        { destination: `${registry.host}/${victim.destination}`, side: 'local', code: 'digest-mismatch' },
      ]);
      expect(verified).toMatchObject({
        code: 2,
        result: { ok: false, problems: [{ kind: 'corrupt', digest, images: [victim.destination] }] },
      });
      expect(
        await missingAt(
          registry.host,
          images.filter((image) => image !== victim),
        ),
      ).toEqual([]);
      const { status } = await fetch(`${registry.url}/v2/${victim.destination.replace(':', '/manifests/')}`, {
        headers: { accept: '*/*' },
      });
      expect(status).toBe(404);
    } finally {
      await registry.close();
    }
  });
});
