import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { indexed, inFolder, type PackageSketch, sketched } from '../catalog.fixture.ts';
import { checkInvariants, randomNumbers, randomSelection } from './selection-invariants.fixture.ts';

/** Channels with a chain, skipped entries outside of it, pre-releases, and missing bundles. */
const sketch: fc.Arbitrary<PackageSketch> = fc
  .array(
    fc.record({
      /** Positions in the list of versions that are on the chain; the ones between are skipped. */
      chain: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 8 }),
      skipsBetween: fc.boolean(),
      from: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((channels) => ({
    channels: Object.fromEntries(
      channels.map(({ chain, skipsBetween, from }, number) => [
        `c${number}`,
        entriesOf(chain, skipsBetween, from),
      ]),
    ),
    versions: VERSIONS,
    more: [
      {
        schema: 'olm.deprecations',
        package: 'p',
        entries: [
          { reference: { schema: 'olm.channel', name: 'c1' }, message: 'x' },
          { reference: { schema: 'olm.bundle', name: 'p.v3' }, message: 'x' },
        ],
      },
      { schema: 'io.example.note', package: 'p' },
    ],
  }));

const VERSIONS = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `v${i}`,
    `${1 + Math.floor(i / 4)}.${i % 4}.0${['', '-5', '+7', ''][i % 4]}`,
  ]),
);

function entriesOf(positions: number[], skipsBetween: boolean, dangling: boolean): { name: string }[] {
  const chain = [...positions].sort((a, b) => a - b);
  return chain.flatMap((position, i) => {
    const below = chain[i - 1];
    const between =
      skipsBetween && below !== undefined
        ? Array.from({ length: position - below - 1 }, (_, j) => below + 1 + j)
        : [];
    const replaces = below === undefined ? (dangling ? 'p.v99' : undefined) : `p.v${below}`;
    return [
      ...between.map((each) => ({ name: `p.v${each}`, replaces: `p.v${below}` })),
      {
        name: `p.v${position}`,
        replaces: replaces || undefined,
        skips: between.length > 0 ? between.map((each) => `p.v${each}`) : undefined,
      },
    ];
  });
}

test('every selection of every catalog keeps the invariants', async () => {
  await inFolder(async (folder) => {
    let round = 0;
    let made = 0;
    await fc.assert(
      fc.asyncProperty(sketch, fc.nat(), async (package_, seed) => {
        const directory = join(folder, String(round++));
        const index = await indexed(directory, {
          'p.json': sketched('p', package_),
          'q.json': sketched('q', { channels: { a: ['v1.0.0'] } }),
          'note.json': JSON.stringify({ schema: 'io.example.note' }),
        });
        const random = randomNumbers(seed);
        for (let i = 0; i < 4; i++) {
          const result = await checkInvariants(index, await randomSelection(index, random), directory);
          if (!(result instanceof AirlockError)) made++;
        }
      }),
      { numRuns: 35 },
    );
    expect(made, 'accepted selections').toBeGreaterThan(40);
  });
});
