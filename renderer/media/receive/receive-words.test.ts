import { expect, test } from 'vitest';
import type { MediaJob } from '../../../core/contract/topics/media.ts';
import { arrivalLine as arrival, importJob } from '../media.fixture.ts';
import { t as mediaTexts } from '../messages.ts';
import { t } from './messages.ts';
import {
  affectedBy,
  arrivalSentence,
  arrivedBoxes,
  deliverableMark,
  readySentence,
  receiveSentence,
  spelledOut,
} from './receive-words.ts';

const KNOWN = { isKnown: true, ready: [] };
const UNCHECKED = t('uncheckedTitle', { transfer: 'fleet-0008' });

test('the title shows what arrived', () => {
  expect(receiveSentence(undefined, undefined, KNOWN)).toBe(t('chooseTitle'));
  const ready = { isKnown: true, ready: ['A', 'B'] };
  expect(receiveSentence(undefined, undefined, ready)).toBe('Ready to receive from A and B');
  expect(receiveSentence(undefined, importJob({ status: 'done' }), ready)).toMatch(/^Ready/);
  expect(arrivalSentence(arrival(['complete', 'damaged', 'missing', 'missing']))).toBe(
    '1 of 4 volumes arrived. Volume 2 is damaged. Volumes 3 and 4 are missing.',
  );
  expect(arrivalSentence(arrival(['complete']))).toBe('fleet-0008 is complete: 546 images');
  expect(arrivalSentence(arrival(['complete'], { checked: false }))).toBe(UNCHECKED);
  const job = importJob(
    { volume: 3, drive: 'A', progress: { done: 0, remainingMs: 60_000 } },
    { from: ['/srv/drop'], watch: true },
  );
  expect(receiveSentence(undefined, job, KNOWN)).toBe('Reading volume 3 from A, 1 min left');
  const title = (more: Partial<MediaJob>) => receiveSentence(undefined, { ...job, ...more }, KNOWN);
  expect(title({ phase: 'waiting-for-drive' })).toBe(t('watchingTitle', { folder: 'drop' }));
  expect(title({ status: 'paused' })).toBe(t('nothingEndedTitle', { status: 'paused' }));
  expect(title({ status: 'pausing' })).toBe(t('pausingTitle'));
  expect(title({ status: 'failed' })).toBe(t('nothingEndedTitle', { status: 'failed' }));
  expect(title({ phase: 'verifying' })).toBe(t('comparingTitle'));
  expect(title({ volume: undefined, drive: undefined, progress: { done: 0, remainingMs: 500 } })).toBe(
    t('readingTitle', { drive: mediaTexts('anyDrive') }),
  );
  expect(title({ phase: 'looking' as never })).toBe(t('searchingTitle'));
});

test('the title of an import that stopped shows what it has saved', () => {
  const title = (line: ReturnType<typeof arrival> | undefined, status: MediaJob['status'], isKnown = true) =>
    receiveSentence(line, importJob({ status }), { isKnown, ready: [] });
  expect(title(undefined, 'failed')).toBe('Import stopped. Nothing has been received yet.');
  expect(title(undefined, 'paused')).toBe('Import paused. Nothing has been received yet.');
  expect(title(undefined, 'done')).toBe(t('nothingTitle'));
  const part = arrival(['complete', 'missing', 'missing']);
  expect(title(part, 'failed')).toBe('Import stopped. 1 of 3 volumes received and saved.');
  part.volumes[1]!.bytesReceived = 1;
  expect(title(part, 'paused')).toBe('Import paused. 1 of 3 volumes received and saved, 1 in part.');
  expect(title(arrival(['complete']), 'failed')).toBe('Import stopped. fleet-0008 is complete: 546 images');
  // Nothing is claimed before the arrivals are read.
  expect(title(undefined, 'failed', false)).toBe('Import stopped');
  expect(title(undefined, 'done', false)).toBe(t('chooseTitle'));
});

