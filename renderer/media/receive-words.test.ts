import { expect, test } from 'vitest';
import type { ArrivalLine, MediaJob } from '../../core/contract/topics/media.ts';
import { shortDeliverable } from './media-words.ts';
import {
  arrivalSentence,
  arrivedBoxes,
  concernedBy,
  deliverableMark,
  readySentence,
  receiveSentence,
  spelt,
} from './receive-words.ts';

const arrival = (
  states: ('whole' | 'missing' | 'damaged')[],
  more: Partial<ArrivalLine> = {},
): ArrivalLine => ({
  transfer: 'fleet-0008',
  enclave: 'fleet',
  number: 8,
  directory: '/r/transfers/fleet-0008.incoming',
  whole: states.every((state) => state === 'whole'),
  checked: true,
  origin: { state: 'not-verified', words: 'Origin not verified: no signature required.' },
  bytes: 10,
  here: 5,
  images: { total: 546, whole: 540 },
  pieces: states.map((state, i) => ({
    number: i + 1,
    name: `p${i + 1}`,
    size: 4096,
    state,
    bytes: 4096,
    here: state === 'whole' ? 4096 : 0,
    deliverables: [],
  })),
  deliverables: [],
  files: [],
  words: '',
  code: '',
  shortHash: '7F3K-29QX',
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});

test('what arrived, in one sentence', () => {
  expect(receiveSentence(undefined, undefined)).toBe('What has arrived?');
  expect(arrivalSentence(arrival(['whole', 'damaged', 'missing', 'missing']))).toBe(
    '1 of 4 pieces are here. Piece 2 is damaged, pieces 3 and 4 are missing.',
  );
  expect(arrivalSentence(arrival(['whole']))).toBe('fleet-0008 is here and whole: 546 images.');
  expect(arrivalSentence(arrival(['whole'], { checked: false }))).toBe(
    'fleet-0008 is here. Its bytes are not checked yet.',
  );
  const settings = { kind: 'import', from: ['/srv/drop'], directory: '/r', watch: true, requireCheck: false };
  const job = {
    settings,
    status: 'running',
    phase: 'receiving',
    piece: 3,
    medium: 'A',
    progress: { done: 0, remainingMs: 60_000 },
    pieces: [],
  };
  expect(receiveSentence(undefined, job as unknown as MediaJob)).toBe('Reading piece 3 from A. 1 min left.');
  const told = (more: object) => receiveSentence(undefined, { ...job, ...more } as unknown as MediaJob);
  expect(told({ phase: 'waiting-for-medium' })).toBe('Waiting for files in drop.');
  expect(told({ status: 'paused' })).toBe('Receiving is paused. What was taken is kept.');
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
  const job = { status: 'running', pieces: [read] } as unknown as MediaJob;
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
