import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { temporaryFolder } from '../catalog-image/catalog-image.fixture.ts';
import { t } from './messages.ts';
import { readSourceTemplate, templateFile } from './source-template.ts';

function filesIn(saved: Map<string, string>, writable = true): WorkingFiles {
  return {
    read: async (name) => (saved.has(name) ? Buffer.from(saved.get(name)!) : undefined),
    list: async (prefix) => [...saved.keys()].filter((name) => name.startsWith(prefix)),
    write: writable
      ? async (name, content) => {
          saved.set(name, content.toString());
        }
      : undefined,
  };
}

test('reads the file next to the configuration and stores it for the other side', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'template.yaml');
  await writeFile(file, 'kind: CatalogSource\n');
  const saved = new Map<string, string>();
  expect(await readSourceTemplate('template.yaml', filesIn(saved), folder.path)).toEqual({
    file,
    text: 'kind: CatalogSource\n',
  });
  expect([...saved]).toEqual([[templateFile('template.yaml'), 'kind: CatalogSource\n']]);
  expect(await readSourceTemplate('template.yaml', filesIn(saved, false), undefined)).toEqual({
    file: 'template.yaml',
    text: 'kind: CatalogSource\n',
  });
});

test('stores every path under its own name', () => {
  const names = ['/etc/a.yaml', '/etc/b.yaml', '../a.yaml', 'a.yaml'].map(templateFile);
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^airlock\/catalog-source-templates\/[0-9a-f]{16}\.yaml$/);
});

test('uses the stored text of a missing file, or reports the reason', async () => {
  await using folder = await temporaryFolder();
  const saved = new Map([[templateFile('gone.yaml'), 'kept']]);
  expect(await readSourceTemplate('gone.yaml', filesIn(saved), folder.path)).toMatchObject({ text: 'kept' });
  const none = filesIn(new Map());
  expect(await readSourceTemplate('gone.yaml', none, folder.path)).toEqual({
    file: 'gone.yaml',
    error: expect.stringContaining('gone.yaml'),
  });
  expect(await readSourceTemplate('gone.yaml', none, undefined)).toEqual({
    file: 'gone.yaml',
    error: t('templateMissing', { path: 'gone.yaml' }),
  });
});
