import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type Header, pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { readGraphData } from './graph-data.ts';

async function tar(entries: [Partial<Header> & { name: string }, string?][]): Promise<Buffer> {
  const archive = pack();
  for (const [header, content] of entries) archive.entry(header, content ?? '');
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

test('reads sorted files with any name of the root', async () => {
  const archive = gzipSync(
    await tar([
      [{ name: './', type: 'directory' }],
      [{ name: './version', mode: 0o600 }, '1.2.0\n'],
      [{ name: './channels/', type: 'directory' }],
      [{ name: './channels/stable-4.18.yaml', mode: 0o755 }, 'name: stable-4.18\n'],
      [{ name: 'blocked-edges/4.1.1.yaml' }, 'x'],
    ]),
  );
  expect(await readGraphData(archive)).toEqual([
    { path: 'blocked-edges/4.1.1.yaml', executable: false, content: Buffer.from('x') },
    { path: 'channels/stable-4.18.yaml', executable: true, content: Buffer.from('name: stable-4.18\n') },
    { path: 'version', executable: false, content: Buffer.from('1.2.0\n') },
  ]);
});

test.each<[string, [Partial<Header> & { name: string }, string?][]]>([
  ['a path outside', [[{ name: '../etc/passwd' }, 'x']]],
  ['a path that leads outside later', [[{ name: 'channels/../../x' }, 'x']]],
  ['an absolute path', [[{ name: '/etc/passwd' }, 'x']]],
  ['an absolute directory', [[{ name: 'a' }, 'x'], [{ name: '//', type: 'directory' }]]],
  ['a symbolic link', [[{ name: 'a', type: 'symlink', linkname: '/etc' }]]],
  ['a hard link', [[{ name: 'a', type: 'link', linkname: 'version' }]]],
  ['a device', [[{ name: 'a', type: 'character-device' }]]],
  ['a backslash', [[{ name: 'a\\..\\b' }, 'x']]],
  ['a control character', [[{ name: 'a\nb' }, 'x']]],
  [
    'a repeated file',
    [
      [{ name: 'a' }, 'x'],
      [{ name: './a' }, 'y'],
    ],
  ],
  [
    'a file that is also a directory',
    [
      [{ name: 'a' }, 'x'],
      [{ name: 'a/b' }, 'y'],
    ],
  ],
])('rejects %s', async (_, entries) => {
  await expect(readGraphData(gzipSync(await tar(entries)))).rejects.toMatchObject({
    code: 'archive-hostile',
  });
});

test('rejects damaged and empty archives, and archive bombs', async () => {
  const complete = await tar([[{ name: 'version' }, 'x'.repeat(5000)]]);
  const packed = gzipSync(complete);
  for (const damaged of [
    packed.subarray(0, 40),
    Buffer.from('<html>'),
    gzipSync(complete.subarray(0, 2000)),
    gzipSync('not a tar '.repeat(200)),
  ])
    await expect(readGraphData(damaged)).rejects.toMatchObject({ code: 'archive-malformed' });
  await expect(readGraphData(gzipSync(await tar([])))).rejects.toMatchObject({ code: 'graph-invalid' });
  const bomb = gzipSync(Buffer.alloc(257 * 1024 * 1024), { level: 1 });
  await expect(readGraphData(bomb)).rejects.toMatchObject({ code: 'archive-hostile' });
});

test('returns only files below the root or a typed error for any changed bytes', async () => {
  const complete = await tar([
    [{ name: 'channels/a.yaml' }, 'x'],
    [{ name: `${'long/'.repeat(30)}name` }, 'y'],
    [{ name: 'b', type: 'symlink', linkname: 'version' }],
  ]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(complete.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      fc.nat(complete.length),
      async (changes, length) => {
        const altered = Buffer.from(complete);
        for (const [at, value] of changes) altered[at] = value;
        const archive = gzipSync(altered.subarray(0, changes.length > 2 ? length : altered.length), {
          level: 1,
        });
        const files = await readGraphData(archive).catch((error: unknown) => error);
        if (files instanceof AirlockError) expect(files.code).not.toBe('internal');
        else
          for (const { path } of files as { path: string }[])
            expect(path).toMatch(/^(?!\.{0,2}(\/|$))[^\\\p{Cc}]+$/u);
      },
    ),
    { numRuns: 150 },
  );
});
