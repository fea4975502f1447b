import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { isTemporary, syncDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { resourceYaml } from '../../content/resources/resource-yaml.ts';
import { type ClusterObject, FOLDERS } from './cluster-objects.ts';
import type { SheetPart } from './hand-over-sheet.ts';
import { sheetHtml, sheetMarkdown } from './sheet-text.ts';

/** A manifest that was written. */
export interface WrittenManifest {
  /** Below the folder. */
  path: string;
  kind: string;
  name: string;
}

/**
 * Folder of the manifests in a workspace or state folder (enhancement mirroring-configuration-manifests, "Pushing to
 * disk").
 */
export function configDirectory(root: string): string {
  return join(root, 'config');
}

/** A manifest with what it is for in comments; `oc apply` reads what it always read. */
export function manifestText({ purpose, effect, resource }: ClusterObject): string {
  return `# ${purpose}\n# When applied: ${effect}\n${resourceYaml(resource)}`;
}

/**
 * Writes manifests for `oc apply -Rf DIRECTORY`, each whole or not at all, secrets readable for their owner alone.
 * Manifests that Airlock wrote there before and that are none of these are removed; whatever else the folder holds is
 * left alone.
 * @param options.keep leave earlier manifests in place
 * @throws AirlockError `disk`, `disk-full`
 */
export async function writeConfig(
  directory: string,
  objects: readonly ClusterObject[],
  options: { keep?: boolean } = {},
): Promise<WrittenManifest[]> {
  try {
    if (!options.keep) await removeOthers(directory, new Set(objects.map(({ path }) => path)));
    for (const object of objects)
      await writeFileAtomic(join(directory, object.path), manifestText(object), {
        mode: object.secret ? 0o600 : 0o644,
      });
  } catch (error) {
    throw asAirlockError(error);
  }
  return objects.map(({ path, kind, name }) => ({ path, kind, name }));
}

/** Writes the sheet of a run beside the manifests; `oc apply` takes neither file for one. @returns their paths */
export async function writeHandOver(
  directory: string,
  sheet: readonly SheetPart[],
): Promise<{ html: string; markdown: string }> {
  const html = join(directory, 'hand-over.html');
  const markdown = join(directory, 'hand-over.md');
  try {
    await writeFileAtomic(html, sheetHtml(sheet));
    await writeFileAtomic(markdown, sheetMarkdown(sheet));
  } catch (error) {
    throw asAirlockError(error);
  }
  return { html, markdown };
}

async function removeOthers(directory: string, wanted: ReadonlySet<string>): Promise<void> {
  for (const folder of Object.values(FOLDERS)) {
    let removed = false;
    for (const name of await readdir(join(directory, folder)).catch(() => [])) {
      const path = join(directory, folder, name);
      const ours = isTemporary(name) || (name.endsWith('.yaml') && (await isOurs(path)));
      if (!ours || wanted.has(`${folder}/${name}`)) continue;
      await rm(path, { force: true });
      removed = true;
    }
    if (removed) await syncDirectory(join(directory, folder));
  }
}

/** Every manifest says who wrote it. */
async function isOurs(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.startsWith('# ') && /^ {4}createdBy: airlock$/m.test(text);
}
