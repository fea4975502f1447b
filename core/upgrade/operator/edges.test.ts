import { parse } from 'semver';
import { describe, expect, test } from 'vitest';
import { parseOlmRange } from '../../content/catalog/model/olm-range.ts';
import { bundleVersions, channelView, nextUpdate, updatesFrom } from './edges.ts';
import { type SketchedEntry, sketchedPackage } from './operator-package.fixture.ts';

function viewOf(entries: SketchedEntry[], endsAt?: string) {
  const found = sketchedPackage({ c: entries });
  const view = channelView(found.channels[0]!, bundleVersions(found), endsAt);
  if ('faults' in view) throw new Error(view.faults.join());
  return view;
}

function updates(entries: SketchedEntry[], from: string, endsAt?: string) {
  return updatesFrom(viewOf(entries, endsAt && `p.v${endsAt}`), installed(from)).map(
    ({ entry, by }) => `${entry.name.slice(3)} ${by}`,
  );
}

function installed(version: string) {
  return { name: `p.v${version}`, version: parse(version)! };
}

describe('the updates that OLM offers for an installed bundle', () => {
  test('follow replaces one after the other', () => {
    const chain = ['1.2.0 < 1.1.0', '1.1.0 < 1.0.0', '1.0.0'];
    expect(updates(chain, '1.0.0')).toEqual(['1.1.0 replaces']);
    expect(updates(chain, '1.1.0')).toEqual(['1.2.0 replaces']);
    expect(updates(chain, '1.2.0')).toEqual([]);
  });

  test('start from a name that no catalog contains any longer', () => {
    expect(updates(['1.1.0 < 1.0.0 ! 0.9.0'], '1.0.0')).toEqual(['1.1.0 replaces']);
    expect(updates(['1.1.0 < 1.0.0 ! 0.9.0'], '0.9.0')).toEqual(['1.1.0 skips']);
    expect(updates(['1.1.0 < 1.0.0 ! 0.9.0'], '0.8.0')).toEqual([]);
  });

  test('start with the one closest to the head, and a range applies to every entry of the chain', () => {
    const chain = [
      '1.3.0 < 1.2.0 [>=1.1.0 <1.3.0]',
      '1.2.0 < 1.1.0 [>=1.0.0 <1.2.0]',
      '1.1.0 < 1.0.0',
      '1.0.0',
    ];
    expect(updates(chain, '1.0.0')).toEqual(['1.2.0 skipRange', '1.1.0 replaces']);
    expect(updates(chain, '1.1.0')).toEqual(['1.3.0 skipRange', '1.2.0 replaces']);
    expect(nextUpdate(viewOf(chain), { version: parse('1.0.5')! })?.entry.name).toBe('p.v1.2.0');
  });

  test('never contain a skipped entry, in the chain or outside', () => {
    // OLM's documentation: with 1.0.0 installed, 2.0.0 is skipped and is therefore no path to 3.0.0.
    expect(updates(['3.0.0 ! 2.0.0', '2.0.0 [>=1.0.0 <2.0.0]'], '1.0.0')).toEqual([]);
    const chain = ['3.0.0 < 2.0.0 ! 2.0.0', '2.0.0 < 1.0.0', '1.0.0'];
    expect(updates(chain, '1.0.0')).toEqual([]);
    expect(updates(chain, '2.0.0')).toEqual(['3.0.0 replaces']);
  });

  test('end at a bundle whose own range includes it, if nothing nearer to the head can replace it', () => {
    const chain = ['1.2.0-rc.1 < 1.1.0 [>=1.0.0 <1.2.0]', '1.1.0 < 1.0.0 [>=1.0.0 <2.0.0]', '1.0.0'];
    const next = (from: string) => nextUpdate(viewOf(chain), installed(from))?.entry.name;
    expect(next('1.0.0')).toBe('p.v1.2.0-rc.1');
    expect(next('1.1.0')).toBe('p.v1.2.0-rc.1');
    // 1.1.0 could replace it, too, but OLM selects the installed bundle first.
    expect(next('1.2.0-rc.1')).toBeUndefined();
  });

  test('contain an entry that the head skips if the channel ends there', () => {
    const chain = ['1.3.0 < 1.1.0 ! 1.2.0', '1.2.0 < 1.1.0', '1.1.0 < 1.0.0', '1.0.0'];
    expect(updates(chain, '1.1.0')).toEqual(['1.3.0 replaces']);
    expect(updates(chain, '1.1.0', '1.2.0')).toEqual(['1.2.0 replaces']);
    expect(updates(chain, '1.0.0', '1.2.0')).toEqual(['1.1.0 replaces']);
  });

  test('contain no entry without a bundle', () => {
    const found = sketchedPackage({ c: ['1.1.0 < 1.0.0', '1.0.0'] }, { without: ['1.1.0'] });
    const view = channelView(found.channels[0]!, bundleVersions(found));
    expect('offered' in view && view.offered.map(({ name }) => name)).toEqual(['p.v1.0.0']);
  });

  test('a channel that OLM rejects has faults', () => {
    const found = sketchedPackage({ c: ['1.1.0', '1.0.0'] });
    expect(channelView(found.channels[0]!, bundleVersions(found))).toEqual({
      faults: ['multiple channel heads found: [p.v1.0.0 p.v1.1.0]'],
    });
  });
});

describe('skipRange as OLM reads it', () => {
  test.each([
    ['>=1.0.0 <1.2.0', '1.1.0', true],
    ['>=1.0.0 <1.2.0', '1.2.0', false],
    ['>= 1.0.0  < 1.2.0', '1.1.9', true],
    ['<1.2.0', '1.2.0-rc.1', true],
    ['>=1.2.0', '1.2.0-rc.1', false],
    ['<=1.2.0', '1.2.0+build', true],
    ['>=2.1.x <2.2.1', '2.1.0', true],
    ['>=2.1.x <2.2.1', '2.1.0-0', false],
    ['>2.1.x', '2.1.9', false],
    ['<=1.x', '1.9.9', true],
    ['1.2.x', '1.2.7', true],
    ['1.x.x', '1.0.7', true],
    // OLM's library treats this as an open patch version.
    ['1.x.x', '1.9.7', false],
    ['1.2.x', '1.3.0', false],
    ['!=1.1.0 <2.0.0', '1.1.0', false],
    ['!1.1.0', '1.1.1', true],
    ['<1.0.0 || >=2.0.0 <2.1.0', '2.0.5', true],
    ['<1.0.0 || >=2.0.0 <2.1.0', '1.5.0', false],
  ])('%s, %s: %s', (range, version, expected) => {
    expect(parseOlmRange(range)?.(parse(version)!)).toBe(expected);
  });

  test.each([
    '>=4.5 <4.6',
    '^1.2.0',
    '~1.2.0',
    '>=1.0.0,<2.0.0',
    '<1.0.0||>2.0.0',
    '|| <1.0.0',
    '<1.0.0 ||',
    '',
    'latest',
    '>1.0.0-fix',
  ])('ignores %j', (range) => expect(parseOlmRange(range)).toBeUndefined());
});
