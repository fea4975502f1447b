import { describe, expect, test } from 'vitest';
import {
  type CarryChoices,
  choicesOfWay,
  exportInput,
  largestPiece,
  NO_CHOICES,
  type Way,
  wayOf,
  wrongNumbers,
  wrongSize,
} from './choices.ts';

const input = (changes: Partial<CarryChoices>, most = 9) =>
  exportInput({
    workspace: '/w',
    transfer: 'fleet-0008',
    to: ['/mnt/a'],
    choices: { ...NO_CHOICES, ...changes },
    most,
  });
/** Without what is absent, as it is sent. */
const sent = (changes: Partial<CarryChoices>, most?: number) =>
  JSON.parse(JSON.stringify(input(changes, most)));

describe('what is asked of the engine', () => {
  test('nothing that was not chosen', () => {
    expect(sent({})).toEqual({
      workspace: '/w',
      transfer: 'fleet-0008',
      to: ['/mnt/a'],
      profile: 'folders',
      format: 'airlock',
      readBack: true,
    });
    expect(
      sent({ marking: '  ', signKey: ' ', passphraseFile: '\t', check: ' ', app: '/opt/airlock' }),
    ).toEqual(sent({}));
  });

  test('texts without the blanks around them', () => {
    expect(
      sent({
        marking: ' RESTRICTED ',
        signKey: ' /k.asc',
        passphraseFile: '/p ',
        check: ' scan {files} ',
        requireCheck: true,
        withApp: true,
        app: ' /opt/airlock ',
        readBack: false,
      }),
    ).toMatchObject({
      marking: 'RESTRICTED',
      signKey: '/k.asc',
      passphraseFile: '/p',
      check: 'scan {files}',
      requireCheck: true,
      app: '/opt/airlock',
      readBack: false,
    });
  });

  test('a check that is required, but not named, is none', () => {
    expect(sent({ requireCheck: true })).not.toHaveProperty('requireCheck');
  });

  test('pieces and sizes that can be read, and nothing of those that cannot', () => {
    expect(input({ only: '3, 5-7' }).pieces).toEqual([3, 5, 6, 7]);
    expect(input({ only: '3, 5-7' }, 6).pieces).toBeUndefined();
    expect(input({ only: 'three' }).pieces).toBeUndefined();
    expect(input({ pieceSize: '650 MiB' }).pieceSize).toBe(681_574_400);
    expect(input({ pieceSize: '12' }).pieceSize).toBeUndefined();
  });
});

test('what is wrong with a field; an empty one is right', () => {
  expect(wrongSize({ pieceSize: ' ' })).toBeUndefined();
  expect(wrongSize({ pieceSize: '4 GB' })).toBeUndefined();
  expect(wrongSize({ pieceSize: '4 bananas' })).toBe('Such as 4 GB or 650 MiB.');
  expect(wrongNumbers({ only: '' }, 3)).toBeUndefined();
  expect(wrongNumbers({ only: '2-3' }, 3)).toBeUndefined();
  expect(wrongNumbers({ only: '2-4' }, 3)).toBe('There are pieces 1 to 3.');
});

test('the largest piece is the default where nothing readable was typed', () => {
  expect(largestPiece({ pieceSize: '' })).toBeUndefined();
  expect(largestPiece({ pieceSize: '4GB' })).toBe(4_000_000_000);
});

test('a way across is what it chooses', () => {
  const ways: Way[] = ['folders', 'diode', 'oc-mirror', 'oc'];
  expect(ways.map((way) => wayOf(choicesOfWay(way)))).toEqual(ways);
  expect(choicesOfWay('oc')).toEqual({ profile: 'folders', format: 'oc' });
});
