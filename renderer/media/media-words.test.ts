import { expect, test } from 'vitest';
import type { ExportLine, MediaJob } from '../../core/contract/topics/media.ts';
import { driveLine, exportJob as job, exportLine as plan, startedExport } from './media.fixture.ts';
import {
  carrySentence,
  deliverableRuns,
  driveFacts,
  driveName,
  exportBoxes,
  isCalled,
  mediaSize,
  placeName,
  shortDeliverable,
  shortLabels,
  stoppedJob,
  volumeNumbers,
  volumeSizeOf,
} from './media-words.ts';
import { t } from './messages.ts';

const title = (options: { plan?: ExportLine; job?: MediaJob; chosen?: string[]; only?: number[] }) =>
  carrySentence({
    transfer: 'fleet-0008',
    plan: options.plan ?? plan(),
    job: options.job,
    chosen: options.chosen ?? [],
    only: options.only,
  });

test('the title shows the state of an export and the next step', () => {
  expect(title({})).toBe(t('chooseTitle', { transfer: 'fleet-0008' }));
  expect(title({ chosen: ['FLEET-A'] })).toBe('Ready to write fleet-0008 to FLEET-A in 3 volumes');
  expect(title({ job: job({ progress: { done: 0, remainingMs: 240_000 } }) })).toBe(
    'Writing volume 2 of 3 to FLEET-A, 4 min left',
  );
  expect(title({ job: job({ phase: 'reading-back' }) })).toBe('Reading back volume 2 of 3 from FLEET-A');
  expect(title({ job: job({ phase: 'flushing' }) })).toBe(t('flushingTitle', { drive: 'FLEET-A' }));
  const need = { reason: 'next' as const, message: '', volume: 3, volumeBytes: 1, volumes: 1, bytes: 1 };
  const safe = [{ drive: 'FLEET-A', volumes: [1, 2] }];
  expect(title({ job: job({ status: 'waiting', need, safe }) })).toBe(
    t('insertSafeTitle', { safe: 'FLEET-A' }),
  );
  expect(
    title({ job: job({ status: 'waiting', need: { ...need, reason: 'removed', drive: 'FLEET-A' } }) }),
  ).toBe(t('driveRemovedTitle', { drive: 'FLEET-A' }));
  expect(title({ plan: startedExport(3), chosen: ['FLEET-B'], only: [2] })).toBe(
    'Ready to write volume 2 to FLEET-B again',
  );
  const started = startedExport(1);
  expect(title({ plan: started })).toBe('1 of 3 volumes written. Choose a drive for the rest.');
  expect(title({ plan: started, chosen: ['B'] })).toBe('Ready to write 2 remaining volumes to B');
  expect(title({ plan: started, job: job({ status: 'failed' }) })).toBe(
    'Export stopped: 1 of 3 volumes written',
  );
  const other = job({ status: 'done' }, { format: 'oc-mirror' });
  expect(title({ job: other, chosen: ['a'] })).toBe(
    t('formatTitle', { transfer: 'fleet-0008', drives: 'a', format: 'oc-mirror' }),
  );
  const complete = plan({ complete: true, drives: ['FLEET-A'] });
  expect(title({ plan: complete })).toBe('fleet-0008 has been fully written to FLEET-A');
  expect(title({ plan: complete, job: job({ status: 'done', safe }) })).toBe(
    'fleet-0008 has been fully written to FLEET-A. FLEET-A is safe to remove.',
  );
});

test('boxes show written, current, next and waiting volumes', () => {
  const volumes = [
    { number: 1, name: 'a', size: 1, state: 'written' as const, drive: 'A' },
    { number: 2, name: 'b', size: 1, state: 'reading-back' as const, drive: 'A' },
  ];
  expect(exportBoxes(plan(), job({ volumes })).map(({ mark, state }) => `${mark} ${state}`)).toEqual([
    `good ${t('writtenState')}`,
    `running ${t('readingState')}`,
    `left-out ${t('waitingState')}`,
  ]);
  expect(exportBoxes(plan(), job({ status: 'paused', volumes })).map(({ state }) => state)).toEqual([
    t('writtenState'),
    t('nextState'),
    t('waitingState'),
  ]);
});

test('volumes that are written again are not on their former drive while the export is under way', () => {
  const volumes = [{ number: 1, name: 'v1', size: 4e9, state: 'written' as const, drive: 'FLEET-B' }];
  const marks = (now: MediaJob) => exportBoxes(startedExport(3), now).map(({ mark }) => mark);
  const again = { volumes: [1, 2] };
  expect(marks(job({ volumes }, again))).toEqual(['good', 'next', 'good']);
  expect(marks(job({ status: 'waiting', volumes }, again))).toEqual(['good', 'next', 'good']);
  expect(marks(job({ status: 'done', volumes }, again))).toEqual(['good', 'good', 'good']);
  // An export without requested volumes found one of them missing on its drive.
  const lost = [{ number: 2, name: 'v2', size: 4e9, state: 'missing' as const, drive: 'FLEET-A' }];
  expect(marks(job({ volumes: lost }))).toEqual(['good', 'next', 'good']);
});

test('volume numbers, deliverables and names of drives', () => {
  expect(volumeNumbers([3])).toBe('3');
  expect(volumeNumbers([5, 1, 2, 3])).toBe('1 to 3 and 5');
  expect(volumeNumbers([1, 2, 9])).toBe('1, 2 and 9');
  expect(deliverableRuns(plan().volumes)).toEqual([
    { name: 'release 4.16.1-x86_64', from: 1, to: 2 },
    { name: 'odf', from: 3, to: 3 },
  ]);
  expect(shortDeliverable('release 4.16.1-x86_64')).toBe('4.16.1');
  const drive = driveLine();
  expect(placeName('/mnt/a', [drive])).toBe('FLEET-A');
  expect(placeName('/srv/drop', [drive])).toBe('drop');
});

