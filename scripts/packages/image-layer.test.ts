import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleLayer } from './image-layer.ts';
import { UsageError } from './run-script.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-layer-'));
  file = join(folder, 'airlock.tar.gz');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes a tar.gz with one file below a directory of this name, without its last `missing` bytes. */
async function writeArchive(root: string, missing = 0): Promise<void> {
  const tar = pack();
  tar.entry({ name: `${root}/`, type: 'directory', mtime: new Date(0) });
  tar.entry({ name: `${root}/airlock`, mtime: new Date(0) }, 'airlock');
  tar.finalize();
  const bytes = gzipSync(await buffer(tar));
  await writeFile(file, bytes.subarray(0, bytes.length - missing));
}

test('a bundle is a layer, and an archive of other files is none', async () => {
  await writeArchive('airlock-1.2.3-linux-x64');
  expect(await bundleLayer(file)).toMatchObject({ version: '1.2.3', architecture: 'amd64' });
  await writeArchive('other');
  await expect(bundleLayer(file)).rejects.toThrow("isn't an Airlock bundle for Linux");
});

test('a truncated bundle and an unreadable one are errors with their cause', async () => {
  await writeArchive('airlock-1.2.3-linux-x64', 20);
  const truncated = await bundleLayer(file).catch((error: unknown) => error);
  expect(truncated).toBeInstanceOf(UsageError);
  expect(truncated).toMatchObject({
    message: expect.stringContaining(`${file} can't be read as a tar.gz file: unexpected end of file.`),
    cause: { code: 'Z_BUF_ERROR' },
  });
  await expect(bundleLayer(folder)).rejects.toMatchObject({ cause: { code: 'EISDIR' } });
});
