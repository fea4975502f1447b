import { expect, test } from 'vitest';
import type { ExportLine, MediaJob } from '../../core/contract/topics/media.ts';
import {
  carrySentence,
  deliverableRuns,
  exportBoxes,
  mediaSize,
  pieceList,
  pieceSizeOf,
  placeName,
  shortDeliverable,
  shortLabels,
} from './media-words.ts';

const plan = (more: Partial<ExportLine> = {}): ExportLine => ({
  transfer: 'fleet-0008',
  begun: false,
  mark: 'ABCD',
  revision: 1,
  pieceSize: 4e9,
  pieces: [1, 2, 3].map((number) => ({
    number,
    name: `fleet-0008-p000${number}.tar`,
    size: 4e9,
    state: 'missing',
    deliverable: number < 3 ? 'release 4.16.1-x86_64' : 'odf',
  })),
  bytes: 12e9,
  bytesWritten: 0,
  media: [],
  whole: false,
  shortHash: '7F3K-29QX',
  ...more,
});
const job = (more: Partial<MediaJob> = {}): MediaJob => ({
  kind: 'media',
  id: 'j',
  settings: {
    kind: 'export',
    workspace: '/w',
    transfer: 'fleet-0008',
    to: ['/mnt/a'],
    profile: 'folders',
    format: 'airlock',
    readBack: true,
    requireCheck: false,
  },
  status: 'running',
  startedAt: '2026-01-01T00:00:00Z',
  phase: 'writing',
  medium: 'FLEET-A',
  piece: 2,
  progress: { done: 0, total: 1, rate: 0 },
  pieces: [],
  safe: [],
  problems: [],
  ...more,
});
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
  const begun = plan({
    begun: true,
    pieces: plan().pieces.map((one) => ({
      ...one,
      ...(one.number === 1 && { state: 'written' as const, medium: 'FLEET-A' }),
    })),
  });
  expect(says({ plan: begun })).toBe('1 of 3 pieces are written. Choose a medium for the rest.');
  expect(says({ plan: begun, chosen: ['B'] })).toBe('The other 2 pieces go onto B.');
  expect(says({ plan: begun, job: job({ status: 'failed' }) })).toBe(
    'The export stopped: 1 of 3 pieces are written.',
  );
  const other = job({ status: 'done' });
  if (other.settings.kind === 'export') other.settings.format = 'oc-mirror';
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
  const drive = {
    device: '/dev/sdb1',
    label: 'FLEET-A',
    bytes: 1,
    readOnly: false,
    mountPoint: '/mnt/a',
    system: false,
  };
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
