import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Digest } from '../../../base/image/digest.ts';
import type { DeleteValues, NeededImage } from './plan.ts';
import { nameAt } from './plan.ts';
import { planDelete } from './plan-delete.ts';
import { type ManifestParts, manifestsBelow } from './registry-picture.ts';

const digestOf = (kind: string, n: number): Digest =>
  `sha256:${`${kind.charCodeAt(0).toString(16)}${n}`.padStart(64, '0')}`;

const small = (most: number) => fc.integer({ min: 0, max: most });

/** Images share manifests, indexes share instances, layers are shared across repositories, and some tags are signatures. */
const world = fc.record({
  layers: fc.array(fc.array(small(6), { maxLength: 4 }), { minLength: 6, maxLength: 6 }),
  indexes: fc.array(fc.array(small(5), { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
  tags: fc.uniqueArray(fc.record({ repository: small(1), tag: small(9), manifest: small(8) }), {
    selector: ({ repository, tag }) => `${repository} ${tag}`,
    maxLength: 16,
  }),
  signed: fc.array(fc.record({ repository: small(1), subject: small(8), signature: small(5) }), {
    maxLength: 4,
  }),
  configurations: fc.array(
    fc.array(fc.record({ part: small(5), repository: small(1), tag: small(9) }), { maxLength: 8 }),
    { maxLength: 3 },
  ),
  selected: fc.array(fc.record({ part: small(5), repository: small(1), tag: small(9) }), { maxLength: 8 }),
  protect: fc.array(fc.record({ repository: small(1), tag: small(9) }), { maxLength: 2 }),
  keepAll: fc.boolean(),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const manifestAt = (n: number): Digest => (n < 6 ? digestOf('m', n) : digestOf('x', n - 6));

function needed(list: { part: number; repository: number; tag: number }[]): NeededImage[] {
  const found = new Map<string, NeededImage>();
  for (const { part, repository, tag } of list) {
    const image = { repository: `r${repository}`, tag: `t${tag}` };
    const parts = [...(found.get(nameAt(image))?.parts ?? []), { id: `p${part}`, words: `part ${part}` }];
    const rest = { digests: [], kind: 'generic' as const, origin: 'o', deliverable: `d${part}` };
    found.set(nameAt(image), { ...image, ...rest, parts });
  }
  return [...found.values()];
}

/** A part means the same images for every caller: the union of all its definitions. */
function valuesOf(given: World): DeleteValues {
  const manifests = new Map<Digest, ManifestParts>();
  for (const [n, layers] of given.layers.entries())
    manifests.set(digestOf('m', n), {
      size: 10 + n,
      children: [],
      blobs: layers.map((layer) => ({ digest: digestOf('b', layer), size: 100 + layer })),
    });
  for (const [n, children] of given.indexes.entries())
    manifests.set(digestOf('x', n), { size: 5, children: children.map((c) => digestOf('m', c)), blobs: [] });
  const tags = new Map<string, Map<string, Digest>>([
    ['r0', new Map()],
    ['r1', new Map()],
  ]);
  for (const { repository, tag, manifest } of given.tags)
    tags.get(`r${repository}`)!.set(`t${tag}`, manifestAt(manifest));
  for (const { repository, subject, signature } of given.signed)
    tags.get(`r${repository}`)!.set(`${manifestAt(subject).replace(':', '-')}.sig`, digestOf('m', signature));
  const lists = [...given.configurations, given.selected];
  const members = new Map<number, { part: number; repository: number; tag: number }[]>();
  for (const each of lists.flat()) members.set(each.part, [...(members.get(each.part) ?? []), each]);
  const complete = (list: { part: number }[]) =>
    needed([...new Set(list.map(({ part }) => part))].flatMap((part) => members.get(part)!));
  return {
    selected: complete(given.selected),
    configurations: given.configurations.map((list, n) => ({
      identity: `c${n}`,
      name: `c${n}.yaml`,
      images: complete(list),
    })),
    keepAll: given.keepAll,
    protect: given.protect.map((named) => ({
      reason: 'protected by hand',
      matches: ({ repository, tag }) => repository === `r${named.repository}` && tag === `t${named.tag}`,
    })),
    registry: { tags, manifests, referrers: new Map() },
  };
}

test('deletes everything that was selected, except needed images', () => {
  fc.assert(
    fc.property(world, (given) => {
      const values = valuesOf(given);
      const { registry } = values;
      const plan = planDelete(values);

      // All needed content, computed independently of the planner.
      const partsRequested = (part: string) =>
        values.configurations.filter(({ images }) =>
          images.some((i) => i.parts.some(({ id }) => id === part)),
        );
      const selectedParts = new Set(values.selected.flatMap(({ parts }) => parts.map(({ id }) => id)));
      const remains = (part: string) =>
        !selectedParts.has(part) || partsRequested(part).length > (values.keepAll ? 0 : 1);
      const needs = new Set(
        values.configurations.flatMap(({ images }) =>
          images.filter(({ parts }) => parts.some(({ id }) => remains(id))).map(nameAt),
        ),
      );
      const protectedByHand = (repository: string, tag: string, digest: Digest) =>
        [...manifestsBelow([digest], registry.manifests)].some((each) =>
          values.protect.some(({ matches }) => matches({ repository, tag, digest: each })),
        );
      const selectedNames = new Set(values.selected.map(nameAt));
      const removedTags = new Set(plan.images.map(nameAt));
      const removedManifests = new Set(
        plan.manifests.map(({ repository, digest }) => `${repository}@${digest}`),
      );
      const attachments = new Set(plan.attachments.map(nameAt));

      for (const [repository, tags] of registry.tags) {
        for (const [tag, digest] of tags) {
          const name = `${repository}:${tag}`;
          const free =
            selectedNames.has(name) &&
            !needs.has(name) &&
            values.selected.find((image) => nameAt(image) === name)!.parts.some(({ id }) => !remains(id)) &&
            !protectedByHand(repository, tag, digest);
          if (!free && !attachments.has(name)) {
            // All of it is retained: the tag and every manifest below it, in its repository.
            expect(removedTags.has(name)).toBe(false);
            expect(plan.tagsOnly.some((each) => nameAt(each) === name)).toBe(false);
            for (const each of manifestsBelow([digest], registry.manifests))
              expect(removedManifests.has(`${repository}@${each}`)).toBe(false);
          }
          // Complete: it is deleted, or at least its tag if a retained image has the same manifest.
          if (free)
            expect(removedTags.has(name) || plan.tagsOnly.some((each) => nameAt(each) === name)).toBe(true);
          if (removedTags.has(name)) expect(removedManifests.has(`${repository}@${digest}`)).toBe(true);
          if (attachments.has(name)) {
            expect(tag).toMatch(/^sha256-/);
            expect(needs.has(name)).toBe(false);
          }
        }
      }
      for (const image of values.selected)
        expect([
          removedTags.has(nameAt(image)),
          plan.protected.some((p) => p.image === nameAt(image)),
          plan.absent.includes(nameAt(image)),
        ]).toContain(true);

      // The reported freed bytes are the difference between all bytes before and after.
      const stored = (repositoryRemoved: (key: string) => boolean) => {
        const content = new Map<Digest, number>();
        for (const [repository, tags] of registry.tags)
          for (const digest of tags.values())
            for (const each of manifestsBelow([digest], registry.manifests)) {
              if (repositoryRemoved(`${repository}@${each}`)) continue;
              const { size, blobs } = registry.manifests.get(each)!;
              content.set(each, size);
              for (const blob of blobs) content.set(blob.digest, blob.size);
            }
        return [...content.values()].reduce((a, b) => a + b, 0);
      };
      expect(plan.bytesFreed).toBe(stored(() => false) - stored((key) => removedManifests.has(key)));
      expect(plan.groups.reduce((total, { bytes }) => total + bytes, 0)).toBe(plan.bytesFreed);
    }),
    { numRuns: 1500 },
  );
});
