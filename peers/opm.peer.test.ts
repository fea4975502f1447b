import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { AirlockError } from '../core/base/errors/airlock-error.ts';
import { catalogOf, inFolder, operatorSelection } from '../core/content/catalog/catalog.fixture.ts';
import { indexCatalog } from '../core/content/catalog/index/catalog-index.ts';
import type { CatalogIndex } from '../core/content/catalog/index/open-index.ts';
import { selectOperators } from '../core/content/catalog/select/select.ts';
import {
  randomNumbers,
  randomSelection,
} from '../core/content/catalog/select/selection-invariants.fixture.ts';
import { filteredFiles } from '../core/content/catalog/write-fbc.ts';
import type { OperatorSelection } from '../core/image-set/config/image-set.ts';
import { catalogNames, realCatalogs, writeCatalog } from './catalogs.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

/** Random selections for each catalog. */
const SELECTIONS = 6;

/** Returns the message of `opm validate`, or undefined if the catalog is valid. */
function rejection(opm: Program, folder: string): string | undefined {
  const { status, stderr } = spawnSync(opm.file, ['validate', folder], { encoding: 'utf8' });
  return status === 0 ? undefined : stderr;
}

/** Returns the bundles of a catalog as opm reads it, sorted. */
function rendered(opm: Program, folder: string): string[] {
  const output = spawnSync(opm.file, ['render', folder, '-o', 'yaml'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  expect(output.status, output.stderr).toBe(0);
  return output.stdout
    .split(/^---$/m)
    .filter((document) => /^schema: olm\.bundle$/m.test(document))
    .map((document) => /^name: (.+)$/m.exec(document)![1]!)
    .sort();
}

async function selectedFiles(
  index: CatalogIndex,
  selection: OperatorSelection,
): Promise<{ files: Record<string, Buffer>; bundles: string[] } | undefined> {
  try {
    const result = await selectOperators(index, selection);
    const files: Record<string, Buffer> = {};
    for await (const { path, content } of filteredFiles(index, result)) files[path] = Buffer.from(content);
    const bundles = result.packages.flatMap(({ bundles }) => bundles.map(({ name }) => name));
    return { files, bundles: bundles.sort() };
  } catch (error) {
    if (error instanceof AirlockError) return undefined;
    throw error;
  }
}

await judgedBy(
  'opm',
  ({ agrees }) => {
    const compared: string[] = [];
    for (const [name, original] of realCatalogs())
      agrees(`selections from ${name} are valid`, (opm, cases) =>
        inFolder(async (folder) => {
          const [source, output] = [join(folder, 'original'), join(folder, 'selected')];
          writeCatalog(source, original);
          // A catalog that opm rejects isn't published, so there is nothing to compare.
          if (rejection(opm, source) !== undefined) return cases(0);
          const index = await indexCatalog(catalogOf(original), join(folder, 'index'), {
            digest: 'sha256:peer',
          });
          const random = randomNumbers(name.length);
          const selections = [operatorSelection(), operatorSelection(undefined, { full: true })];
          while (selections.length < SELECTIONS) selections.push(await randomSelection(index, random));
          let count = 0;
          for (const selection of selections) {
            const selected = await selectedFiles(index, selection);
            if (!selected || selected.bundles.length === 0) continue;
            writeCatalog(output, selected.files);
            expect(rejection(opm, output), JSON.stringify(selection)).toBeUndefined();
            expect(rendered(opm, output)).toEqual(selected.bundles);
            count++;
          }
          cases(count);
          if (count > 1) compared.push(name);
        }),
      );
    agrees('most catalogs are valid, and several selections from each', () =>
      expect(compared.length).toBeGreaterThan(catalogNames.length / 2),
    );
  },
  [],
  catalogNames.length > 0,
);
