import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { withReleaseChannels } from './write-release-channels.ts';

const STABLE = { name: 'stable-4.16', minVersion: '4.16.1', maxVersion: '4.16.5', shortestPath: true };
const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n';
const options = { file: 'isc.yaml', architecture: 'amd64' };
const channelsIn = (text: string) => parse(text).mirror.platform.channels;

test('replaces an entry of the same channel, and leaves every other line unchanged', () => {
  const text = `${HEAD}mirror:
  # releases of the fleet
  platform:
    graph: true # for OSUS
    channels:
      - name: fast-4.17
      - name: stable-4.16 # the old one
        type: ocp
        minVersion: 4.16.1
        maxVersion: 4.16.1
  # images
  additionalImages:
    - name: quay.io/a/b:1
`;
  const changed = withReleaseChannels(text, [STABLE], options);
  expect(channelsIn(changed)).toEqual([{ name: 'fast-4.17' }, { ...STABLE, type: 'ocp' }]);
  for (const saved of [
    '# releases of the fleet',
    'graph: true # for OSUS',
    '  # images\n  additionalImages:',
  ])
    expect(changed).toContain(saved);
  expect(withReleaseChannels(changed, [STABLE], options)).toBe(changed);
});

test('adds a missing channel after the others', () => {
  const text = `${HEAD}mirror:\n  platform:\n    channels:\n    - name: stable-4.15\n  operators: []\n`;
  expect(withReleaseChannels(text, [STABLE], options)).toBe(
    `${HEAD}mirror:\n  platform:\n    channels:\n    - name: stable-4.15\n    - name: stable-4.16\n      minVersion: 4.16.1\n      maxVersion: 4.16.5\n      shortestPath: true\n  operators: []\n`,
  );
});

test.each([
  ['without a platform', 'mirror:\n  additionalImages:\n    - name: quay.io/a/b:1\n'],
  ['with a platform without channels', 'mirror:\n  platform:\n    graph: true\n'],
  ['without anything', 'mirror: {}\n'],
  ['with an empty list', 'mirror:\n  platform:\n    channels: []\n'],
  ['in one line', 'mirror: {platform: {channels: [{name: stable-4.16, minVersion: 4.16.0}]}}\n'],
  ['without a last line end', 'mirror:\n  platform:\n    graph: true'],
])('a configuration %s gets the channel', (_what, body) => {
  const changed = withReleaseChannels(HEAD + body, [STABLE], options);
  expect(channelsIn(changed)).toEqual([STABLE]);
  const before = parse(HEAD + body).mirror;
  expect(parse(changed).mirror.additionalImages).toEqual(before.additionalImages);
  expect(parse(changed).mirror.platform.graph).toEqual(before.platform?.graph);
});

test("adds an architecture that the file doesn't contain", () => {
  const changed = withReleaseChannels(`${HEAD}mirror:\n  additionalImages: []\n`, [STABLE], {
    ...options,
    architecture: 'arm64',
  });
  expect(parse(changed).mirror.platform.architectures).toEqual(['arm64']);
});

test("rejects a file that isn't a configuration by name", () => {
  for (const text of ['- a\n', 'a: [', '']) {
    let code = '';
    try {
      withReleaseChannels(text, [STABLE], options);
    } catch (error) {
      code = asAirlockError(error).code;
      expect(asAirlockError(error).message).toContain('isc.yaml');
    }
    expect(code).toBe('config-invalid');
  }
});
