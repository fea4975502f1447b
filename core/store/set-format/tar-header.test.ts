import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeHeader, decodePax, END_BYTES, encodeHeader, headerBytes, padded } from './tar-header.ts';

const MTIME = 1_760_000_000;
const AT = { file: 'x.tar', offset: 0 };

test('a blob name fits one USTAR block, and equal input results in equal bytes', () => {
  const name = `docker/registry/v2/blobs/sha256/ab/${'ab'.repeat(32)}/data`;
  const header = encodeHeader({ name, size: 77, mtime: MTIME });
  expect(header.length).toBe(512);
  expect(encodeHeader({ name, size: 77, mtime: MTIME })).toEqual(header);
  expect(decodeHeader(header, AT)).toEqual({ name, size: 77, type: '0' });
});

test('writes names and sizes beyond USTAR as PAX records', () => {
  const big = encodeHeader({ name: 'big', size: 8 * 2 ** 30, mtime: MTIME });
  expect(big.length).toBe(3 * 512);
  expect(decodePax(big.subarray(512, 512 + 19), AT)).toEqual(new Map([['size', '8589934592']]));
  const name = `working-dir/${'ä'.repeat(200)}`;
  const long = encodeHeader({ name, size: 1, mtime: MTIME });
  const length = decodeHeader(long, AT)!.size;
  expect(decodePax(long.subarray(512, 512 + length), AT).get('path')).toBe(name);
});

test('headerBytes is the length of encodeHeader, and PAX lengths include themselves', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 300 }), fc.nat(), (raw, size) => {
      const name = raw.replaceAll('\0', '_');
      const header = encodeHeader({ name, size, mtime: MTIME });
      expect(header.length).toBe(headerBytes(name, size));
      const plain = header.length === 512;
      const records = plain
        ? undefined
        : decodePax(header.subarray(512, 512 + decodeHeader(header, AT)!.size), AT);
      const found = plain ? decodeHeader(header, AT)!.name : records?.get('path');
      // Lone surrogates can't be encoded as UTF-8.
      expect(found).toBe(Buffer.from(name).toString());
    }),
  );
});

test('decoding returns a header or throws a typed error for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 512, maxLength: 512 }), (bytes) => {
      expect(() => decodeHeader(Buffer.from(bytes), AT)).toThrow(
        expect.objectContaining({ name: 'AirlockError' }),
      );
    }),
    { examples: [[new Uint8Array(512).fill(1)]] },
  );
  expect(decodeHeader(Buffer.alloc(512), AT)).toBeUndefined();
});

test('GNU tar reads the written headers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-tar-'));
  try {
    const names = ['isc_2026-01-31T10:00:00Z', `working-dir/${'long/'.repeat(60)}name`, 'working-dir/grün'];
    const parts = names.map((name) => {
      const body = Buffer.alloc(padded(name.length));
      body.write(name, 'latin1');
      return Buffer.concat([encodeHeader({ name, size: name.length, mtime: MTIME }), body]);
    });
    await writeFile(join(folder, 'x.tar'), Buffer.concat([...parts, Buffer.alloc(END_BYTES)]));
    const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } } as const;
    const listed = execFileSync('tar', ['tf', join(folder, 'x.tar'), '--quoting-style=literal'], options);
    expect(listed.trim().split('\n')).toEqual(names);
  } finally {
    await rm(folder, { recursive: true });
  }
});