test('typed volume sizes', () => {
  expect(volumeSizeOf('4 GB')).toEqual({ bytes: 4_000_000_000 });
  expect(volumeSizeOf('650MiB')).toEqual({ bytes: 681_574_400 });
  expect(volumeSizeOf('12')).toEqual({ error: t('smallSizeError') });
  expect(volumeSizeOf('much')).toEqual({ error: t('sizeError') });
});

test('short labels of drives, and round sizes', () => {
  expect([...shortLabels(['FLEET-A', 'FLEET-B', 'FLEET-A']).values()]).toEqual(['On A', 'On B']);
  expect([...shortLabels(['stick1', 'stick2']).values()]).toEqual(['On stick1', 'On stick2']);
  expect(shortLabels(['FLEET-A']).size).toBe(0);
  expect(mediaSize(4_000_000_000)).toBe('4 GB');
  expect(mediaSize(1_500_000)).toBe('1.5 MB');
  expect(mediaSize(681_574_400)).toBe('650.0 MiB');
});

test('the title shows why an export waits for a drive', () => {
  const need = { message: '', volume: 3, volumeBytes: 1, volumes: 1, bytes: 1, drive: 'FLEET-A' };
  const waits = (reason: 'next' | 'removed' | 'read-only' | 'too-small') =>
    title({ job: job({ status: 'waiting', need: { ...need, reason } }) });
  expect(waits('next')).toBe(t('insertTitle'));
  const inserted = (reason: Parameters<typeof waits>[0], isChosen: boolean, isReinserted = false) =>
    carrySentence({
      ...{ transfer: 't-1', plan: plan(), chosen: [] },
      inserted: { name: isReinserted ? 'FLEET-A' : 'FLEET-B', isChosen, isReinserted },
      job: job({ status: 'waiting', need: { ...need, reason } }),
    });
  expect(inserted('next', true)).toBe('Continue with FLEET-B');
  expect(inserted('next', false)).toBe('Select the next drive');
  expect(inserted('too-small', true)).toMatch(/Continue with FLEET-B\.$/);
  expect(inserted('removed', true, true)).toBe(t('reinsertedTitle', { drive: 'FLEET-A' }));
  expect(inserted('removed', false, true)).toBe(t('reinsertedSelectTitle', { drive: 'FLEET-A' }));
  for (const reason of ['removed', 'read-only'] as const)
    expect(inserted(reason, true)).toBe('Continue with FLEET-B');
  expect(inserted('read-only', false)).toBe(t('readOnlyTitle', { drive: 'FLEET-A' }));
  expect(waits('read-only')).toBe(t('readOnlyTitle', { drive: 'FLEET-A' }));
  expect(waits('too-small')).toBe(t('tooSmallTitle', { drive: 'FLEET-A' }));
  expect(title({ job: job({ status: 'pausing' }) })).toBe(t('pausingTitle'));
  expect(title({ job: job({ phase: 'checking' }) })).toBe(t('checkingTitle'));
  expect(title({ job: job({ phase: 'cutting' as never }) })).toBe(t('dividingTitle'));
});

test('the title without a plan, and without a remaining time below a second', () => {
  const of = (more: Parameters<typeof job>[0]) =>
    carrySentence({ transfer: 't-1', plan: undefined, job: job(more), chosen: [] });
  expect(carrySentence({ transfer: 't-1', plan: undefined, job: undefined, chosen: [] })).toBe(
    t('planningTitle', { transfer: 't-1' }),
  );
  expect(of({ progress: { done: 0, remainingMs: 999 } })).toBe(t('writingDriveTitle', { drive: 'FLEET-A' }));
  expect(of({ drive: undefined })).toBe(t('writingDriveTitle', { drive: t('anyDrive') }));
});

test('a transfer that is complete on several drives', () => {
  const complete = plan({ complete: true, drives: ['FLEET-A', 'FLEET-B'] });
  expect(title({ plan: complete })).toBe('fleet-0008 has been fully written to 2 drives');
  expect(title({ plan: complete, job: job({ status: 'failed' }) })).toBe(
    'Export stopped: 0 of 3 volumes written',
  );
});

test('only paused and failed jobs can be resumed', () => {
  for (const status of ['paused', 'failed'] as const) expect(stoppedJob(job({ status }))).toBeDefined();
  for (const status of ['running', 'waiting', 'pausing', 'done'] as const)
    expect(stoppedJob(job({ status }))).toBeUndefined();
  expect(stoppedJob(undefined)).toBeUndefined();
});

test('a job names a drive by its label or folder', () => {
  expect(isCalled('FLEET-A', '/mnt/a', 'FLEET-A')).toBe(true);
  expect(isCalled('a', '/mnt/a', 'FLEET-A')).toBe(true);
  expect(isCalled('b', '/mnt/ab', 'FLEET-A')).toBe(false);
  expect(isCalled(undefined, '/mnt/undefined', 'x')).toBe(false);
});

test('drives have a label, model or device as name, and known facts', () => {
  expect(driveName(driveLine({ label: undefined }))).toBe('SanDisk Ultra');
  expect(driveName(driveLine({ label: undefined, model: undefined }))).toBe('/dev/sdb1');
  expect(driveFacts(driveLine())).toBe('32.0 GiB · exFAT · 8.0 GiB free');
  expect(driveFacts(driveLine({ fileSystem: undefined, free: undefined }))).toBe('32.0 GiB');
});
