import { expect, test } from 'vitest';
import type { ExportLine, MediaJob } from '../../core/contract/topics/media.ts';
import { begunExport, driveLine, exportJob as job, exportLine as plan } from './media.fixture.ts';
import {
  carrySentence,
  deliverableRuns,
  driveFacts,
  driveName,
  exportBoxes,
  isCalled,
  mediaSize,
  pieceList,
  pieceSizeOf,
  placeName,
  shortDeliverable,
  shortLabels,
  stoppedJob,
} from './media-words.ts';

const says = (options: { plan?: ExportLine; job?: MediaJob; chosen?: string[] }) =>
  carrySentence({
    transfer: 'fleet-0008',
    plan: options.plan ?? plan(),
    job: options.job,
    chosen: options.chosen ?? [],
  });

test('the sentence tells the hands what to do', () => {
  expect(says({})).toBe('Where shall fleet-0008 be written?');
  expect(says({ chosen: ['FLEET-A'] })).toBe('fleet-0008 goes onto FLEET-A in 3 pieces.');
  expect(says({ job: job({ progress: { done: 0, remainingMs: 240_000 } }) })).toBe(
    'Writing piece 2 of 3 onto FLEET-A. 4 min left.',
  );
  expect(says({ job: job({ phase: 'reading-back' }) })).toBe('Reading piece 2 of 3 back from FLEET-A.');
  expect(says({ job: job({ phase: 'flushing' }) })).toBe('Flushing FLEET-A. Leave it in.');
  const need = { reason: 'next' as const, message: '', piece: 3, pieceBytes: 1, pieces: 1, bytes: 1 };
  const safe = [{ medium: 'FLEET-A', pieces: [1, 2] }];
  expect(says({ job: job({ status: 'waiting', need, safe }) })).toBe(
    'FLEET-A is safe to remove. Insert the next medium.',
  );
  expect(
    says({ job: job({ status: 'waiting', need: { ...need, reason: 'gone', medium: 'FLEET-A' } }) }),
  ).toBe('FLEET-A is gone. Insert it again, or choose another.');
  const begun = begunExport(1);
  expect(says({ plan: begun })).toBe('1 of 3 pieces are written. Choose a medium for the rest.');
  expect(says({ plan: begun, chosen: ['B'] })).toBe('The other 2 pieces go onto B.');
  expect(says({ plan: begun, job: job({ status: 'failed' }) })).toBe(
    'The export stopped: 1 of 3 pieces are written.',
  );
  const other = job({ status: 'done' }, { format: 'oc-mirror' });
  expect(says({ job: other, chosen: ['a'] })).toBe('fleet-0008 is written as oc-mirror reads it, onto a.');
  const whole = plan({ whole: true, media: ['FLEET-A'] });
  expect(says({ plan: whole })).toBe('All of fleet-0008 is on FLEET-A.');
  expect(says({ plan: whole, job: job({ status: 'done', safe }) })).toBe(
    'All of fleet-0008 is on FLEET-A. FLEET-A is safe to remove.',
  );
});

test('boxes: what is written, what is written now, what is next', () => {
  const pieces = [
    { number: 1, name: 'a', size: 1, state: 'written' as const, medium: 'A' },
    { number: 2, name: 'b', size: 1, state: 'reading-back' as const, medium: 'A' },
  ];
  expect(exportBoxes(plan(), job({ pieces })).map(({ mark, word }) => `${mark} ${word}`)).toEqual([
    'good written',
    'running reading',
    'left-out waits',
  ]);
  expect(exportBoxes(plan(), job({ status: 'paused', pieces })).map(({ word }) => word)).toEqual([
    'written',
    'next',
    'waits',
  ]);
});

test('pieces and deliverables in words', () => {
  expect(pieceList([3])).toBe('piece 3');
  expect(pieceList([5, 1, 2, 3])).toBe('pieces 1 to 3 and 5');
  expect(pieceList([1, 2, 9])).toBe('pieces 1, 2 and 9');
  expect(deliverableRuns(plan().pieces)).toEqual([
    { name: 'release 4.16.1-x86_64', from: 1, to: 2 },
    { name: 'odf', from: 3, to: 3 },
  ]);
  expect(shortDeliverable('release 4.16.1-x86_64')).toBe('4.16.1');
  const drive = driveLine();
  expect(placeName('/mnt/a', [drive])).toBe('FLEET-A');
  expect(placeName('/srv/drop', [drive])).toBe('drop');
});

