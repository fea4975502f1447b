import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownEntry } from '../../../base/document/own-entry.ts';
import { readYaml, valuesOf } from '../../../base/document/yaml-text.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import type { RequestOutput } from '../../../contract/contract.ts';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { t } from './messages.ts';

type File = RequestOutput<'resources.list'>['files'][number];

const PURPOSES = {
  ImageDigestMirrorSet: 'digestMirrorsPurpose',
  ImageTagMirrorSet: 'tagMirrorsPurpose',
  ImageContentSourcePolicy: 'contentSourcesPurpose',
  UpdateService: 'updateServicePurpose',
  ConfigMap: 'signaturesPurpose',
  CatalogSource: 'catalogSourcePurpose',
  ClusterCatalog: 'clusterCatalogPurpose',
} as const;

function purposeOf(kind: string): string {
  const key = ownEntry<(typeof PURPOSES)[keyof typeof PURPOSES]>(PURPOSES, kind);
  return key ? t(key) : t('otherPurpose', { kind });
}

/**
 * Returns the handlers of `resources.*`: the cluster resources of a push.
 * @param folderOf the folder of a run's resources; undefined if it wrote none or a later run replaced them
 */
export function resourceHandlers(
  folderOf: (run: RunRef) => Promise<string | undefined>,
): HandlersOf<'resources'> {
  /** @throws AirlockError `not-found` */
  const fileOf = async (run: RunRef, name: string): Promise<string> => {
    const folder = await folderOf(run);
    if (folder && (await namesIn(folder)).includes(name)) return join(folder, name);
    throw new AirlockError('not-found', t('resourceMissing', { run: run.sequence, name }), {
      side: 'local',
      remedy: t('resourceMissingRemedy'),
    });
  };
  return {
    async 'resources.list'({ run }) {
      const directory = await folderOf(run);
      if (!directory) return { files: [] };
      const names = await namesIn(directory);
      return { directory, files: await Promise.all(names.map((name) => describe(directory, name))) };
    },
    'resources.read': async ({ run, name }) => ({ text: await textOf(await fileOf(run, name)) }),
    async 'resources.save'({ run, directory }) {
      const target = absolutePath(directory, 'directory');
      const folder = await folderOf(run);
      const names = folder ? await namesIn(folder) : [];
      if (!folder || names.length === 0)
        throw new AirlockError('not-found', t('resourcesMissing', { run: run.sequence }), {
          side: 'local',
        });
      const files: string[] = [];
      for (const name of names) {
        const file = join(target, name);
        await writeFileAtomic(file, await textOf(join(folder, name)));
        files.push(file);
      }
      return { files };
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw asAirlockError(error);
  });
  return entries
    .filter((entry) => entry.isFile() && /^[^.].*\.(ya?ml|json)$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw asAirlockError(error);
  }
}

async function describe(folder: string, name: string): Promise<File> {
  const text = await textOf(join(folder, name));
  // JSON is YAML.
  const kinds = valuesOf(readYaml(text)).flatMap((value) => {
    const kind = (value as { kind?: unknown } | null)?.kind;
    return typeof kind === 'string' ? [kind] : [];
  });
  const different = [...new Set(kinds)];
  return {
    name,
    kinds: different,
    objects: kinds.length,
    purpose: different.map(purposeOf).join(' '),
    bytes: Buffer.byteLength(text),
  };
}
