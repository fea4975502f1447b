import { describe, expect, test } from 'vitest';
import { operatorPath } from './answers.ts';
import { drawRail } from './draw.ts';
import { type Rail, type RailOptions, railOf } from './layout.ts';
import { t } from './messages.ts';
import { type SketchedEntry, short, sketchedPackage } from './operator-package.fixture.ts';
import { railSvg } from './svg.ts';

const stable = [
  '2.1.0 < 2.0.0 ! 2.0.1 [>=1.4.0 <2.1.0]',
  '2.0.1 < 2.0.0',
  '2.0.0 < 1.5.0 [>=1.5.0 <2.0.0]',
  '1.5.0 < 1.4.0',
  '1.4.0 < 1.3.0',
  '1.3.0 < 1.2.0 ! 1.2.5',
  '1.2.5 < 1.2.0',
  '1.2.0 < 0.9.0',
];

function rail(
  channels: Record<string, SketchedEntry[]> = { stable },
  from = '1.2.0',
  options: RailOptions = {},
): Rail {
  const found = sketchedPackage(channels);
  const answer = operatorPath({ package: 'p', catalogs: [{ name: 'v4.16', package: found }], from });
  if (!answer.path) throw new Error(answer.reason);
  const drawn = railOf(found, 'stable', {
    installed: { name: answer.path[0]!, version: from },
    hops: answer.hops,
    ...options,
  });
  if ('faults' in drawn) throw new Error(drawn.faults.join());
  return drawn;
}

describe('layout', () => {
  test('has the head at the top, skipped entries below those that skip them, and mentioned names last', () => {
    const { nodes, rows } = rail();
    expect(nodes.map(({ name, kind, column }) => `${short([name])} ${kind} ${column}`)).toEqual([
      '2.1.0 chain 0',
      '2.0.1 skipped 1',
      '2.0.0 chain 0',
      '1.5.0 chain 0',
      '1.4.0 chain 0',
      '1.3.0 chain 0',
      '1.2.5 skipped 1',
      '1.2.0 chain 0',
      '0.9.0 absent 0',
    ]);
    expect(nodes.map(({ row }) => row)).toEqual(Array.from({ length: rows }, (_, row) => row));
    expect(short(nodes.filter(({ isOnPath }) => isOnPath).map(({ name }) => name))).toEqual([
      '2.1.0',
      '1.4.0',
      '1.3.0',
    ]);
    expect(nodes.filter(({ isInstalled }) => isInstalled)).toMatchObject([{ name: 'p.v1.2.0' }]);
  });

  test('has lines of replaces and skips, those of the path marked', () => {
    const { lines } = rail();
    expect(lines.filter(({ isOnPath }) => isOnPath)).toEqual([
      { kind: 'replaces', from: 'p.v1.4.0', to: 'p.v1.3.0', isOnPath: true },
      { kind: 'replaces', from: 'p.v1.3.0', to: 'p.v1.2.0', isOnPath: true },
    ]);
    expect(lines).toContainEqual({ kind: 'skips', from: 'p.v2.1.0', to: 'p.v2.0.1', isOnPath: false });
    expect(lines).toContainEqual({ kind: 'replaces', from: 'p.v1.2.0', to: 'p.v0.9.0', isOnPath: false });
  });

  test('has brackets over the entries of a range, in separate lanes', () => {
    expect(rail().brackets).toMatchObject([
      { entry: 'p.v2.1.0', top: 0, bottom: 4, lane: 0, isOnPath: true },
    ]);
    const all = rail({ stable }, '1.2.0', { brackets: 'all' });
    expect(all).toMatchObject({
      lanes: 2,
      brackets: [
        { entry: 'p.v2.1.0', lane: 1, takes: ['p.v2.0.1', 'p.v2.0.0', 'p.v1.5.0', 'p.v1.4.0'] },
        { entry: 'p.v2.0.0', lane: 0, top: 2, bottom: 3, takes: ['p.v1.5.0'] },
      ],
    });
  });

  test('has an installed bundle outside the channel at the bottom, with the range that contains it', () => {
    const drawn = rail({ stable: ['1.1.0 [<1.1.0]'] }, '1.0.7');
    expect(drawn.nodes.at(-1)).toMatchObject({ name: '1.0.7', kind: 'absent', isInstalled: true, row: 1 });
    expect(drawn.brackets).toMatchObject([{ top: 0, bottom: 1, isOnPath: true }]);
  });

  test("reports an unknown channel and one that OLM can't use", () => {
    const found = sketchedPackage({ stable: ['1.1.0', '1.0.0'] });
    expect(railOf(found, 'fast')).toEqual({ faults: [t('channelMissing', { channel: 'fast' })] });
    expect(railOf(found, 'stable')).toEqual({
      faults: ['multiple channel heads found: [p.v1.0.0 p.v1.1.0]'],
    });
  });
});

test('for a terminal', () => {
  expect(`${drawRail(rail()).join('\n')}\n`).toBe(`╭ ●   2.1.0  p.v2.1.0  (head)
│ │ ○ 2.0.1  p.v2.0.1  (skipped)
│ ○   2.0.0  p.v2.0.0
│ ○   1.5.0  p.v1.5.0
╰ ●   1.4.0  p.v1.4.0
  ●   1.3.0  p.v1.3.0
  │ ○ 1.2.5  p.v1.2.5  (skipped)
  ◆   1.2.0  p.v1.2.0  (installed)
  ◌   p.v0.9.0  (not in the channel)
`);
  const long = Array.from({ length: 20 }, (_, minor) =>
    minor > 0 ? `1.${minor}.0 < 1.${minor - 1}.0` : '1.0.0',
  );
  expect(`${drawRail(rail({ stable: long }, '1.18.0')).join('\n')}\n`).toBe(
    ' ●   1.19.0  p.v1.19.0  (head)\n ◆   1.18.0  p.v1.18.0  (installed)\n ┊  18 more\n',
  );
  expect(drawRail(rail({ stable: long }, '1.18.0'), { all: true })).toHaveLength(20);
});

describe('as a picture', () => {
  test('closes every tag, contains every entry, and loads nothing', () => {
    const svg = railSvg(rail({ stable }, '1.2.0', { brackets: 'all' }));
    const open: string[] = [];
    for (const [, close, name, empty] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name!);
    }
    expect(open).toEqual([]);
    expect(svg.match(/<circle/g)).toHaveLength(9);
    expect(svg).not.toMatch(/<script|href=|url\(/);
    expect(svg).toContain(
      `${t('installedText', { version: '1.2.0' })} ${t('pathText', { path: '1.3.0 → 1.4.0 → 2.1.0' })}`,
    );
    expect(svg).toMatch(/class="line path"/);
  });

  test('escapes names', () => {
    const drawn = railOf(sketchedPackage({ stable: [{ name: 'a"><script>' }] }), 'stable');
    expect('faults' in drawn ? '' : railSvg(drawn)).toContain('a&quot;&gt;&lt;script&gt;');
    expect('faults' in drawn ? '<script' : railSvg(drawn)).not.toContain('<script');
  });
});
