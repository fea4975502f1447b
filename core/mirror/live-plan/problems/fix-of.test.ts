import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../base/document/yaml-text.ts';
import { RULE, type Rule } from '../../../base/errors/rules.ts';
import { imageSetText, linesOf } from '../live-plan.fixture.ts';
import { t } from '../messages.ts';
import { fixOf } from './fixes.ts';

/** The fix of a broken rule at a path: its label and the lines below `mirror:` with it. */
function fixed(lines: string[], path: string | undefined, rule: Rule | undefined) {
  const doc = readYaml(imageSetText(...lines));
  const problem = {
    code: 'config-invalid',
    level: 'error' as const,
    message: '',
    remedy: '',
    path,
    [RULE]: rule,
  };
  const fix = fixOf(problem, doc);
  return fix && { label: fix.label, after: linesOf(fix.change(doc)) };
}
const channel = (...lines: string[]) => [
  ...['platform:', '  channels:', '    - name: stable-4.18'],
  ...lines.map((line) => `      ${line}`),
];
const images = (name: string) => ['additionalImages:', `  - name: ${name}`];
const CHANNEL = 'mirror.platform.channels[0]';
const PACKAGE = 'mirror.operators[0].packages[0]';
const unknown = (...nearest: string[]): Rule => ({ id: 'release-unknown', channel: 'stable-4.18', nearest });

describe('a version that is not in a channel', () => {
  test.each<[string, string[], Rule, string | undefined]>([
    [
      'the nearest below',
      ['maxVersion: 4.18.4'],
      unknown('4.18.1', '4.18.3', '4.18.9'),
      t('useFix', { name: '4.18.3' }),
    ],
    [
      'the lowest version if all are higher',
      ['minVersion: 4.18.0'],
      unknown('4.18.3', '4.18.9'),
      t('useFix', { name: '4.18.3' }),
    ],
    [
      'the same version if the channel contains it',
      ['minVersion: 4.18.3'],
      unknown('4.18.1', '4.18.3'),
      t('useFix', { name: '4.18.3' }),
    ],
    [
      'no version if two are given',
      ['minVersion: 4.18.2', 'maxVersion: 4.18.4'],
      unknown('4.18.3'),
      undefined,
    ],
    ['no version if none is near', ['maxVersion: 4.18.4'], unknown(), undefined],
    ['no version if none is given', [], unknown('4.18.3'), undefined],
    ['no version for an invalid one', ['maxVersion: newest'], unknown('4.18.3'), undefined],
  ])('gets %s', (_, lines, rule, label) => {
    expect(fixed(channel(...lines), CHANNEL, rule)?.label).toBe(label);
  });

  test('is replaced in both bounds', () => {
    const lines = channel('minVersion: 4.18.4', 'maxVersion: 4.18.4');
    expect(fixed(lines, CHANNEL, unknown('4.18.3'))?.after).toEqual(
      channel('minVersion: 4.18.3', 'maxVersion: 4.18.3'),
    );
  });

  test('has no fix at the place of the platform', () => {
    expect(fixed(channel('minVersion: 4.18.4'), 'mirror.platform', unknown('4.18.3'))).toBeUndefined();
  });
});

test.each<[string, string, string | undefined]>([
  ['the lower bound', '4.18.2', t('changeFix', { value: '4.18.3' })],
  ['the upper bound', '4.18.11', t('changeFix', { value: '4.18.9' })],
  ['neither bound', '4.18.7', undefined],
])('a bound outside the channel becomes the nearest inside: %s', (_, version, label) => {
  const lines = channel('minVersion: 4.18.2', 'maxVersion: 4.18.11');
  const rule: Rule = {
    ...{ id: 'release-bound-unknown', channel: 'stable-4.18', version },
    ...{ lowest: '4.18.3', highest: '4.18.9' },
  };
  expect(fixed(lines, CHANNEL, rule)?.label).toBe(label);
});

test.each<[string, string, string | undefined]>([
  ['4.18', CHANNEL, '4.18.0'],
  ['v4.18', CHANNEL, '4.18.0'],
  ['v4.18.3', `${CHANNEL}.minVersion`, '4.18.3'],
  ['4', CHANNEL, undefined],
  ['4.18.3.1', CHANNEL, undefined],
  ['latest', CHANNEL, undefined],
  ['4.18\n', CHANNEL, undefined],
])('an invalid version %j at %s becomes %s', (version, path, written) => {
  const lines = channel(`minVersion: ${JSON.stringify(version)}`);
  const fix = fixed(lines, path, { id: 'version-invalid', field: 'minVersion', version });
  expect(fix?.label).toBe(written && t('changeFix', { value: written }));
  if (written)
    expect(fix?.after).toContainEqual(expect.stringMatching(RegExp(`minVersion: "?${written}"?$`)));
});

