import { expect, test } from 'vitest';
import type { Digest } from '../../../base/image/digest.ts';
import { t } from './messages.ts';
import type { DeleteValues, NeededImage, Part } from './plan.ts';
import { joinedByName, planDelete } from './plan-delete.ts';

const digest = (n: number): Digest => `sha256:${String(n).padStart(64, '0')}`;

const inChannel = (channel: string): Part => ({
  id: `bundle ${channel}`,
  words: `a.v1 in channel ${channel} of index:v4.16`,
  bundle: 'a.v1',
});

function bundle(...parts: Part[]): NeededImage {
  return {
    repository: 'team/a-bundle',
    tag: 'v1',
    digests: [digest(1)],
    kind: 'operatorBundle',
    origin: 'quay.io/team/a-bundle:v1',
    deliverable: 'operator a of index:v4.16',
    parts,
  };
}

function values(
  selected: NeededImage[],
  requested: NeededImage[],
  tags: Record<string, number>,
): DeleteValues {
  const named = Object.entries(tags).map(([tag, n]) => [tag, digest(n)] as const);
  return {
    selected,
    configurations: [{ identity: '/isc.yaml', name: 'isc.yaml', images: requested }],
    keepAll: false,
    protect: [],
    registry: {
      tags: new Map([['team/a-bundle', new Map(named)]]),
      manifests: new Map(named.map(([, each]) => [each, { size: 7, children: [], blobs: [] }])),
      referrers: new Map(),
    },
  };
}

test('images of several eras are joined by name: all digests and parts, and the last words', () => {
  const first = bundle(inChannel('stable'));
  expect(joinedByName([first, bundle(inChannel('stable'))])[0]).toBe(first);
  const renamed = { ...inChannel('stable'), words: 'a.v1 in channel stable of index:v4.17' };
  const bundled = { ...inChannel('stable'), bundle: 'a.v2' };
  const moved = { ...bundle(inChannel('stable')), digests: [digest(2)] };
  expect(joinedByName([first, moved])).toEqual([{ ...first, digests: [digest(1), digest(2)] }]);
  expect(joinedByName([first, bundle(renamed)])[0]!.parts).toEqual([renamed]);
  expect(joinedByName([first, bundle(bundled)])[0]!.parts).toEqual([bundled]);
  const both = [inChannel('stable'), inChannel('fast')];
  expect(joinedByName([first, bundle(inChannel('fast'))])[0]!.parts).toEqual(both);
  expect(joinedByName([bundle(...both), first])[0]!.parts).toEqual(both);
  const catalog = bundle(...Array.from({ length: 20_000 }, (_, i) => inChannel(`${i}`)));
  const again = bundle(...Array.from({ length: 20_000 }, (_, i) => inChannel(`${i}`)));
  const began = performance.now();
  expect(joinedByName([catalog, again])).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(1000);
});

test('retains a bundle that is also in a retained channel, with a warning', () => {
  const requested = bundle(inChannel('stable'), inChannel('fast'));
  const plan = planDelete(values([bundle(inChannel('stable'))], [requested], { v1: 1 }));
  expect(plan.images).toEqual([]);
  expect(plan.protected).toEqual([
    {
      image: 'team/a-bundle:v1',
      reason: t('needed', { part: 'a.v1 in channel fast of index:v4.16', configuration: 'isc.yaml' }),
    },
  ]);
  expect(plan.problems).toEqual([
    expect.objectContaining({
      code: 'still-needed',
      level: 'warning',
      message: t('stillNeeded', {
        part: 'a.v1 in channel stable of index:v4.16',
        other: 'a.v1 in channel fast of index:v4.16',
      }),
    }),
  ]);
  const complete = planDelete(values([requested], [requested], { v1: 1 }));
  expect(complete.images).toHaveLength(1);
  expect(complete.problems).toEqual([]);
});

test('an artifact without a tag is deleted with the images that it belongs to, and not with others', () => {
  const named = (tag: string): NeededImage => ({ ...bundle(inChannel(tag)), tag, digests: [] });
  const given = values([named('v1'), named('v2')], [named('v1'), named('v2')], { v1: 1, v2: 2 });
  const [signature, signed, other, shared] = [digest(11), digest(12), digest(13), digest(14)];
  const { tags, manifests } = given.registry;
  const registry = {
    tags,
    manifests: new Map([
      ...manifests,
      ...[signature, other].map((each) => [each, { size: 7, children: [shared], blobs: [] }] as const),
      ...[signed, shared].map((each) => [each, { size: 7, children: [], blobs: [] }] as const),
    ]),
    // The second artifact refers to the first one.
    referrers: new Map([
      [`team/a-bundle@${digest(1)}`, [signature]],
      [`team/a-bundle@${signature}`, [signed]],
      [`team/a-bundle@${digest(2)}`, [other]],
    ]),
  };
  const plan = planDelete({ ...given, registry });
  const owners = new Map(plan.manifests.map((each) => [each.digest, [each.role, each.of]]));
  expect(Object.fromEntries(owners)).toEqual({
    [digest(1)]: ['image', ['team/a-bundle:v1']],
    [digest(2)]: ['image', ['team/a-bundle:v2']],
    [signature]: ['attachment', ['team/a-bundle:v1']],
    [signed]: ['attachment', ['team/a-bundle:v1']],
    [other]: ['attachment', ['team/a-bundle:v2']],
    [shared]: ['attachment', ['team/a-bundle:v1', 'team/a-bundle:v2']],
  });
});

test('retains a tag that was moved, and reports an absent one', () => {
  const requested = bundle(inChannel('stable'));
  const moved = planDelete(values([requested], [requested], { v1: 2 }));
  expect(moved.images).toEqual([]);
  expect(moved.protected[0]!.reason).toBe(t('tagMoved', { found: digest(2), expected: digest(1) }));
  expect(planDelete(values([requested], [requested], {})).absent).toEqual(['team/a-bundle:v1']);
});

test('retains a catalog that no known configuration selects', () => {
  const catalog: NeededImage = {
    ...bundle(inChannel('stable')),
    kind: 'operatorCatalog',
    digests: [],
    deliverable: 'catalog index:v4.16',
  };
  const plan = planDelete(values([catalog], [], { v1: 1 }));
  expect(plan.protected[0]!.reason).toBe(t('catalogUnknown'));
});
