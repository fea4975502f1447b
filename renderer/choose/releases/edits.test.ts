import { expect, test } from 'vitest';
import { readYaml } from '../../../core/contract/documents/document.ts';
import { imageSetView } from '../../../core/contract/documents/image-set-form.ts';
import { rangeLimit, sameReleases, writeReleases, writeShortestPath } from './edits.ts';

const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
const channel = { name: 'stable-4.18', minVersion: '4.16.20', maxVersion: '4.18.9', shortestPath: true };

test('the only channel is renamed in place, with its comment, and the rest stays', () => {
  const text = `${HEAD}  platform:
    graph: true # for the update service
    channels:
      # agreed on 8 May
      - name: stable-4.16
        minVersion: 4.16.20
        maxVersion: 4.16.20
  operators: []
`;
  const after = writeReleases(readYaml(text), [channel]);
  expect(after.text).toBe(`${HEAD}  platform:
    graph: true # for the update service
    channels:
      # agreed on 8 May
      - name: stable-4.18
        minVersion: 4.16.20
        maxVersion: 4.18.9
        shortestPath: true
  operators: []
`);
  expect(sameReleases(imageSetView(after).releases, [channel])).toBe(true);
});

test('other channels are removed, OKD channels stay, and an empty section gets its first channel', () => {
  const text = `${HEAD}  platform:
    channels:
      - name: stable-4.16
        full: true
      - name: stable-4.18
        minVersion: 4.17.1
      - name: 4-scos-stable
        type: okd
`;
  const after = writeReleases(readYaml(text), [channel]);
  expect(imageSetView(after).releases.map(({ name, minVersion }) => [name, minVersion])).toEqual([
    ['stable-4.18', '4.16.20'],
    ['4-scos-stable', undefined],
  ]);
  const first = writeReleases(readYaml(`${HEAD.trimEnd()} {}\n`), [channel]);
  expect(imageSetView(first).releases).toMatchObject([channel]);
  expect(sameReleases(imageSetView(first).releases, [{ ...channel, maxVersion: '4.18.10' }])).toBe(false);
});

test('ranges are limited to the shortest path, and a text without that limit stays without it', () => {
  const limited = writeReleases(readYaml(`${HEAD.trimEnd()} {}\n`), [channel]);
  expect(rangeLimit(imageSetView(limited).releases)).toBe('shortest');
  const every = writeShortestPath(limited, false);
  expect(every.text).toBe(limited.text.replace('\n        shortestPath: true', ''));
  expect(rangeLimit(imageSetView(every).releases)).toBe('every');
  expect(sameReleases(imageSetView(every).releases, [channel])).toBe(true);
  const next = writeReleases(every, [{ ...channel, maxVersion: '4.18.10' }]);
  expect(imageSetView(next).releases).toMatchObject([{ maxVersion: '4.18.10', shortestPath: false }]);
  expect(writeShortestPath(every, true).text).toBe(limited.text);
});

test('a single release is the same with and without shortestPath', () => {
  const one = { name: 'stable-4.18', minVersion: '4.18.9', maxVersion: '4.18.9', shortestPath: false };
  const after = writeReleases(readYaml(`${HEAD.trimEnd()} {}\n`), [{ ...one, shortestPath: true }]);
  expect(sameReleases(imageSetView(after).releases, [one])).toBe(true);
});

test.each([
  ['none', ['{ name: stable-4.16, full: true, minVersion: 4.16.1 }', '{ name: stable-4.18 }']],
  ['none', ['{ name: stable-4.16, minVersion: 4.16.5, maxVersion: 4.16.5 }']],
  [
    'mixed',
    [
      '{ name: stable-4.16, minVersion: 4.16.1, shortestPath: true }',
      '{ name: stable-4.18, minVersion: 4.17.1 }',
    ],
  ],
])('the limit is %s for %s', (limit, channels) => {
  const text = `${HEAD}  platform:\n    channels: [${channels.join(', ')}]\n`;
  expect(rangeLimit(imageSetView(readYaml(text)).releases)).toBe(limit);
});
