import { describe, expect, it } from 'vitest';
import { pathAcrossChannels, pathInChannel } from './channel-path.ts';
import { shortestPath, type UpdateGraph } from './update-graph.ts';
import { graphOf, VECTORS } from './vectors.fixture.ts';

const lookUp = (channels: Readonly<Record<string, UpdateGraph>>) => async (channel: string) =>
  channels[channel] ?? graphOf([]);
const across = (from: [string, string], to: [string, string], channels = VECTORS) =>
  pathAcrossChannels(
    { channel: from[0], version: from[1] },
    { channel: to[0], version: to[1] },
    lookUp(channels),
  );
const versions = (nodes: readonly { version: string }[]) => nodes.map(({ version }) => version);
const unknown = (message: string) =>
  expect.objectContaining({
    code: 'release-unknown',
    exitCode: 1,
    message: expect.stringContaining(message),
  });

describe('inside one channel (oc-mirror v2: internal/pkg/release/core-cincinnati_test.go)', () => {
  const path = (from: string, to: string) => pathInChannel(VECTORS['stable-4.0']!, 'stable-4.0', from, to);

  it.each([
    ['4.0.0-4', '4.0.0-5', ['4.0.0-4', '4.0.0-5']],
    ['4.0.0-4', '4.0.0-8', ['4.0.0-4', '4.0.0-5', '4.0.0-6', '4.0.0-8']],
  ])('%s to %s', (from, to, expected) => {
    expect(versions(path(from, to).upgrades)).toEqual(expected);
    expect(path(from, to).problems).toEqual([]);
  });

  it('has both ends and a warning without a path', () => {
    expect(shortestPath(VECTORS['stable-4.0']!, '4.0.0-4', '4.0.0-0.okd-0')).toEqual([]);
    const { upgrades, requested, problems } = path('4.0.0-4', '4.0.0-0.okd-0');
    expect([...versions(upgrades), requested.version]).toEqual(['4.0.0-4', '4.0.0-0.okd-0']);
    expect(problems).toMatchObject([{ code: 'upgrade-path', level: 'warning' }]);
  });

  it('reports an unknown version with its channel and the nearest versions', () => {
    expect(() => path('4.0.0-3', '4.0.0-5')).toThrow(unknown("version 4.0.0-3 isn't in channel stable-4.0"));
    expect(() => path('4.0.0-4', '4.0.0-9')).toThrow(unknown("version 4.0.0-9 isn't in channel stable-4.0"));
    expect(() => path('4.0.0-4', '4.0.0-9')).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('4.0.0-7, 4.0.0-8') }),
    );
  });
});

describe('across channels (oc-mirror v2: internal/pkg/release/core-cincinnati_test.go)', () => {
  it.each([
    [
      ['stable-4.0', '4.0.0-5'],
      ['stable-4.1', '4.1.0-6'],
      ['4.0.0-5', '4.0.0-6', '4.0.0-8', '4.1.0-6'],
    ],
    [
      ['stable-4.0', '4.0.0-5'],
      ['stable-4.2', '4.2.0-3'],
      ['4.0.0-5', '4.0.0-6', '4.0.0-8', '4.1.0-6', '4.2.0-3'],
    ],
    [
      ['stable-4.3', '4.3.0'],
      ['fast-4.3', '4.3.1'],
      ['4.3.0', '4.3.1'],
    ],
  ] as [[string, string], [string, string], string[]][])('%s to %s', async (from, to, expected) => {
    const { upgrades, problems } = await across(from, to);
    expect(versions(upgrades)).toEqual(expected);
    expect(problems).toEqual([]);
  });

  it('retains the requested version without an edge to it', async () => {
    const { upgrades, requested, problems } = await across(
      ['stable-4.1', '4.1.0-6'],
      ['stable-4.2', '4.2.0-2'],
    );
    expect(versions(upgrades)).toEqual(['4.1.0-6']);
    expect(requested.version).toBe('4.2.0-2');
    expect(problems).toHaveLength(1);
  });

  it('stops with a warning if the next channel does not contain the head', async () => {
    const { upgrades, requested, problems } = await across(
      ['stable-4.2', '4.2.0-3'],
      ['stable-4.3', '4.3.0'],
    );
    expect(versions(upgrades)).toEqual(['4.2.0-3', '4.2.0-5']);
    expect(requested.version).toBe('4.3.0');
    expect(problems).toMatchObject([
      { level: 'warning', message: 'channel stable-4.3 has no update from 4.2.0-5' },
    ]);
  });

  it('reports unknown ends', async () => {
    await expect(across(['stable-4.2', '4.2.0-9'], ['stable-4.3', '4.3.4'])).rejects.toThrow(
      unknown("version 4.2.0-9 isn't in channel stable-4.2"),
    );
    await expect(across(['stable-4.2', '4.2.0-3'], ['stable-4.3', '4.3.5'])).rejects.toThrow(
      unknown("version 4.3.5 isn't in channel stable-4.3"),
    );
    await expect(across(['empty-4.0', '4.0.0'], ['stable-4.1', '4.1.0-6'])).rejects.toThrow(
      unknown('no versions in channel empty-4.0'),
    );
    await expect(across(['stable-4.1', '4.1.0-6'], ['fast:4.2', '4.2.0'])).rejects.toThrow(
      unknown('invalid channel name fast:4.2'),
    );
  });

  it('returns only the requested version if a channel of the same minor does not contain the start', async () => {
    const { upgrades, requested, problems } = await across(['fast-4.3', '4.2.0-5'], ['stable-4.3', '4.3.1']);
    expect(upgrades).toEqual([]);
    expect(requested.version).toBe('4.3.1');
    expect(problems).toMatchObject([{ message: 'channel stable-4.3 has no update from 4.2.0-5' }]);
  });
});

