import { expect, test } from 'vitest';
import type { ManifestFile } from '../../../core/contract/topics/install-config-requests.ts';
import { adjacentFile, foldersOf } from './generated-files.ts';

const file = (path: string): ManifestFile => ({
  path,
  kind: '',
  name: '',
  purpose: '',
  secret: false,
  text: '',
});

test('files are grouped by folder, with files outside of folders last', () => {
  const folders = foldersOf(
    ['vcenter-checklist.md', 'openshift/b.yaml', 'cluster-api/machines/c.yaml', 'cluster-api/a.yaml'].map(
      file,
    ),
  );
  expect(folders.map(({ folder }) => folder)).toEqual([
    'cluster-api',
    'cluster-api/machines',
    'openshift',
    '',
  ]);
  expect(adjacentFile(folders, 'cluster-api/a.yaml', 1)).toBe('cluster-api/machines/c.yaml');
  expect(adjacentFile(folders, 'cluster-api/a.yaml', -1)).toBe('cluster-api/a.yaml');
  expect(adjacentFile(folders, 'vcenter-checklist.md', 1)).toBe('vcenter-checklist.md');
});
