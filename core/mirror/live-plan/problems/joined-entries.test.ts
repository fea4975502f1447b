import { describe, expect, test } from 'vitest';
import { pathOf } from '../../../base/document/field-path.ts';
import { readYaml } from '../../../base/document/yaml-text.ts';
import { imageSetText, linesOf } from '../live-plan.fixture.ts';
import { joinedCatalogs, joinedChannels, joinedPackages } from './joined-entries.ts';

/** Lines before and after a fix; without `after` the text is unchanged, so no fix is offered. */
interface Case {
  before: string[];
  after?: string[];
}
const document = (lines: string[]) => readYaml(imageSetText(...lines));

describe('two entries of a release channel become', () => {
  const channels = (...lines: string[]) => [
    'platform:',
    '  channels:',
    ...lines.map((line) => `    ${line}`),
  ];
  const one = '- name: stable-4.18';
  const cases: Record<string, Case> = {
    'the wider range': {
      before: channels(
        one,
        '  minVersion: 4.18.3',
        '  maxVersion: 4.18.9',
        one,
        '  minVersion: 4.18.10',
        '  maxVersion: 4.18.12',
      ),
      after: channels(one, '  minVersion: 4.18.3', '  maxVersion: 4.18.12'),
    },
    'a range by versions, not by text': {
      before: channels(
        one,
        '  minVersion: 4.18.10',
        '  maxVersion: 4.18.10',
        one,
        '  minVersion: 4.18.9',
        '  maxVersion: 4.18.9',
      ),
      after: channels(one, '  minVersion: 4.18.9', '  maxVersion: 4.18.10'),
    },
    'an open end where one of them has it': {
      before: channels(one, '  minVersion: 4.18.3', one, '  minVersion: 4.18.1', '  maxVersion: 4.18.2'),
      after: channels(one, '  minVersion: 4.18.1'),
    },
    'one entry without versions': { before: channels(one, one), after: channels(one) },
    'a range up to the newest version that the second adds': {
      before: channels(one, '  minVersion: 4.18.1', '  maxVersion: 4.18.3', one),
      after: channels(one, '  minVersion: 4.18.1'),
    },
    'a range up to the newest version that the first has': {
      before: channels(one, one, '  minVersion: 4.18.1', '  maxVersion: 4.18.3'),
      after: channels(one, '  minVersion: 4.18.1'),
    },
    'the full channel for a range without a lower bound and the newest version': {
      before: channels(one, '  maxVersion: 4.18.3', one),
      after: channels(one, '  full: true'),
    },
    'the full channel where the second is full': {
      before: channels(one, '  minVersion: 4.18.1', one, '  full: true'),
      after: channels(one, '  full: true'),
    },
    'a range with the valid one of two bounds': {
      before: channels(
        one,
        '  minVersion: latest',
        '  maxVersion: 4.18.3',
        one,
        '  minVersion: 4.18.1',
        '  maxVersion: x',
      ),
      after: channels(one, '  minVersion: 4.18.1', '  maxVersion: 4.18.3'),
    },
  };
  test.each(Object.entries(cases))('%s', (_, { before, after }) => {
    const fix = joinedChannels(pathOf('mirror.platform.channels[1].name'));
    expect(linesOf(fix!.change(document(before)))).toEqual(after ?? before);
  });

  test('a third channel between and after them is unchanged', () => {
    const before = channels(one, '- name: fast-4.18', one, '- name: eus-4.18');
    const fix = joinedChannels(pathOf('mirror.platform.channels[2].name'));
    expect(linesOf(fix!.change(document(before)))).toEqual(
      channels(one, '- name: fast-4.18', '- name: eus-4.18'),
    );
  });

  test('unchanged if the text has changed meanwhile', () => {
    const doc = document(channels(one));
    expect(joinedChannels(pathOf('mirror.platform.channels[1].name'))!.change(doc)).toBe(doc);
    expect(joinedChannels(pathOf('mirror.platform'))).toBeUndefined();
  });
});

const operators = (...lines: string[]) => ['operators:', ...lines.map((line) => `  ${line}`)];
const CATALOG = '- catalog: registry.lab/index:v4.18';

