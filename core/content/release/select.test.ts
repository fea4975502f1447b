import { describe, expect, it } from 'vitest';
import type { ReleaseChannel } from '../../image-set/config/image-set.ts';
import { selectReleases } from './select.ts';
import type { UpdateGraph } from './update-graph.ts';
import { graphOf, VECTORS } from './vectors.fixture.ts';

const channel = (name: string, more: Partial<ReleaseChannel> = {}): ReleaseChannel => ({
  name,
  type: 'ocp',
  shortestPath: false,
  full: false,
  ...more,
});
async function select(channels: ReleaseChannel[], graphs: Readonly<Record<string, UpdateGraph>> = VECTORS) {
  const requested: string[] = [];
  const { releases, problems } = await selectReleases(channels, async ({ name, type }, version) => {
    requested.push([type, name, version].filter(Boolean).join(' '));
    return graphs[name] ?? graphOf([]);
  });
  return {
    versions: releases.map(({ version }) => version),
    why: releases.map(({ why }) => why),
    warnings: problems.map(({ message }) => message),
    problems,
    requested,
  };
}

describe('bounds of one channel (oc-mirror v2: internal/pkg/release/cincinnati.go)', () => {
  const all = ['4.0.0-0.okd-0', '4.0.0-4', '4.0.0-5', '4.0.0-6', '4.0.0-7', '4.0.0-8'];
  it.each([
    ['neither', {}, all.slice(-1)],
    ['full', { full: true }, all],
    ['a minimum', { minVersion: '4.0.0-5' }, all.slice(2)],
    ['a minimum, with any value of full', { minVersion: '4.0.0-5', full: true }, all.slice(2)],
    ['a maximum: from the first node', { maxVersion: '4.0.0-5' }, all.slice(0, 3)],
    ['both', { minVersion: '4.0.0-5', maxVersion: '4.0.0-6' }, all.slice(2, 4)],
    ['the same version twice', { minVersion: '4.0.0-6', maxVersion: '4.0.0-6' }, ['4.0.0-6']],
  ])('%s', async (_, more, expected) => {
    const { versions, warnings } = await select([channel('stable-4.0', more)]);
    expect(versions).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  it('selects only the shortest path', async () => {
    const bounds = { minVersion: '4.0.0-4', maxVersion: '4.0.0-8', shortestPath: true };
    const { versions, why } = await select([channel('stable-4.0', bounds)]);
    expect(versions).toEqual(['4.0.0-4', '4.0.0-5', '4.0.0-6', '4.0.0-8']);
    expect(why[0]).toBe('channel stable-4.0, 4.0.0-4 to 4.0.0-8, shortest path');
  });

  it('selects both ends of a shortest path that does not exist', async () => {
    const bounds = { minVersion: '4.0.0-0.okd-0', maxVersion: '4.0.0-8', shortestPath: true };
    const { versions, warnings } = await select([channel('stable-4.0', bounds)]);
    expect(versions).toEqual(['4.0.0-0.okd-0', '4.0.0-8']);
    expect(warnings).toEqual(['channel stable-4.0 has no upgrade path from 4.0.0-0.okd-0 to 4.0.0-8']);
  });

  it('returns the reasons', async () => {
    expect((await select([channel('stable-4.0')])).why).toEqual(['channel stable-4.0, 4.0.0-8']);
    const range = await select([channel('stable-4.3', { minVersion: '4.3.0' })]);
    expect(range.why[0]).toBe('channel stable-4.3, 4.3.0 to 4.3.1');
    expect(range.requested).toEqual(['ocp stable-4.3 4.3.0']);
  });

  it('warns about an unknown bound if the range is not empty', async () => {
    const { versions, warnings } = await select([
      channel('stable-4.2', { minVersion: '4.2.0-1', maxVersion: '4.2.0-3' }),
    ]);
    expect(versions).toEqual(['4.2.0-2', '4.2.0-3']);
    expect(warnings).toEqual([
      "version 4.2.0-1 isn't in channel stable-4.2, so versions 4.2.0-2 to 4.2.0-3 are selected",
    ]);
  });
});

describe('unknown versions', () => {
  it('reports every channel without the requested versions, with the nearest ones', async () => {
    const wrong = select([
      channel('stable-9.9'),
      channel('stable-4.3', { minVersion: '4.3.7', maxVersion: '4.3.7' }),
      channel('stable-4.0', { minVersion: '4.0.0-3', shortestPath: true }),
    ]);
    await expect(wrong).rejects.toMatchObject({
      code: 'release-unknown',
      exitCode: 1,
      message: expect.stringMatching(
        /stable-9\.9.*stable-4\.3 matches 4\.3\.7.*4\.0\.0-3 isn't in channel stable-4\.0/,
      ),
      problems: [{}, { remedy: expect.stringContaining('4.3.0, 4.3.1') }, {}],
    });
  });

  it.each([
    [{ minVersion: '4.18' }, /minVersion "4\.18" isn't a version/],
    [{ maxVersion: 'v4.18.1' }, /maxVersion "v4\.18\.1"/],
    [{ minVersion: '4.0.0-8', maxVersion: '4.0.0-4' }, /is higher than/],
  ])('rejects %o', async (more, message) => {
    await expect(select([channel('stable-4.0', more)])).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringMatching(message),
    });
  });
});

describe('several channels (oc-mirror v2: internal/pkg/release/core-cincinnati.go)', () => {
  it('adds the path between them, through channels that are not listed', async () => {
    const { versions, why, warnings } = await select([
      channel('stable-4.0', { minVersion: '4.0.0-5', maxVersion: '4.0.0-5' }),
      channel('stable-4.2', { minVersion: '4.2.0-3', maxVersion: '4.2.0-3' }),
    ]);
    expect(versions).toEqual(['4.0.0-5', '4.0.0-6', '4.0.0-8', '4.1.0-6', '4.2.0-3']);
    expect(why[0]).toBe(
      'channel stable-4.0, 4.0.0-5; upgrade path from 4.0.0-5 in stable-4.0 to 4.2.0-3 in stable-4.2',
    );
    expect(warnings).toEqual([]);
  });

  it('uses the first of two channels with equal bounds', async () => {
    const bounds = { minVersion: '4.3.0', maxVersion: '4.3.1' };
    const { why } = await select([channel('stable-4.3', bounds), channel('fast-4.3', bounds)]);
    expect(why[0]).toContain('from 4.3.0 in stable-4.3 to 4.3.1 in stable-4.3');
  });

  it('warns once about a blocked path and retains both channels', async () => {
    const { versions, warnings } = await select([
      channel('stable-4.2', { minVersion: '4.2.0-3', maxVersion: '4.2.0-3' }),
      channel('stable-4.3'),
    ]);
    expect(versions).toEqual(['4.2.0-3', '4.2.0-5', '4.3.1']);
    expect(warnings).toEqual(['channel stable-4.3 has no update from 4.2.0-5']);
  });

  it("doesn't look for a path between OKD channels", async () => {
    const graphs = { '4-scos-stable': VECTORS['stable-4.3']!, '4-stable': VECTORS['stable-4.2']! };
    const { versions, requested } = await select(
      [channel('4-scos-stable', { type: 'okd' }), channel('4-stable', { type: 'okd' })],
      graphs,
    );
    expect(versions).toEqual(['4.2.0-5', '4.3.1']);
    expect(requested).toEqual(['okd 4-scos-stable', 'okd 4-stable']);
  });
});

it('warns once about the minors in between in an EUS channel', async () => {
  const graph = graphOf(
    ['4.14.1', '4.15.1', '4.16.1'],
    [
      [0, 1],
      [1, 2],
    ],
  );
  const eus = channel('eus-4.16', { minVersion: '4.14.1', maxVersion: '4.16.1' });
  const { versions, problems } = await select([eus], { 'eus-4.16': graph });
  expect(versions).toEqual(['4.14.1', '4.15.1', '4.16.1']);
  expect(problems).toMatchObject([
    { level: 'warning', message: expect.stringContaining('4.14.1 to 4.16.1') },
  ]);
  const near = await select([{ ...eus, minVersion: '4.15.1' }], { 'eus-4.16': graph });
  expect(near.problems).toEqual([]);
});