test('boxes show the state of each volume, and a running job is newer', () => {
  const part = arrival(['complete', 'damaged', 'missing', 'missing']);
  part.volumes[3]!.bytesReceived = 1024;
  expect(arrivedBoxes(part, undefined).map(({ state }) => state)).toEqual([
    t('arrivedState'),
    t('damagedState'),
    t('missingState'),
    t('partialState'),
  ]);
  expect(arrivalSentence(part)).toBe(
    '1 of 4 volumes arrived. Volume 2 is damaged. Volume 4 is incomplete. Volume 3 is missing.',
  );
  const read = { number: 3, name: 'p3', size: 4096, state: 'received' as const };
  const job = importJob({ volumes: [read] });
  expect(arrivedBoxes(part, job)[2]).toMatchObject({ mark: 'good', state: t('arrivedState') });
});

test('deliverables show the volumes that are missing', () => {
  const line = { name: 'release 4.18.9', images: 196, missing: 31, volumes: [5] };
  expect(deliverableMark(line)).toEqual({ mark: 'warning', state: '31 of 196 images waiting for volume 5' });
  expect(deliverableMark({ ...line, missing: 0 })).toEqual({ mark: 'good', state: t('complete') });
});

test('volumes affect images, and attachments are counted separately', () => {
  const { volumes } = arrival(['missing', 'missing']);
  const [signature, image, other] = ['a:sha256-0.sig', 'a:v1', 'b:v1'] as const;
  volumes[0]!.deliverables = [
    { name: 'release 4.18.9-x86_64', images: [signature, image], attached: [signature] },
  ];
  expect(affectedBy(volumes)).toEqual({
    names: [signature, image],
    summary: 'Affects 1 image and 1 attachment in 4.18.9',
  });
  volumes[1]!.deliverables = [{ name: 'release 4.18.9-x86_64', images: [image, other] }];
  expect(affectedBy(volumes)).toEqual({
    names: [signature, image, other],
    summary: 'Affects 2 images and 1 attachment in 4.18.9',
  });
  expect(affectedBy([])).toMatchObject({ names: [] });
});

test('the title shows whether a transfer is ready to push', () => {
  expect(readySentence(arrival(['complete']))).toBe(t('readyTitle', { transfer: 'fleet-0008' }));
  const line = { name: 'release 4.18.9', images: 196, missing: 31, volumes: [2] };
  const part = arrival(['complete', 'missing'], { deliverables: [line, { ...line, missing: 0 }] });
  expect(readySentence(part)).toBe(
    '1 of 2 releases and operators in fleet-0008 are complete. Volume 2 is missing.',
  );
  expect(readySentence(arrival(['missing']))).toBe("fleet-0008 isn't ready to push. Volume 1 is missing.");
});

test('a code is spelled for reading aloud', () => {
  expect(spelledOut('147K-Z')).toBe('one four seven Kilo, Zulu');
});

test('a copied transfer arrived, but is not verified', () => {
  const copied = arrival(['complete'], { checked: false });
  expect(readySentence(copied)).toBe(UNCHECKED);
  expect(receiveSentence(copied, importJob({ status: 'paused' }), KNOWN)).toBe(UNCHECKED);
});

test('a deliverable with missing images of unknown volumes', () => {
  const line = { name: 'odf', images: 1200, missing: 1100, volumes: [] };
  expect(deliverableMark(line).state).toBe('1,100 of 1,200 images missing');
});

test('ambiguous letters and unknown characters are spelled', () => {
  expect(spelledOut('0X-9')).toBe('zero X-ray, nine');
  expect(spelledOut('O')).toBe('O');
});

test('states of an ended import are older than those of the transfer', () => {
  const damaged = { number: 1, name: 'p1', size: 4096, state: 'damaged' as const };
  const boxes = (status: MediaJob['status']) =>
    arrivedBoxes(arrival(['missing']), importJob({ status, volumes: [damaged] })).map(({ state }) => state);
  expect(boxes('running')).toEqual([t('damagedState')]);
  expect(boxes('done')).toEqual([t('missingState')]);
});
