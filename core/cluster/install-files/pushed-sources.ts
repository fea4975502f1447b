import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownEntry } from '../../base/document/own-entry.ts';
import { yamlValues } from '../../base/document/yaml-values.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** The locations of pushed images. */
export interface PushedSources {
  /** For `imageDigestSources`, sorted by source. */
  imageDigestSources: { source: string; mirrors: string[] }[];
  /** Sources that are pulled only by tag, which an install-config can't configure. */
  byTagOnly: string[];
  /** `host[:port]` and a repository below it, for each registry of the mirrors. */
  registries: { host: string; repository: string }[];
  /** The files read. */
  files: string[];
}

/** Returns the folder of cluster resources in a workspace or state folder, which the last push wrote. */
export function resourcesOf(directory: string): string {
  return join(directory, 'working-dir', 'cluster-resources');
}

interface MirrorSet {
  kind?: unknown;
  spec?: Record<string, unknown>;
}

const LISTS: Record<string, string> = {
  ImageDigestMirrorSet: 'imageDigestMirrors',
  ImageContentSourcePolicy: 'repositoryDigestMirrors',
  ImageTagMirrorSet: 'imageTagMirrors',
};

/**
 * Returns the settings of an install-config from the mirror sets that a push wrote.
 * @throws AirlockError `config-unreadable` if the folder contains none
 */
export async function readPushedSources(directory: string): Promise<PushedSources> {
  const names = await readdir(directory).catch(() => []);
  const digests = new Map<string, Set<string>>();
  const tags = new Map<string, Set<string>>();
  const files: string[] = [];
  for (const name of names.filter((each) => /\.ya?ml$/.test(each)).sort()) {
    const text = await readFile(join(directory, name), 'utf8');
    const sets = yamlValues(text) as readonly (MirrorSet | null)[];
    for (const { kind, spec } of sets.flatMap((set) => set ?? [])) {
      const list = spec?.[ownEntry(LISTS, String(kind)) ?? ''];
      if (!Array.isArray(list)) continue;
      if (!files.includes(name)) files.push(name);
      collect(list, kind === 'ImageTagMirrorSet' ? tags : digests);
    }
  }
  if (digests.size === 0)
    throw new AirlockError('config-unreadable', t('mirrorSetsMissing', { directory }), {
      remedy: t('mirrorSetsMissingRemedy'),
      at: { file: directory },
    });
  const registries = new Map<string, string>();
  for (const mirror of [...digests.values()].flatMap((mirrors) => [...mirrors])) {
    const [host = '', ...path] = mirror.split('/');
    if (!registries.has(host)) registries.set(host, path.join('/'));
  }
  return {
    imageDigestSources: [...digests]
      .map(([source, mirrors]) => ({ source, mirrors: [...mirrors] }))
      .sort((a, b) => (a.source < b.source ? -1 : 1)),
    byTagOnly: [...tags.keys()].filter((source) => !digests.has(source)).sort(),
    registries: [...registries].map(([host, repository]) => ({ host, repository })),
    files,
  };
}

function collect(list: unknown[], into: Map<string, Set<string>>): void {
  for (const entry of list as { source?: unknown; mirrors?: unknown }[]) {
    if (typeof entry?.source !== 'string' || !Array.isArray(entry.mirrors)) continue;
    const known = into.get(entry.source) ?? new Set();
    for (const mirror of entry.mirrors) if (typeof mirror === 'string') known.add(mirror);
    into.set(entry.source, known);
  }
}
