import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { indexBytes, readFoundIndexFile } from './found-index.ts';

const HEAD = { format: 2, transfer: 'lab-0001', enclave: 'lab', number: 1, created: '2026-11-22T00:00:00Z' };
const TEXT = JSON.stringify({
  ...HEAD,
  ...{ tool: 'test', status: 'complete', volumes: [], images: [], failed: [], earlier: [] },
});
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-found-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("an index that is replaced after its check isn't used", async () => {
  const path = join(root, 'index.json');
  await writeFile(path, TEXT);
  const found = (await readFoundIndexFile(path))!;
  expect(String(await indexBytes(found))).toBe(TEXT);
  await writeFile(path, TEXT.replace('test', 'evil'));
  await expect(indexBytes(found)).rejects.toMatchObject({ code: 'archive-malformed', at: { file: path } });
  expect(await readFoundIndexFile(join(root, 'none.json'))).toBe(undefined);
});

test('rejects an index that lists an image without a link in any archive', async () => {
  const images = [{ repository: 'a/app', tag: 'v1', digest: `sha256:${'a'.repeat(64)}` }];
  const path = join(root, 'index.json');
  await writeFile(path, JSON.stringify({ ...JSON.parse(TEXT), images }));
  await expect(readFoundIndexFile(path)).rejects.toMatchObject({
    code: 'archive-malformed',
    message: expect.stringContaining('a/app:v1'),
  });
});
