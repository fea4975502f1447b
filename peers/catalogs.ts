import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const DIRECTORY = new URL('../../shared/data/fbc/', import.meta.url).pathname;
/** Catalogs of several files, by name: those of oc-mirror's integration tests that the data contains. */
const PARTS = /_catalogs_(test-catalog-[a-z-]+)_([a-z]+)_([a-z]+\.yaml)$/;

/** The names of the files with real catalogs. None without `../shared`. */
export const catalogNames = existsSync(DIRECTORY)
  ? readdirSync(DIRECTORY)
      .filter((name) => name !== 'INDEX.tsv')
      .sort()
  : [];

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
