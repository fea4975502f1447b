import { describe, expect, test } from 'vitest';
import { volumeNumbersIn } from '../../enclave/enclave-words.ts';
import { t as mediaTexts } from '../messages.ts';
import {
  type CarryChoices,
  choicesOfFormat,
  exportInput,
  type FormatChoice,
  formatChoiceOf,
  largestVolume,
  NO_CHOICES,
  wrongNumbers,
  wrongSize,
} from './choices.ts';

const input = (changes: Partial<CarryChoices>, most = 9) =>
  exportInput({
    workspace: '/w',
    transfer: 'fleet-0008',
    to: ['/mnt/a'],
    names: {},
    choices: { ...NO_CHOICES, ...changes },
    most,
  });
/** Returns the request without undefined values, as JSON contains it. */
const sent = (changes: Partial<CarryChoices>, most?: number) =>
  JSON.parse(JSON.stringify(input(changes, most)));

describe('the request of an export', () => {
  test('contains only what was chosen', () => {
    expect(sent({})).toEqual({
      workspace: '/w',
      transfer: 'fleet-0008',
      to: ['/mnt/a'],
      profile: 'drive',
      format: 'airlock',
      readBack: true,
    });
    expect(
      sent({ marking: '  ', signKey: ' ', passphraseFile: '\t', check: ' ', app: '/opt/airlock' }),
    ).toEqual(sent({}));
  });

  test('contains trimmed texts', () => {
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

  test('contains Airlock only for drives of Airlock', () => {
    const app = { withApp: true, app: '/opt/airlock' };
    expect(input(app).app).toBe('/opt/airlock');
    for (const format of ['diode', 'oc-mirror', 'oc'] as const)
      expect(input({ ...app, ...choicesOfFormat(format) }).app).toBeUndefined();
  });

  test('ignores a required check without a command', () => {
    expect(sent({ requireCheck: true })).not.toHaveProperty('requireCheck');
  });

  test('contains valid volume numbers and sizes only', () => {
    expect(input({ only: '3, 5-7' }).volumes).toEqual([3, 5, 6, 7]);
    expect(input({ only: '3, 5-7' }, 6).volumes).toBeUndefined();
    expect(input({ only: 'three' }).volumes).toBeUndefined();
    expect(input({ volumeSize: '650 MiB' }).volumeSize).toBe(681_574_400);
    expect(input({ volumeSize: '12' }).volumeSize).toBeUndefined();
  });
});

test('errors of typed values, none for empty ones', () => {
  expect(wrongSize({ volumeSize: ' ' })).toBeUndefined();
  expect(wrongSize({ volumeSize: '4 GB' })).toBeUndefined();
  expect(wrongSize({ volumeSize: '4 bananas' })).toBe(mediaTexts('sizeError'));
  expect(wrongNumbers({ only: '' }, 3)).toBeUndefined();
  expect(wrongNumbers({ only: '2-3' }, 3)).toBeUndefined();
  expect({ error: wrongNumbers({ only: '2-4' }, 3) }).toEqual(volumeNumbersIn('2-4', 3));
});

test('an empty or invalid volume size is the default', () => {
  expect(largestVolume({ volumeSize: '' })).toBeUndefined();
  expect(largestVolume({ volumeSize: '4GB' })).toBe(4_000_000_000);
});

test('a menu entry stands for a profile and a format', () => {
  const choices: FormatChoice[] = ['drive', 'diode', 'oc-mirror', 'oc'];
  expect(choices.map((choice) => formatChoiceOf(choicesOfFormat(choice)))).toEqual(choices);
  expect(choicesOfFormat('oc')).toEqual({ profile: 'drive', format: 'oc' });
});
