import { expect, test } from 'vitest';
import type { MediaJob } from '../../../core/contract/topics/media.ts';
import { arrivalLine as arrival, importJob } from '../media.fixture.ts';
import { shortDeliverable } from '../media-words.ts';
import {
  arrivalSentence,
  arrivedBoxes,
  concernedBy,
  deliverableMark,
  readySentence,
  receiveSentence,
  spelt,
} from './receive-words.ts';

test('what arrived, in one sentence', () => {
  expect(receiveSentence(undefined, undefined)).toBe('What has arrived?');
  expect(arrivalSentence(arrival(['whole', 'damaged', 'missing', 'missing']))).toBe(
    '1 of 4 pieces are here. Piece 2 is damaged, pieces 3 and 4 are missing.',
  );
  expect(arrivalSentence(arrival(['whole']))).toBe('fleet-0008 is here and whole: 546 images.');
  expect(arrivalSentence(arrival(['whole'], { checked: false }))).toBe(
    'fleet-0008 is here. Its bytes are not checked yet.',
  );
  const job = importJob(
    { piece: 3, medium: 'A', progress: { done: 0, remainingMs: 60_000 } },
    { from: ['/srv/drop'], watch: true },
  );
  expect(receiveSentence(undefined, job)).toBe('Reading piece 3 from A. 1 min left.');
  const told = (more: Partial<MediaJob>) => receiveSentence(undefined, { ...job, ...more });
  expect(told({ phase: 'waiting-for-medium' })).toBe('Waiting for files in drop.');
  expect(told({ status: 'paused' })).toBe('Receiving is paused. What was taken is kept.');
  expect(told({ status: 'pausing' })).toBe('Pausing: what was taken is kept.');
  expect(told({ status: 'failed' })).toBe('The import stopped. What was taken is kept.');
  expect(told({ phase: 'verifying' })).toBe('Comparing what arrived with its index.');
  expect(told({ piece: undefined, medium: undefined, progress: { done: 0, remainingMs: 500 } })).toBe(
    'Reading from the medium.',
  );
  expect(told({ phase: 'looking' as never })).toBe('Looking at what is on the media.');
});

test('boxes: have, damaged, missing, in part; what was just read is newer', () => {
  const part = arrival(['whole', 'damaged', 'missing', 'missing']);
  part.pieces[3]!.here = 1024;
  expect(arrivedBoxes(part, undefined).map(({ word }) => word)).toEqual([
    'have',
    'damaged',
    'missing',
    'in part',
  ]);
  const read = { number: 3, name: 'p3', size: 4096, state: 'received' as const };
  const job = importJob({ pieces: [read] });
  expect(arrivedBoxes(part, job)[2]).toMatchObject({ mark: 'good', word: 'have' });
});

test('deliverables say what they wait for', () => {
  const line = { name: 'release 4.18.9', images: 196, lacking: 31, pieces: [5] };
  expect(deliverableMark(line)).toEqual({ mark: 'warning', word: '31 of 196 images wait for piece 5' });
  expect(deliverableMark({ ...line, lacking: 0 })).toEqual({ mark: 'good', word: 'Whole' });
});

test('pieces concern images; what is attached to images is named beside them', () => {
  const { pieces } = arrival(['missing', 'missing']);
  const [signature, image, other] = ['a:sha256-0.sig', 'a:v1', 'b:v1'] as const;
  pieces[0]!.deliverables = [
    { name: 'release 4.18.9-x86_64', images: [signature, image], attached: [signature] },
  ];
  const of = `${shortDeliverable('release 4.18.9-x86_64')} in it`;
  expect(concernedBy(pieces)).toEqual({
    names: [signature, image],
    words: `1 image and 1 attachment of ${of}`,
  });
  pieces[1]!.deliverables = [{ name: 'release 4.18.9-x86_64', images: [image, other] }];
  expect(concernedBy(pieces)).toEqual({
    names: [signature, image, other],
    words: `2 images and 1 attachment of ${of}`,
  });
  expect(concernedBy([])).toMatchObject({ names: [] });
});

test('whether it can be used', () => {
  expect(readySentence(arrival(['whole']))).toBe('fleet-0008 is ready to push: all of it is here.');
  const line = { name: 'release 4.18.9', images: 196, lacking: 31, pieces: [2] };
  const part = arrival(['whole', 'missing'], { deliverables: [line, { ...line, lacking: 0 }] });
  expect(readySentence(part)).toBe('1 of 2 deliverables of fleet-0008 are whole. Piece 2 is missing.');
  expect(readySentence(arrival(['missing']))).toBe('fleet-0008 is not ready: Piece 1 is missing.');
});

test('a code as it is read over the telephone', () => {
  expect(spelt('147K-Z')).toBe('one four seven Kilo, Zulu');
});

test('a transfer that was copied by other means is here, but not checked', () => {
  const copied = arrival(['whole'], { checked: false });
  expect(readySentence(copied)).toBe('fleet-0008 is here. Its bytes are not checked yet.');
  expect(receiveSentence(copied, importJob({ status: 'paused' }))).toBe(
    'fleet-0008 is here. Its bytes are not checked yet.',
  );
});

test('a deliverable without pieces to wait for', () => {
  const line = { name: 'odf', images: 1200, lacking: 1100, pieces: [] };
  expect(deliverableMark(line).word).toBe('1,100 of 1,200 images are missing');
});

test('letters that could be misheard and signs that are none', () => {
  expect(spelt('0X-9')).toBe('zero X-ray, nine');
  expect(spelt('O')).toBe('O');
});

test('what an import that is over told of its pieces is not newer than what is here', () => {
  const damaged = { number: 1, name: 'p1', size: 4096, state: 'damaged' as const };
  const boxes = (status: MediaJob['status']) =>
    arrivedBoxes(arrival(['missing']), importJob({ status, pieces: [damaged] })).map(({ word }) => word);
  expect(boxes('running')).toEqual(['damaged']);
  expect(boxes('done')).toEqual(['missing']);
});
