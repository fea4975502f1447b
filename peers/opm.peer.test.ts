import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { catalogOf, inFolder, operatorSelection } from '../core/content/catalog/catalog.fixture.ts';
import { indexCatalog } from '../core/content/catalog/index/catalog-index.ts';
import {
  randomNumbers,
  randomSelection,
} from '../core/content/catalog/select/selection-invariants.fixture.ts';
import { catalogNames, missingCatalogs, realCatalogs, selectedFiles, writeCatalog } from './catalogs.ts';
import { servedByOpm } from './opm-server.ts';
import { NAMESPACES } from './own-network.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

/** Random selections for each catalog. */
const SELECTIONS = 6;
/** Selections that opm must judge, of all catalogs together. */
const LEAST_JUDGED = 250;
/** Selected catalogs that opm also serves. */
const SERVED = 8;

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

const allowed = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;

await judgedBy(
  'opm',
  ({ agrees, notRun }) => {
    const compared: string[] = [];
    let judged = 0;
    for (const [name, original] of realCatalogs())
      agrees(`selections from ${name} are valid`, (opm, cases, unjudged) =>
        inFolder(async (folder) => {
          const [source, output] = [join(folder, 'original'), join(folder, 'selected')];
          writeCatalog(source, original);
          // A catalog that opm rejects isn't published, so there is nothing to compare.
          if (rejection(opm, source) !== undefined) {
            unjudged('catalogs that opm rejects before the selection');
            return cases(0);
          }
          const index = await indexCatalog(catalogOf(original), join(folder, 'index'), {
            digest: 'sha256:peer',
          });
          const random = randomNumbers(name.length);
          const selections = [operatorSelection(), operatorSelection(undefined, { full: true })];
          while (selections.length < SELECTIONS) selections.push(await randomSelection(index, random));
          let count = 0;
          for (const selection of selections) {
            const selected = await selectedFiles(index, selection);
            if ('unjudged' in selected) {
              unjudged(selected.unjudged);
              continue;
            }
            writeCatalog(output, selected.files);
            expect(rejection(opm, output), JSON.stringify(selection)).toBeUndefined();
            expect(rendered(opm, output)).toEqual(selected.bundles);
            count++;
          }
          cases(count);
          judged += count;
          if (count > 1) compared.push(name);
        }),
      );
    agrees('most catalogs are valid, and several selections from each', () => {
      expect(compared.length).toBeGreaterThan(catalogNames.length / 2);
      expect(judged).toBeGreaterThan(LEAST_JUDGED);
    });
    const served = 'serves the packages and bundles of selected catalogs to OLM';
    if (!allowed) notRun(served, "This host doesn't allow network namespaces.");
    else
      agrees(served, async (opm, cases) => {
        let count = 0;
        for (const [name, original] of realCatalogs())
          await inFolder(async (folder) => {
            if (count === SERVED || !compared.includes(name)) return;
            const index = await indexCatalog(catalogOf(original), join(folder, 'index'), {
              digest: 'sha256:peer',
            });
            const output = join(folder, 'selected');
            const selected = await selectedFiles(index, operatorSelection());
            if ('unjudged' in selected) return;
            writeCatalog(output, selected.files);
            const { packages, bundles } = selected;
            expect(await servedByOpm(opm, output), name).toEqual({ packages, bundles });
            count++;
            if (count > 1) return;
            // A mutant: the channel without its bundles.
            const documents = Object.values(selected.files).flatMap((text) => text.split(/^(?=\{)/m));
            const others = documents.filter((each) => !each.includes('"olm.bundle"'));
            expect(others.length).toBeLessThan(documents.length);
            writeCatalog(output, { 'catalog.json': others.join('') });
            await expect(servedByOpm(opm, output)).rejects.toThrow(/no olm\.bundle blobs found/);
          });
        expect(count).toBe(SERVED);
        cases(count);
      });
  },
  [],
  missingCatalogs,
);
