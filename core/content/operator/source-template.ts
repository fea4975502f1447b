import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { PushedCatalog } from '../resources/catalog-resources.ts';
import { t } from './messages.ts';

/** The text of a `targetCatalogSourceTemplate`, or why it couldn't be read. */
export type SourceTemplate = NonNullable<PushedCatalog['template']>;

/** Returns where the text of a template is stored below `working-dir/`, because the other side doesn't have the user's file. */
export function templateFile(path: string): string {
  return `airlock/catalog-source-templates/${hexOf(sha256(path)).slice(0, 16)}.yaml`;
}

/**
 * Reads a template, first from the user's file, and stores it if `files` can be written.
 * @param directory of the configuration, for relative paths; absent if this host doesn't have the user's file
 */
export async function readSourceTemplate(
  path: string,
  files: WorkingFiles,
  directory: string | undefined,
): Promise<SourceTemplate> {
  const saved = templateFile(path);
  let error = t('templateMissing', { path });
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