test.each<[string, string | undefined]>([
  ['stable4.18', 'stable-4.18'],
  ['fast_4.18', 'fast-4.18'],
  ['eus v4.16', 'eus-4.16'],
  ['candidate-v4.18.3', 'candidate-4.18'],
  ['4.18', undefined],
  ['Stable-4.18', undefined],
  ['stable', undefined],
])('a channel name %j becomes %s', (name, written) => {
  const fix = fixed(channel(), `${CHANNEL}.name`, { id: 'release-channel-name', channel: name });
  expect(fix?.label).toBe(written && t('changeFix', { value: written }));
});

describe('an image without tag and digest', () => {
  const untagged: Rule = { id: 'image-reference', reference: 'r', untagged: true };
  const catalog = ['operators:', '  - catalog: registry.lab/index'];
  test.each<[string, string[], string, string | undefined]>([
    [
      'an image',
      images('quay.io/lab/app'),
      'mirror.additionalImages[0].name',
      t('addFix', { name: ':latest' }),
    ],
    [
      'an image by its entry',
      images('quay.io/lab/app'),
      'mirror.additionalImages[0]',
      t('addFix', { name: ':latest' }),
    ],
    ['a placeholder', images('quay.io/<org>/app'), 'mirror.additionalImages[0]', undefined],
    ['a name with a space', images('"quay.io/lab app"'), 'mirror.additionalImages[0]', undefined],
    ['a removed entry', images('quay.io/lab/app'), 'mirror.additionalImages[3]', undefined],
    ['a catalog without releases', catalog, 'mirror.operators[0].catalog', undefined],
    [
      'a catalog next to releases',
      [...channel(), ...catalog],
      'mirror.operators[0].catalog',
      t('addFix', { name: ':v4.18' }),
    ],
  ])('gets a tag if it is unambiguous: %s', (_, lines, path, label) => {
    expect(fixed(lines, path, untagged)?.label).toBe(label);
  });

  test('has no fix for other errors in the reference', () => {
    const rule: Rule = { ...untagged, untagged: false };
    expect(fixed(images('quay.io/Lab/app:v1'), 'mirror.additionalImages[0]', rule)).toBeUndefined();
  });
});

describe('names of a catalog', () => {
  const lines = ['operators:', '  - catalog: registry.lab/index:v1', '    packages:', '      - name: a'];
  test.each<[string, string, Rule, string | undefined]>([
    [
      'the nearest package',
      PACKAGE,
      { id: 'package-unknown', nearest: ['b', 'c'] },
      t('changeFix', { value: 'b' }),
    ],
    ['no package if none is near', PACKAGE, { id: 'package-unknown', nearest: [] }, undefined],
    [
      'no package at the catalog',
      'mirror.operators[0].packages',
      { id: 'package-unknown', nearest: ['b'] },
      undefined,
    ],
    [
      'the nearest channel',
      PACKAGE,
      { id: 'channel-unknown', nearest: ['x'], defaultChannel: 'y' },
      t('changeFix', { value: 'x' }),
    ],
    [
      'the default channel otherwise',
      PACKAGE,
      { id: 'channel-unknown', nearest: [], defaultChannel: 'y' },
      t('changeFix', { value: 'y' }),
    ],
    [
      'no channel without a default',
      PACKAGE,
      { id: 'channel-unknown', nearest: [], defaultChannel: '' },
      undefined,
    ],
    [
      'the first channel as default',
      PACKAGE,
      { id: 'default-channel-left-out', first: 'x' },
      t('defaultChannelFix', { channel: 'x' }),
    ],
    ['no default without channels', PACKAGE, { id: 'default-channel-left-out', first: undefined }, undefined],
    [
      'no name for a bundle without a package',
      `${PACKAGE}.name`,
      { id: 'bundle-as-package', package: '' },
      undefined,
    ],
  ])('get %s', (_, path, rule, label) => {
    expect(fixed(lines, path, rule)?.label).toBe(label);
  });
});

test.each<[string, Rule | undefined]>([
  ['without a rule', undefined],
  ['of a rule without a possible fix', { id: 'release-path-missing', channel: 'stable-4.18' }],
  ['of a field that resembles no other', { id: 'unknown-field', meant: undefined }],
  ['of an architecture that resembles no other', { id: 'architecture', known: undefined }],
])('a problem %s has no fix', (_, rule) => {
  expect(fixed(channel(), CHANNEL, rule)).toBeUndefined();
  expect(fixed(channel(), undefined, rule)).toBeUndefined();
});
