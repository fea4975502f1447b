import { expect, test } from 'vitest';
import type { WorkspaceUsageLine } from '../../core/contract/topics/transfers.ts';
import { t } from './messages.ts';
import { diskParts, storageSentence } from './storage-words.ts';

const usage: WorkspaceUsageLine = {
  bytes: 3 * 1024 ** 3,
  freeBytes: 1024,
  enclaves: [
    { name: 'lab', sets: 1, bytes: 1024 },
    { name: 'fleet', sets: 2, bytes: 4096 },
  ],
  sets: [
    {
      name: 'fleet-0001',
      enclave: 'fleet',
      bytes: 4096,
      exclusiveBytes: 0,
      retentionReason: 'the archive set is protected',
    },
  ],
  deliverables: [],
  other: [
    { name: 'cache', bytes: 12 },
    { name: 'audit', bytes: 0 },
  ],
};

test('the title shows what can be freed', () => {
  const used = { workspace: 'north', size: '3.0 GiB' };
  expect(storageSentence('north', usage, undefined)).toBe(t('sizeTitle', used));
  expect(storageSentence('north', usage, { remove: [], retain: [], bytes: 0 })).toBe(
    t('noneFreeableTitle', used),
  );
  const remove = [{ name: 'fleet-0001', directory: '/w', bytes: 1024 ** 2 }];
  expect(storageSentence('north', usage, { remove, retain: [], bytes: 1024 ** 2 })).toBe(
    t('freeableTitle', { ...used, freeable: '1.0 MiB' }),
  );
  expect(storageSentence('north', { ...usage, sets: [] }, { remove: [], retain: [], bytes: 0 })).toBe(
    t('noSetsTitle', used),
  );
});

test('the disk shows enclaves by size, other content and free space, without empty parts', () => {
  expect(diskParts(usage).map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    'sets fleet (2 archive sets)',
    'sets lab (1 archive set)',
    `other ${t('diskCache')}`,
    `free ${t('diskFree')}`,
  ]);
});
