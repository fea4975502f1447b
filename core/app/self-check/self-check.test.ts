import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { t } from './messages.ts';
import { selfCheck } from './self-check.ts';

let bundle: string;
const listOf = (files: Record<string, string>) =>
  Object.entries(files)
    .map(([name, text]) => `${sha256(text).slice('sha256:'.length)}  ${name}\n`)
    .join('');
const CODE = { airlock: '#!/bin/sh', 'dist/cli/main.js': 'main' };
const sbomOf = (files: Record<string, string>) =>
  JSON.stringify({
    components: [
      { type: 'library', name: 'airlock', hashes: [] },
      ...Object.entries(files).map(([name, text]) => ({
        ...{ type: 'file', name },
        hashes: [{ alg: 'SHA-256', content: sha256(text).slice('sha256:'.length) }],
      })),
    ],
  });
const FILES = { ...CODE, 'sbom.cdx.json': sbomOf(CODE) };

beforeEach(async () => {
  bundle = await mkdtemp(join(tmpdir(), 'airlock-self-check-'));
  await mkdir(join(bundle, 'dist', 'cli'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(bundle, name), text);
  await writeFile(join(bundle, 'SHA256SUMS'), listOf(FILES));
});
afterEach(() => rm(bundle, { recursive: true, force: true }));

test('unaltered files pass', async () => {
  expect(await selfCheck(bundle)).toEqual({
    ...{ ok: true, directory: bundle, files: 3 },
    ...{ missing: [], altered: [], additional: [] },
  });
});

test('missing, altered and additional files are listed', async () => {
  await rm(join(bundle, 'airlock'));
  await writeFile(join(bundle, 'dist', 'cli', 'main.js'), 'changed');
  await writeFile(join(bundle, 'dist', 'cli', 'extra.js'), 'new');
  await symlink('/etc/passwd', join(bundle, 'dist', 'link'));
  expect(await selfCheck(bundle)).toMatchObject({
    ...{ ok: false, missing: ['airlock'], altered: ['dist/cli/main.js'] },
    additional: ['dist/cli/extra.js', 'dist/link'],
  });
});

test('a file whose hash was replaced in the list differs from the SBOM', async () => {
  const changed = { ...FILES, 'dist/cli/main.js': 'changed' };
  await writeFile(join(bundle, 'dist', 'cli', 'main.js'), 'changed');
  await writeFile(join(bundle, 'SHA256SUMS'), listOf(changed));
  expect(await selfCheck(bundle)).toMatchObject({ ok: false, altered: ['dist/cli/main.js'] });
  const damaged = { ...FILES, 'sbom.cdx.json': '{' };
  await writeFile(join(bundle, 'sbom.cdx.json'), '{');
  await writeFile(join(bundle, 'dist', 'cli', 'main.js'), 'main');
  await writeFile(join(bundle, 'SHA256SUMS'), listOf(damaged));
  expect((await selfCheck(bundle)).altered).toEqual(['airlock', 'dist/cli/main.js']);
});

test('a file that was removed together with its line in the list is missing', async () => {
  const { airlock: _removed, ...rest } = FILES;
  await rm(join(bundle, 'airlock'));
  await writeFile(join(bundle, 'SHA256SUMS'), listOf(rest));
  expect(await selfCheck(bundle)).toMatchObject({ ok: false, missing: ['airlock'] });
});

test('a directory without a list says what can be checked otherwise', async () => {
  await rm(join(bundle, 'SHA256SUMS'));
  await expect(selfCheck(bundle)).rejects.toMatchObject({
    code: 'usage',
    remedy: expect.stringContaining('git status'),
  });
});

test('a list that is too large or not a regular file is reported as such', async () => {
  const file = join(bundle, 'SHA256SUMS');
  await truncate(file, 8 * 2 ** 20 + 1);
  await expect(selfCheck(bundle)).rejects.toMatchObject({
    ...{ code: 'config-invalid', message: t('listTooLarge', { file, size: 8 }) },
    remedy: expect.stringContaining('SHA256SUMS'),
  });
  await rm(file);
  await mkdir(file);
  await expect(selfCheck(bundle)).rejects.toMatchObject({
    message: t('listNotRegular', { file, directory: bundle }),
  });
});

test.each(['garbage', `${'0'.repeat(64)}  ../outside`, `${'0'.repeat(64)}  /etc/passwd`])(
  'the list may not contain %j',
  async (line) => {
    await writeFile(join(bundle, 'SHA256SUMS'), `${listOf(FILES)}${line}\n`);
    await expect(selfCheck(bundle)).rejects.toMatchObject({ code: 'config-invalid', at: { line: 4 } });
  },
);
