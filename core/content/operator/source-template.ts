import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { PushedCatalog } from '../resources/catalog-resources.ts';

/** Text of a `targetCatalogSourceTemplate`, or why there is none. */
export type SourceTemplate = NonNullable<PushedCatalog['template']>;

/** Where the text of a template is kept below `working-dir/`: the other side does not have the user's file. */
export function templateFile(path: string): string {
  return `airlock/catalog-source-templates/${hexOf(sha256(path)).slice(0, 16)}.yaml`;
}

/**
 * Reads a template, the user's file first, and keeps it where `files` can be written.
 * @param directory of the configuration, from which a relative path counts; absent where the user's file is elsewhere
 */
export async function readSourceTemplate(
  path: string,
  files: WorkingFiles,
  directory: string | undefined,
): Promise<SourceTemplate> {
  const saved = templateFile(path);
  let error = `${path} was not carried here`;
  if (directory !== undefined) {
    const file = resolve(directory, path);
    try {
      const text = await readFile(file, 'utf8');
      await files.write?.(saved, text);
      return { file, text };
    } catch (thrown) {
      error = asAirlockError(thrown).message;
    }
  }
  const carried = await files.read(saved);
  return carried ? { file: path, text: carried.toString('utf8') } : { file: path, error };
}