test('sizes of pieces as people write them', () => {
  expect(pieceSizeOf('4 GB')).toEqual({ bytes: 4_000_000_000 });
  expect(pieceSizeOf('650MiB')).toEqual({ bytes: 681_574_400 });
  expect(pieceSizeOf('12')).toEqual({ error: 'At least 64 KiB.' });
  expect(pieceSizeOf('much')).toEqual({ error: 'Such as 4 GB or 650 MiB.' });
});

test('media in small boxes, and sizes as they are printed on them', () => {
  expect([...shortLabels(['FLEET-A', 'FLEET-B', 'FLEET-A']).values()]).toEqual(['on A', 'on B']);
  expect([...shortLabels(['stick1', 'stick2']).values()]).toEqual(['on stick1', 'on stick2']);
  expect(shortLabels(['FLEET-A']).size).toBe(0);
  expect(mediaSize(4_000_000_000)).toBe('4 GB');
  expect(mediaSize(1_500_000)).toBe('1.5 MB');
  expect(mediaSize(681_574_400)).toBe('650.0 MiB');
});

test('why an export waits for a medium, and that nothing is thrown away', () => {
  const need = { message: '', piece: 3, pieceBytes: 1, pieces: 1, bytes: 1, medium: 'FLEET-A' };
  const waits = (reason: 'next' | 'gone' | 'read-only' | 'too-small') =>
    says({ job: job({ status: 'waiting', need: { ...need, reason } }) });
  expect(waits('next')).toBe('Insert the next medium.');
  expect(waits('read-only')).toBe('FLEET-A cannot be written. Choose another.');
  expect(waits('too-small')).toBe('FLEET-A has no room for a piece. Insert another.');
  expect(says({ job: job({ status: 'pausing' }) })).toBe('Pausing: what is written is kept.');
  expect(says({ job: job({ phase: 'checking' }) })).toBe('Checking what is to leave.');
  expect(says({ job: job({ phase: 'cutting' as never }) })).toBe('Cutting the transfer into pieces.');
});

test('without a plan, and without a time that would be over at once', () => {
  const of = (more: Parameters<typeof job>[0]) =>
    carrySentence({ transfer: 't-1', plan: undefined, job: job(more), chosen: [] });
  expect(carrySentence({ transfer: 't-1', plan: undefined, job: undefined, chosen: [] })).toBe(
    'How t-1 is cut is being found out.',
  );
  expect(of({ progress: { done: 0, remainingMs: 999 } })).toBe('Writing piece 2 onto FLEET-A.');
  expect(of({ medium: undefined })).toBe('Writing piece 2 onto the medium.');
});

test('all of a transfer on several media', () => {
  const whole = plan({ whole: true, media: ['FLEET-A', 'FLEET-B'] });
  expect(says({ plan: whole })).toBe('All of fleet-0008 is on 2 media.');
  expect(says({ plan: whole, job: job({ status: 'failed' }) })).toBe(
    'The export stopped: 0 of 3 pieces are written.',
  );
});

test('a job that stopped can be resumed, others cannot', () => {
  for (const status of ['paused', 'failed'] as const) expect(stoppedJob(job({ status }))).toBeDefined();
  for (const status of ['running', 'waiting', 'pausing', 'done'] as const)
    expect(stoppedJob(job({ status }))).toBeUndefined();
  expect(stoppedJob(undefined)).toBeUndefined();
});

test('a medium is called by its label or its folder', () => {
  expect(isCalled('FLEET-A', '/mnt/a', 'FLEET-A')).toBe(true);
  expect(isCalled('a', '/mnt/a', 'FLEET-A')).toBe(true);
  expect(isCalled('b', '/mnt/ab', 'FLEET-A')).toBe(false);
  expect(isCalled(undefined, '/mnt/undefined', 'x')).toBe(false);
});

test('drives by label, model, device; facts that are known', () => {
  expect(driveName(driveLine({ label: undefined }))).toBe('SanDisk Ultra');
  expect(driveName(driveLine({ label: undefined, model: undefined }))).toBe('/dev/sdb1');
  expect(driveFacts(driveLine())).toBe('32.0 GiB · exFAT · 8.0 GiB free');
  expect(driveFacts(driveLine({ fileSystem: undefined, free: undefined }))).toBe('32.0 GiB');
});