describe('beyond oc-mirror v2', () => {
  const edges = (count: number) => Array.from({ length: count - 1 }, (_, index) => [index, index + 1]);
  const line = (...all: string[]) => graphOf(all, edges(all.length));

  it('goes from the last minor of a major to the next major', async () => {
    const channels = {
      'stable-4.21': line('4.21.1', '4.21.2'),
      'stable-4.22': line('4.21.2', '4.22.0', '4.22.5'),
      'stable-5.0': line('4.22.5', '5.0.0'),
      'stable-5.1': line('5.0.0', '5.1.0', '5.1.1'),
    };
    const { upgrades, problems } = await across(['stable-4.21', '4.21.1'], ['stable-5.1', '5.1.1'], channels);
    expect(versions(upgrades)).toEqual(['4.21.1', '4.21.2', '4.22.0', '4.22.5', '5.0.0', '5.1.0', '5.1.1']);
    expect(problems).toEqual([]);
  });

  it('ends with a warning if the next major does not contain this one', async () => {
    const channels = { 'stable-4.22': line('4.22.0', '4.22.5'), 'stable-5.0': line('5.0.0') };
    const { upgrades, requested, problems } = await across(
      ['stable-4.22', '4.22.0'],
      ['stable-5.0', '5.0.0'],
      channels,
    );
    expect(versions(upgrades)).toEqual(['4.22.0', '4.22.5']);
    expect(requested.version).toBe('5.0.0');
    expect(problems).toMatchObject([{ message: 'channel stable-5.0 has no update from 4.22.5' }]);
  });

  it('skips a minor without a channel of this kind', async () => {
    const channels = {
      'eus-4.14': line('4.14.1', '4.14.9'),
      'eus-4.16': line('4.14.9', '4.15.3', '4.16.2'),
    };
    const { upgrades, problems } = await across(['eus-4.14', '4.14.1'], ['eus-4.16', '4.16.2'], channels);
    expect(versions(upgrades)).toEqual(['4.14.1', '4.14.9', '4.15.3', '4.16.2']);
    expect(problems).toEqual([]);
  });

  it('ends if a service has endless minors', async () => {
    const endless = async (channel: string) => {
      const minor = Number(channel.split('.')[1]);
      return channel === 'stable-900.0' ? line('900.0.0') : line(`4.${minor}.0`, `4.${minor + 1}.0`);
    };
    const { requested } = await pathAcrossChannels(
      { channel: 'stable-4.1', version: '4.1.0' },
      { channel: 'stable-900.0', version: '900.0.0' },
      endless,
    );
    expect(requested.version).toBe('900.0.0');
  });

  it('finds the path in a target channel of a lower minor, or reports that there is none', async () => {
    const channels = { 'stable-4.18': line('4.17.5', '4.18.1'), 'stable-4.17': line('4.17.5', '4.17.9') };
    const found = await across(['stable-4.18', '4.17.5'], ['stable-4.17', '4.17.9'], channels);
    expect(versions(found.upgrades)).toEqual(['4.17.5', '4.17.9']);
  });
});
