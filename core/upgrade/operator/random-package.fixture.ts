import fc from 'fast-check';
import type { CatalogPackage, ChannelEntry } from '../../content/catalog/model/catalog-model.ts';
import { sketchedPackage } from './operator-package.fixture.ts';

/** The repository of bundles of random packages. */
export const VERSIONS = ['1.0.0', '1.1.0-rc.1', '1.1.0', '1.2.0', '1.2.1', '1.3.0', '2.0.0', '2.1.0'];

/** The bundle of a position in {@link VERSIONS}. */
export const nameOf = (position: number) => `p.v${VERSIONS[position]}`;

/** Channels with one head: a chain with some entries omitted, skipped or included by a range. */
export const channel: fc.Arbitrary<ChannelEntry[]> = fc
  .record({
    chain: fc.uniqueArray(fc.nat(VERSIONS.length - 1), { minLength: 1, maxLength: 6 }),
    extras: fc.array(
      fc.record({
        range: fc.option(fc.tuple(fc.nat(7), fc.nat(7))),
        skips: fc.array(fc.nat(7), { maxLength: 2 }),
        adjacent: fc.boolean(),
      }),
      { minLength: VERSIONS.length, maxLength: VERSIONS.length },
    ),
    dangling: fc.option(fc.nat(VERSIONS.length - 1)),
  })
  .map(({ chain, extras, dangling }) => {
    const sorted = chain.sort((a, b) => a - b);
    const bridged = new Map<number, ChannelEntry>();
    const entries = sorted.map((position, at): ChannelEntry => {
      const { range, skips, adjacent } = extras[position]!;
      const below = sorted[at - 1];
      const lower = skips.filter((each) => each < position);
      const replaces = below ?? (dangling !== null && dangling < position ? dangling : undefined);
      // A skipped entry in between may also be an entry that replaces the one below.
      for (const each of lower)
        if (adjacent && !sorted.includes(each))
          bridged.set(each, {
            name: nameOf(each),
            replaces: below !== undefined && below < each ? nameOf(below) : undefined,
          });
      const skipped = [...new Set(lower)].map(nameOf);
      return {
        name: nameOf(position),
        replaces: replaces === undefined ? undefined : nameOf(replaces),
        skips: skipped.length > 0 ? skipped : undefined,
        skipRange: range ? `>=${VERSIONS[Math.min(...range)]} <${VERSIONS[Math.max(...range)]}` : undefined,
      };
    });
    return [...entries, ...bridged.values()];
  });

/** A package of up to three such channels. */
export const found: fc.Arbitrary<CatalogPackage> = fc
  .array(channel, { minLength: 1, maxLength: 3 })
  .map((channels) => sketchedPackage(Object.fromEntries(channels.map((entries, at) => [`c${at}`, entries]))));

/** The highest minor of OpenShift 4 that each version allows, or null. */
export const limits = fc.array(fc.option(fc.integer({ min: 15, max: 18 })), {
  minLength: VERSIONS.length,
  maxLength: VERSIONS.length,
});
