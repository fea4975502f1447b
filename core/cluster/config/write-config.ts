import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { isTemporary, syncDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { resourceYaml } from '../../content/resources/resource-yaml.ts';
import { type ClusterObject, FOLDERS } from './cluster-objects.ts';
import type { SheetPart } from './handoff-sheet.ts';
import { t } from './messages.ts';
import { sheetHtml, sheetMarkdown } from './sheet-text.ts';

/** A written manifest. */
export interface WrittenManifest {
  /** Below the folder. */
  path: string;
  kind: string;
  name: string;
}

/**
 * Returns the folder of the manifests in a workspace or state folder (enhancement mirroring-configuration-manifests, "Pushing to
 * disk").
 */
export function configDirectory(root: string): string {
  return join(root, 'config');
}

/** Returns a manifest with its purpose and effect in comments, which `oc apply` ignores. */
export function manifestText({ purpose, effect, resource }: ClusterObject): string {
  return `${t('manifestHeader', { purpose, effect })}\n${resourceYaml(resource)}`;
}

/**
 * Writes manifests for `oc apply -Rf DIRECTORY`, each one atomically. Secrets are readable only by their owner. Other
 * manifests that Airlock wrote there earlier are removed. All other files in the folder stay.
 * @param options.keep leaves earlier manifests in place
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

/** Writes the handoff sheet of a run next to the manifests. `oc apply` ignores both files. @returns their paths */
export async function writeHandoff(
  directory: string,
  sheet: readonly SheetPart[],
): Promise<{ html: string; markdown: string }> {
  const html = join(directory, 'handoff.html');
  const markdown = join(directory, 'handoff.md');
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
      const isManifest = isTemporary(name) || (name.endsWith('.yaml') && (await isOurs(path)));
      if (!isManifest || wanted.has(`${folder}/${name}`)) continue;
      await rm(path, { force: true });
      removed = true;
    }
    if (removed) await syncDirectory(join(directory, folder));
  }
}

/** Returns whether Airlock wrote a manifest, from its annotation. */
async function isOurs(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.startsWith('# ') && /^ {4}createdBy: airlock$/m.test(text);
}
