import { expect, test } from 'vitest';
import { imageSet } from '../live-plan.fixture.ts';
import { releaseReason } from './release-reason.ts';

const channel = (name: string, ...lines: string[]) => [
  `    - name: ${name}`,
  ...lines.map((line) => `      ${line}`),
];
const RANGE = ['minVersion: 4.16.1', 'maxVersion: 4.16.9'];

test.each<[string, string[], string, string]>([
  ['selected by you', channel('stable-4.16', 'minVersion: 4.16.5', 'maxVersion: 4.16.5'), '4.16.5', '4.16.5'],
  ['target version', channel('stable-4.16', ...RANGE), '4.16.9', '4.16.9'],
  ['in the range from 4.16.1 to 4.16.9 in stable-4.16', channel('stable-4.16', ...RANGE), '4.16.2', '4.16.9'],
  [
    'on the shortest path without known risks from 4.16.1 to 4.16.9',
    channel('stable-4.16', ...RANGE, 'shortestPath: true'),
    ...(['4.16.2', '4.16.9'] as const),
  ],
  ['4.16.1 or later in stable-4.16', channel('stable-4.16', 'minVersion: 4.16.1'), '4.16.2', ''],
  ['4.16.9 or earlier in stable-4.16', channel('stable-4.16', 'maxVersion: 4.16.9'), '4.16.2', ''],
  ['latest release in stable-4.16', channel('stable-4.16'), '4.16.9', ''],
])('%s', (reason, lines, version, to) => {
  const { configuration } = imageSet('platform:', '  channels:', ...lines);
  const release = { version, channels: ['stable-4.16'] };
  expect(releaseReason(release, configuration.platform, to || undefined)).toBe(reason);
});

test('a path through several channels has their outer bounds', () => {
  const { configuration } = imageSet(
    'platform:',
    '  channels:',
    ...channel('stable-4.16', 'minVersion: 4.16.1'),
    ...channel('stable-4.17', 'maxVersion: 4.17.3'),
  );
  const release = { version: '4.16.9', channels: ['stable-4.16', 'stable-4.17'] };
  expect(releaseReason(release, configuration.platform, '4.17.3')).toBe(
    'on the shortest path without known risks from 4.16.1 to 4.17.3',
  );
});

test('a payload is selected as it is', () => {
  const { configuration } = imageSet('platform:', '  release: quay.io/lab/release:4.18.1');
  expect(releaseReason({ version: '4.18.1', channels: [] }, configuration.platform, undefined)).toBe(
    'selected by you',
  );
});