describe('two entries of a package become', () => {
  const packages = (...lines: string[]) =>
    operators(CATALOG, '  packages:', ...lines.map((line) => `    ${line}`));
  const one = '- name: odf';
  const cases: Record<string, Case> = {
    'the wider range': {
      before: packages(
        one,
        '  minVersion: 1.9.0',
        '  maxVersion: 1.10.0',
        one,
        '  minVersion: 1.10.0',
        '  maxVersion: 1.11.0',
      ),
      after: packages(one, '  minVersion: 1.9.0', '  maxVersion: 1.11.0'),
    },
    'a range up to the head that an entry without versions has': {
      before: packages(one, '  minVersion: 1.1.0', '  maxVersion: 1.2.0', one),
      after: packages(one, '  minVersion: 1.1.0'),
    },
    'one entry without versions': { before: packages(one, one), after: packages(one) },
    'no other text where both ends are open and heads alone would be left': {
      before: packages(one, '  minVersion: 1.1.0', one, '  maxVersion: 1.2.0'),
    },
    'the channels of both, with their ranges': {
      before: packages(
        one,
        '  channels:',
        '    - name: a',
        one,
        '  channels:',
        '    - name: b',
        '      minVersion: 1.0.0',
        '      maxVersion: 2.0.0',
      ),
      after: packages(
        one,
        '  channels:',
        '    - name: a',
        '    - name: b',
        '      minVersion: 1.0.0',
        '      maxVersion: 2.0.0',
      ),
    },
    'all channels where the first names none': {
      before: packages(one, one, '  channels:', '    - name: b'),
      after: packages(one),
    },
    'all channels where the second names none': {
      before: packages(one, '  channels:', '    - name: a', one),
      after: packages(one),
    },
  };
  test.each(Object.entries(cases))('%s', (_, { before, after }) => {
    const fix = joinedPackages(pathOf('mirror.operators[0].packages[1].name'));
    expect(linesOf(fix!.change(document(before)))).toEqual(after ?? before);
  });

  test('unchanged if the text has changed meanwhile', () => {
    const doc = document(packages(one));
    expect(joinedPackages(pathOf('mirror.operators[0].packages[4].name'))!.change(doc)).toBe(doc);
    expect(joinedPackages(pathOf('mirror.operators[3].packages[1].name'))!.change(doc)).toBe(doc);
    expect(joinedPackages(pathOf('mirror.operators'))).toBeUndefined();
  });
});

describe('two entries of a catalog become', () => {
  const listing = (...lines: string[]) => [CATALOG, '  packages:', ...lines.map((line) => `    ${line}`)];
  const cases: Record<string, Case> = {
    'one with the packages of both, each with all that is written for it': {
      before: operators(
        ...listing('- name: a'),
        ...listing('- name: b', '  minVersion: 1.0.0', '  defaultChannel: fast'),
      ),
      after: operators(...listing('- name: a', '- name: b', '  minVersion: 1.0.0', '  defaultChannel: fast')),
    },
    'one with the wider range of a package that both have': {
      before: operators(
        ...listing('- name: a', '  minVersion: 1.2.0', '  maxVersion: 1.3.0'),
        ...listing('- name: a', '  minVersion: 1.1.0', '  maxVersion: 1.2.0'),
      ),
      after: operators(...listing('- name: a', '  minVersion: 1.1.0', '  maxVersion: 1.3.0')),
    },
    'one with all channels of a package of which the first names none': {
      before: operators(...listing('- name: a'), ...listing('- name: a', '  channels:', '    - name: fast')),
      after: operators(...listing('- name: a')),
    },
    'one entry where both stand for all packages': {
      before: operators(CATALOG, CATALOG),
      after: operators(CATALOG),
    },
    'no other text where only the second stands for all packages': {
      before: operators(...listing('- name: a'), CATALOG),
    },
    'no other text where only the first stands for all packages': {
      before: operators(CATALOG, ...listing('- name: a')),
    },
    'no other text where only one is full': {
      before: operators(...listing('- name: a'), ...listing('- name: b'), '  full: true'),
    },
  };
  test.each(Object.entries(cases))('%s', (_, { before, after }) => {
    const fix = joinedCatalogs(pathOf('mirror.operators[1].catalog'));
    expect(linesOf(fix!.change(document(before)))).toEqual(after ?? before);
  });

  test('unchanged if the text has changed meanwhile', () => {
    const doc = document(operators(CATALOG));
    expect(joinedCatalogs(pathOf('mirror.operators[1].catalog'))!.change(doc)).toBe(doc);
    expect(joinedCatalogs(pathOf('mirror'))).toBeUndefined();
  });
});
