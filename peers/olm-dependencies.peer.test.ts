import fc from 'fast-check';
import { expect } from 'vitest';
import { indexed, inFolder, operatorSelection, sketched } from '../core/content/catalog/catalog.fixture.ts';
import { missingDependencies } from '../core/content/catalog/select/dependencies.ts';
import { selectOperators } from '../core/content/catalog/select/select.ts';
import { filteredFiles } from '../core/content/catalog/write-fbc.ts';
import type { OperatorPackage } from '../core/image-set/config/image-set.ts';
import { writeCatalog } from './catalogs.ts';
import { forEach } from './for-each.ts';
import { type Resolution, resolve } from './olm-resolve.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

interface Property {
  type: string;
  value: unknown;
}

const KIND = { group: 'db.example', version: 'v1', kind: 'Table' };
const SUBSCRIPTION = { package: 'app', channel: 'a' };
const RANGES = [
  '>=1.0.0 <2.0.0',
  '1.x',
  '>2.x',
  '2.0.0',
  '!=2.x',
  '>=9.0.0',
  '<1.0.0 || >=2.0.0',
  '^1.0.0',
  '',
  'latest',
];

/** A requirement of a package or kind, as the value of a constraint. */
const leaf = fc.oneof(
  fc.record({
    package: fc.record({
      packageName: fc.constantFrom('db', 'other'),
      versionRange: fc.constantFrom(...RANGES),
    }),
  }),
  fc.record({ gvk: fc.constantFrom(KIND, { ...KIND, kind: 'View' }) }),
);
const requirement: fc.Arbitrary<Property> = fc.oneof(
  leaf.map(
    (each): Property =>
      'gvk' in each
        ? { type: 'olm.gvk.required', value: each.gvk }
        : { type: 'olm.package.required', value: each.package },
  ),
  fc.tuple(fc.constantFrom('all', 'any'), fc.array(leaf, { minLength: 1, maxLength: 2 })).map(
    ([of, constraints]): Property => ({
      type: 'olm.constraint',
      value: { failureMessage: 'needed', [of]: { constraints } },
    }),
  ),
);
const selected: fc.Arbitrary<OperatorPackage[]> = fc.constantFrom<OperatorPackage[]>(
  [],
  [{ name: 'db' }],
  [{ name: 'db', minVersion: '1.0.0', maxVersion: '1.0.0' }],
  [{ name: 'tables' }],
  [{ name: 'db' }, { name: 'tables' }],
);

/** Returns the missing dependencies of `app`, and what OLM does with the selected catalog. */
async function compare(
  olm: Program,
  requires: Property[],
  others: OperatorPackage[],
): Promise<{ missing: string[]; resolution: Resolution }> {
  return inFolder(async (folder) => {
    const index = await indexed(folder, {
      'app.json': sketched('app', { channels: { a: ['v1.0.0'] }, properties: { 'v1.0.0': requires } }),
      'db.json': sketched('db', { channels: { a: ['v1.0.0', 'v2.0.0 < v1.0.0', 'v2.1.0-rc.1 < v2.0.0'] } }),
      'tables.json': sketched('tables', {
        channels: { a: ['v1.0.0'] },
        properties: { 'v1.0.0': [{ type: 'olm.gvk', value: KIND }] },
      }),
    });
    const result = await selectOperators(index, operatorSelection([{ name: 'app' }, ...others]));
    const missing = await missingDependencies(index, result);
    const files: Record<string, Buffer> = {};
    for await (const { path, content } of filteredFiles(index, result)) files[path] = content;
    writeCatalog(`${folder}/selected`, files);
    return {
      missing: missing.map(({ what }) => what),
      resolution: await resolve(olm, `${folder}/selected`, SUBSCRIPTION, { steps: 1 }),
    };
  });
}

await judgedBy('olm', ({ agrees, differs }) => {
  agrees('installs an operator from a selected catalog if no dependency is missing', async (olm, cases) => {
    let installed = 0;
    const samples = fc.sample(fc.tuple(requirement, selected), { numRuns: 150, seed: 20261127 });
    await forEach(samples, async ([requires, others]) => {
      const { missing, resolution } = await compare(olm, [requires], others);
      const { chain, error, rejected } = resolution;
      expect({ requires, others, missing, error, rejected }).toMatchObject(
        chain.length > 0 ? { missing: [] } : { missing: [expect.any(String), ...missing.slice(1)] },
      );
      expect(rejected).toBeUndefined();
      installed += Number(chain.length > 0);
    });
    expect(installed).toBeGreaterThan(12);
    expect(samples.length - installed).toBeGreaterThan(20);
    cases(samples.length);
  });

  differs(
    'a constraint with an expression (`cel`)',
    'Airlock leaves expressions to OLM. OLM rejects an operator whose expression no other operator satisfies.',
    async (olm) => {
      const cel = { failureMessage: 'needed', cel: { rule: 'properties.exists(p, p.type == "none")' } };
      const { missing, resolution } = await compare(olm, [{ type: 'olm.constraint', value: cel }], []);
      expect({ missing, error: resolution.error }).toEqual({
        missing: [],
        error: expect.stringContaining('constraints not satisfiable'),
      });
    },
  );

  differs(
    'an update to a bundle whose dependencies the catalog does not contain',
    'Airlock shows the upgrade path of one package, and lists missing dependencies for the selection that mirrors it. OLM makes the update only if they are available.',
    (olm) =>
      inFolder(async (folder) => {
        const files = (requires: Property[]) => ({
          'app.json': sketched('app', {
            channels: { a: ['v1.0.0', 'v2.0.0 < v1.0.0'] },
            properties: { 'v2.0.0': requires },
          }),
        });
        const needsDb = { type: 'olm.package.required', value: { packageName: 'db', versionRange: '1.x' } };
        const subscription = { ...SUBSCRIPTION, installed: 'app.v1.0.0' };
        writeCatalog(folder, files([needsDb]));
        expect((await resolve(olm, folder, subscription)).chain).toEqual(['app.v1.0.0']);
        writeCatalog(folder, files([]));
        expect((await resolve(olm, folder, subscription)).chain).toEqual(['app.v1.0.0', 'app.v2.0.0']);
      }),
  );
});
