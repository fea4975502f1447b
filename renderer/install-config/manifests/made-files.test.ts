import { expect, test } from 'vitest';
import type { ManifestFile } from '../../../core/contract/topics/install-config-requests.ts';
import { fileBeside, foldersOf } from './made-files.ts';

const file = (path: string): ManifestFile => ({
  path,
  kind: '',
  name: '',
  purpose: '',
  secret: false,
  text: '',
});

test('files stand in their folders, those at the top last', () => {
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
  expect(fileBeside(folders, 'cluster-api/a.yaml', 1)).toBe('cluster-api/machines/c.yaml');
  expect(fileBeside(folders, 'cluster-api/a.yaml', -1)).toBe('cluster-api/a.yaml');
  expect(fileBeside(folders, 'vcenter-checklist.md', 1)).toBe('vcenter-checklist.md');
});
