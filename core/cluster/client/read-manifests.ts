import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { newValuesOf, readYaml } from '../../base/document/yaml-text.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import { t } from './messages.ts';
import { nameOf, refOf, sameRef } from './object-ref.ts';

/** An object with its file, relative to the folder. */
export interface Manifest {
  file: string;
  resource: Resource;
}

/**
 * Returns all objects of a folder, as `oc apply -Rf` finds them: in `.yaml`, `.yml` and `.json` files of all subfolders,
 * with several objects in a file, and with lists split into their items.
 * @throws AirlockError `cluster-objects-invalid` with file and line; `config-unreadable`
 */
export async function readManifests(directory: string): Promise<Manifest[]> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new AirlockError('config-unreadable', unreadableReason(directory, error));
    },
  );
  const files = names
    .filter((entry) => entry.isFile() && /^[^.].*\.(ya?ml|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const manifests: Manifest[] = [];
  for (const path of files) {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      throw asAirlockError(error);
    });
    const file = relative(directory, path);
    for (const resource of resourcesOf(text, path)) {
      const twice = manifests.find((one) => sameRef(refOf(one.resource), refOf(resource)));
      if (twice)
        throw invalid(
          path,
          t('objectRepeated', { file: path, object: nameOf(refOf(resource)), other: twice.file }),
        );
      manifests.push({ file, resource });
    }
  }
  if (manifests.length === 0)
    throw new AirlockError('cluster-objects-invalid', t('manifestsMissing', { directory }), {
      remedy: t('manifestsMissingRemedy'),
    });
  return manifests;
}

/**
 * Returns the objects of a text. They belong to the caller: applying one sets its resource version.
 * @param file for messages
 */
export function resourcesOf(text: string, file: string): Resource[] {
  const doc = readYaml(text);
  const [fault] = doc.faults;
  if (fault)
    // A message of the parser may quote a Secret.
    throw invalid(
      file,
      fault.isLimit ? t('yamlOverLimit', { file, fault: fault.message }) : t('yamlInvalid', { file }),
      fault,
    );
  return newValuesOf(doc).flatMap((value) => (value === null ? [] : unfolded(value, file)));
}

function unfolded(value: unknown, file: string): Resource[] {
  const object = value as Partial<Resource> | undefined;
  if (typeof object !== 'object' || typeof object.apiVersion !== 'string' || typeof object.kind !== 'string')
    throw invalid(file, t('kindMissing', { file }));
  if (object.kind === 'List' && Array.isArray(object.items))
    return object.items.flatMap((item) => unfolded(item, file));
  const metadata = object.metadata as { name?: unknown } | undefined;
  if (typeof metadata?.name !== 'string' || metadata.name === '')
    throw invalid(file, t('nameMissing', { file, kind: object.kind }));
  return [object as Resource];
}

function invalid(file: string, message: string, at?: { line: number; column: number }): AirlockError {
  return new AirlockError('cluster-objects-invalid', message, {
    remedy: t('manifestsInvalidRemedy'),
    at: { file, line: at?.line, column: at?.column },
  });
}
