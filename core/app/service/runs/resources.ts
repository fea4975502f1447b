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

type File = RequestOutput<'resources.list'>['files'][number];

const PURPOSES: Record<string, string> = {
  ImageDigestMirrorSet: 'Makes nodes pull images that are named by digest from the mirror registry.',
  ImageTagMirrorSet: 'Makes nodes pull images that are named by tag from the mirror registry.',
  ImageContentSourcePolicy:
    'Makes nodes of clusters before 4.13 pull images that are named by digest from the mirror registry.',
  UpdateService: 'Tells the update service of the cluster where releases and update graph were mirrored to.',
  ConfigMap: 'Holds release signatures, so that the cluster takes an update without asking the internet.',
  CatalogSource: 'Shows the operators of a mirrored catalog in OperatorHub, where OLM installs them from.',
  ClusterCatalog:
    'Offers a mirrored catalog to OLM v1, which clusters have from 4.18 on; older ones refuse this object alone.',
};

/**
 * `resources.*`: what a push wrote for clusters.
 * @param folderOf the folder with a run's resources; undefined when it wrote none, or when a later run wrote its own there
 */
export function resourceHandlers(
  folderOf: (run: RunRef) => Promise<string | undefined>,
): HandlersOf<'resources'> {
  /** @throws AirlockError `not-found` */
  const fileOf = async (run: RunRef, name: string): Promise<string> => {
    const folder = await folderOf(run);
    if (folder && (await namesIn(folder)).includes(name)) return join(folder, name);
    throw new AirlockError('not-found', `run ${run.sequence} has no cluster resources named ${name}`, {
      side: 'local',
      remedy: 'A later push may have replaced them: look at the newest one.',
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
        throw new AirlockError('not-found', `run ${run.sequence} has no cluster resources`, {
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
    purpose: different.map((kind) => ownEntry(PURPOSES, kind) ?? `${kind} objects.`).join(' '),
    bytes: Buffer.byteLength(text),
  };
}
