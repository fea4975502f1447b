import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { unsafeName } from '../set-format/entry-names.ts';
import { BLOCK, END_BYTES, encodeHeader, padded } from '../set-format/tar-header.ts';
import { scanTar, type TarEntry } from './scan.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-scan-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function scan(bytes: Buffer | string): Promise<TarEntry[]> {
  const path = typeof bytes === 'string' ? bytes : join(folder, 'x.tar');
  if (typeof bytes !== 'string') await writeFile(path, bytes);
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return await Array.fromAsync(scanTar({ handle, name: 'x.tar', size }, { wanted: () => true }));
  } finally {
    await handle.close();
  }
}

/** Returns an entry with arbitrary header fields and a correct checksum. */
function entry(name: string, content = 'x', change?: (header: Buffer) => void): Buffer {
  const header = encodeHeader({ name, size: content.length, mtime: 0 });
  change?.(header.subarray(-BLOCK));
  seal(header.subarray(-BLOCK));
  const body = Buffer.alloc(padded(content.length));
  body.write(content, 'latin1');
  return Buffer.concat([header, body]);
}

function seal(block: Buffer): void {
  block.write('        ', 148, 'latin1');
  const sum = block.reduce((a, b) => a + b, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
}

function typed(name: string, type: string, content = ''): Buffer {
  return entry(name, content, (header) => header.write(type, 156, 'latin1'));
}

const END = Buffer.alloc(END_BYTES);
const tar = (...entries: Buffer[]): Buffer => Buffer.concat([...entries, END]);

test("finds names, places and small content, and doesn't count directories and fillers as content", async () => {
  const archive = tar(
    entry('a/b', 'hello'),
    typed('d/', '5'),
    entry('airlock-filler/1', 'zz'),
    entry('./c', 'there'),
  );
  const found = await scan(archive);
  expect(found.map(({ name, offset, data, size }) => ({ name, offset, data, size }))).toEqual([
    { name: 'a/b', offset: 0, data: 512, size: 5 },
    { name: 'c', offset: 2560, data: 3072, size: 5 },
  ]);
  expect(found.map(({ content }) => content?.toString())).toEqual(['hello', 'there']);
});

test.each(['gnu', 'pax', 'ustar', 'oldgnu', 'v7'])('reads GNU tar --format=%s', async (format) => {
  const source = join(folder, format);
  const long = format === 'v7' ? 'short' : `${'deep-folder-name/'.repeat(9)}file`;
  await mkdir(join(source, long, '..'), { recursive: true });
  await writeFile(join(source, long), 'content');
  if (format === 'gnu' || format === 'pax') await writeFile(join(source, 'n'.repeat(200)), 'long name');
  execFileSync('tar', ['cf', join(folder, 'gnu.tar'), `--format=${format}`, '-C', source, '.']);
  const found = await scan(join(folder, 'gnu.tar'));
  expect(found.find(({ name }) => name === long)?.content?.toString()).toBe('content');
  if (format === 'gnu' || format === 'pax')
    expect(found.find(({ name }) => name === 'n'.repeat(200))?.content?.toString()).toBe('long name');
});

const global = (content: string): Buffer => typed('g', 'g', content);
test.each([
  ['an absolute path', tar(entry('/etc/passwd'))],
  ['a path outside', tar(entry('working-dir/../../x'))],
  ['a path that ends in ..', tar(entry('working-dir/..'))],
  ['a drive letter', tar(entry('C:/x'))],
  ['a backslash', tar(entry('a\\b'))],
  ['a control character', tar(entry('a', 'x', (h) => h.write('a\x1b[2J', 0, 'latin1')))],
  ['a NUL in a PAX path', tar(typed('p', 'x', '12 path=a\0b\n'), entry('a'))],
  ['a name that is not UTF-8', tar(entry('a', 'x', (h) => h.write('a\xff', 0, 'latin1')))],
  ['an inner .', tar(entry('a/./b'))],
  ['an empty name', tar(entry('a', 'x', (h) => h.fill(0, 0, 100)))],
  ['a symbolic link', tar(typed('a', '2'))],
  ['a hard link', tar(typed('a', '1'))],
  ['a device', tar(typed('a', '3'))],
  ['a block device', tar(typed('a', '4'))],
  ['a pipe', tar(typed('a', '6'))],
  ['a sparse file', tar(typed('a', 'S', 'xx'))],
  ['an unknown type', tar(typed('a', 'Z'))],
  ['a repeated name', tar(entry('a'), entry('b'), entry('a'))],
  ['the same name in another notation', tar(entry('a'), entry('./a'))],
  ['a PAX path outside', tar(typed('p', 'x', '16 path=../../a\n'), entry('a'))],
  ['a GNU long name outside', tar(typed('././@LongLink', 'L', '../../../x\0'), entry('a'))],
  ['a PAX link', tar(typed('p', 'x', '14 linkpath=a\n'), entry('a'))],
  ['PAX sparse records', tar(typed('p', 'x', '22 GNU.sparse.major=1\n'), entry('a'))],
  ['a global header that renames', tar(global('10 path=b\n'), entry('a'))],
  ['a huge PAX header', tar(typed('p', 'x', 'x'.repeat(70_000)), entry('a'))],
  ['a directory with content', tar(typed('d', '5', 'content'))],
])('rejects hostile content: %s', async (_, archive) => {
  await expect(scan(archive)).rejects.toMatchObject({
    code: 'archive-hostile',
    message: expect.stringMatching(/^x\.tar has .* at byte \d+/),
  });
});

test.each([
  ['a wrong checksum', tar(entry('a')).fill('z', 0, 1)],
  ["a size that isn't a number", tar(entry('a', 'x', (h) => h.write('1z', 124, 'latin1')))],
  ['a negative size', tar(entry('a', 'x', (h) => h.fill(0xff, 124, 136)))],
  ['a size beyond the file', tar(entry('a', 'x', (h) => h.write('00777777777\0', 124, 'latin1')))],
  ['a PAX size beyond the file', tar(typed('p', 'x', '20 size=99999999999\n'), entry('a'))],
  ["a PAX size that isn't a number", tar(typed('p', 'x', '12 size=1e3\n'), entry('a'))],
  ['a PAX record longer than its header', tar(typed('p', 'x', '99 path=b\n'), entry('a'))],
  ['a PAX record without a value', tar(typed('p', 'x', '7 path\n'), entry('a'))],
  ['no end marker', entry('a')],
  ['half an end marker', Buffer.concat([entry('a'), Buffer.alloc(512)])],
  ['an entry after a single block of zeros', Buffer.concat([Buffer.alloc(512), entry('a'), END])],
  ['truncated content', tar(entry('a', 'x'.repeat(2000))).subarray(0, 1000)],
  ['a truncated header', tar(entry('a'), entry('b')).subarray(0, 1300)],
  ['an extension without its entry', tar(typed('p', 'x', '10 path=b\n'))],
  ['nothing', Buffer.alloc(0)],
])('rejects malformed content: %s', async (_, archive) => {
  await expect(scan(archive)).rejects.toMatchObject({
    code: 'archive-malformed',
    message: expect.stringContaining('x.tar'),
  });
});

test('never crashes on changed headers, and never returns a name outside', async () => {
  const archive = tar(
    entry('docker/registry/v2/a'),
    entry('ü'.repeat(120)),
    typed('d/', '5'),
    entry('z', 'tail'),
  );
  const mutation = fc.record({
    at: fc.nat({ max: archive.length - 1 }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
    reseal: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 6 }), async (mutations) => {
      const changed = Buffer.from(archive);
      for (const { at, bytes, reseal } of mutations) {
        changed.set(bytes.subarray(0, changed.length - at), at);
        const block = at - (at % BLOCK);
        if (reseal) seal(changed.subarray(block, block + BLOCK));
      }
      try {
        for (const { name, data, size } of await scan(changed)) {
          expect(unsafeName(name)).toBeUndefined();
          expect(data + size).toBeLessThanOrEqual(changed.length);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(AirlockError);
        expect(['archive-hostile', 'archive-malformed']).toContain((error as AirlockError).code);
      }
    }),
    { numRuns: 300 },
  );
});
