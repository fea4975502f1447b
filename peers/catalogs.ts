import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AirlockError } from '../core/base/errors/airlock-error.ts';
import type { CatalogIndex } from '../core/content/catalog/index/open-index.ts';
import { selectOperators } from '../core/content/catalog/select/select.ts';
import { filteredFiles } from '../core/content/catalog/write-fbc.ts';
import type { OperatorSelection } from '../core/image-set/config/image-set.ts';

const DIRECTORY = new URL('../../shared/data/fbc/', import.meta.url).pathname;
/** Catalogs of several files, by name: those of oc-mirror's integration tests that the data contains. */
const PARTS = /_catalogs_(test-catalog-[a-z-]+)_([a-z]+)_([a-z]+\.yaml)$/;

/** The names of the files with real catalogs. None without `../shared`. */
export const catalogNames = existsSync(DIRECTORY)
  ? readdirSync(DIRECTORY)
      .filter((name) => name !== 'INDEX.tsv')
      .sort()
  : [];

/** Why tests with real catalogs can't run on this host. */
export const missingCatalogs =
  catalogNames.length > 0 ? undefined : "This host doesn't have the catalogs of ../shared/data/fbc.";

/** Returns the files of each real catalog, by its name. */
export function realCatalogs(): Map<string, Record<string, Buffer>> {
  const found = new Map<string, Record<string, Buffer>>();
  for (const name of catalogNames) {
    const part = PARTS.exec(name);
    if (!part) found.set(name, { [name.replace(/\.gz$/, '')]: content(name) });
    else {
      const [, catalog, of, file] = part as unknown as [string, string, string, string];
      found.set(catalog, { ...found.get(catalog), [`${of}/${file}`]: content(name) });
    }
  }
  return found;
}

function content(name: string): Buffer {
  const bytes = readFileSync(join(DIRECTORY, name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Writes the files of a catalog into a folder, which contains nothing else afterwards. */
export function writeCatalog(folder: string, files: Record<string, string | Uint8Array>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

/** The files that Airlock writes for a selection, and the sorted names of its packages and bundles. */
export interface SelectedFiles {
  files: Record<string, string>;
  packages: string[];
  bundles: string[];
}

/** Returns the result of a selection, or why there is nothing to judge. */
export async function selectedFiles(
  index: CatalogIndex,
  selection: OperatorSelection,
): Promise<SelectedFiles | { unjudged: string }> {
  try {
    const result = await selectOperators(index, selection);
    const bundles = result.packages.flatMap(({ bundles }) => bundles.map(({ name }) => name)).sort();
    if (bundles.length === 0) return { unjudged: 'selections without bundles' };
    const files: Record<string, string> = {};
    for await (const { path, content } of filteredFiles(index, result)) files[path] = content.toString();
    return { files, packages: result.packages.map(({ name }) => name).sort(), bundles };
  } catch (error) {
    if (error instanceof AirlockError)
      return { unjudged: `selections that Airlock rejects with \`${error.code}\`` };
    throw error;
  }
}
