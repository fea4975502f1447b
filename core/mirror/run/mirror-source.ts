import { destinationOf, withNamespace } from '../../base/image/destination.ts';
import { listKnown } from '../../cluster/config/known-content.ts';
import type { MirrorEntry } from '../../content/resources/mirror-entries.ts';
import type { Registries, Registry } from '../../registry/exchange/registry.ts';
import { recordsOf } from '../../store/workspace/planning-space.ts';
import type { HostFacts, MirrorRequest } from './request.ts';
import { defaultStateDirectory } from './state-directory.ts';
import { type Destination, mirrorOf } from './workflow.ts';

/** A mirror registry from which a run reads instead of the original registries. */
export interface MirrorSource extends Destination {
  /** Repositories or their parents, and where the registry has them. The longest source is first. */
  mirrors: MirrorEntry[];
  /** Repositories of catalogs, which no mirror entry contains. */
  catalogs: string[];
  /** Repository and tag of the graph-data image. */
  graph: { repository: string; tag: string };
}

/** Returns the folders with records of pushes to the mirror registry of a request: its workspace, and the state folder. */
export function recordFolders(
  { workflow, stateDirectory }: Pick<MirrorRequest, 'workflow' | 'stateDirectory'>,
  host: Pick<HostFacts, 'env' | 'home'>,
): string[] {
  const workspace = workflow.kind === 'mirrorToMirror' ? [workflow.workspace] : [];
  return [...workspace, stateDirectory ?? defaultStateDirectory(host)];
}

/**
 * Returns the mirror registry of a request with the places of its content, which earlier pushes recorded.
 * @throws AirlockError `workspace-format`, `workspace-invalid` for damaged records
 */
export async function mirrorSource(
  request: Pick<MirrorRequest, 'workflow' | 'stateDirectory'>,
  host: Pick<HostFacts, 'env' | 'home'>,
): Promise<MirrorSource | undefined> {
  const registry = mirrorOf(request.workflow);
  if (!registry) return undefined;
  const mirrors: MirrorEntry[] = [];
  const catalogs: string[] = [];
  let graph: MirrorSource['graph'] | undefined;
  for (const folder of recordFolders(request, host)) {
    const { state } = await recordsOf(folder);
    for (const known of await listKnown(state)) {
      const { destination } = known;
      if (destination.host !== registry.host || destination.namespace !== registry.namespace) continue;
      for (const { byDigest, byTag } of known.mirrors) mirrors.push(...byDigest, ...byTag);
      catalogs.push(...known.catalogs.map(({ repository }) => repository));
      graph ??= known.graph;
    }
  }
  mirrors.sort((a, b) => b.source.length - a.source.length);
  const { repository } = destinationOf({ kind: 'graph' });
  graph ??= { repository: withNamespace(registry.namespace, repository), tag: 'latest' };
  return { ...registry, mirrors, catalogs, graph };
}

/**
 * Returns registries in which all content of other hosts than `except` is read from a mirror registry. Repositories
 * without a record have the path of their source, as after a push without `--max-nested-paths`.
 */
export function throughMirror(
  registries: Registries,
  source: MirrorSource,
  except: readonly string[],
): Registries {
  const own = new Set([source.host, ...except]);
  // With `--max-nested-paths`, there are thousands of mirror entries.
  const places = new Map<string, string>();
  const placeOf = (host: string, repository: string): string => {
    const name = `${host}/${repository}`;
    const place = places.get(name) ?? repositoryAt(source, host, repository);
    places.set(name, place);
    return place;
  };
  return {
    ...registries,
    at: (host) =>
      own.has(host)
        ? registries.at(host)
        : mirrored(registries.at(source.host), (repository) => placeOf(host, repository)),
  };
}

/** Returns a registry whose repositories are those of a source registry in its mirror. @param at their places there */
function mirrored(mirror: Registry, at: (repository: string) => string): Registry {
  return {
    host: mirror.host,
    manifest: (repository, reference, options) => mirror.manifest(at(repository), reference, options),
    resolve: (repository, reference, options) => mirror.resolve(at(repository), reference, options),
    blob: (repository, blob, options) => mirror.blob(at(repository), blob, options),
    hasBlob: (repository, digest, options) => mirror.hasBlob(at(repository), digest, options),
    servesBlob: (repository, blob, options) => mirror.servesBlob(at(repository), blob, options),
    uploadBlob: (repository, blob, open, options) => mirror.uploadBlob(at(repository), blob, open, options),
    putManifest: (repository, reference, manifest, options) =>
      mirror.putManifest(at(repository), reference, manifest, options),
    tags: (repository, options) => mirror.tags(at(repository), options),
    fewTags: (repository, options) => mirror.fewTags(at(repository), options),
    digestTags: (repository, digest, options) => mirror.digestTags(at(repository), digest, options),
    referrers: (repository, digest, options) => mirror.referrers(at(repository), digest, options),
    deleteManifest: (repository, digest, options) => mirror.deleteManifest(at(repository), digest, options),
    checkAccess: (repository, actions, options) =>
      mirror.checkAccess(repository === undefined ? undefined : at(repository), actions, options),
    ask: (question) => mirror.ask(question),
  };
}

/** Returns the repository in a mirror registry, below its host. */
function repositoryAt(
  { host, namespace, mirrors, catalogs }: MirrorSource,
  original: string,
  repository: string,
): string {
  const name = `${original}/${repository}`;
  for (const { source, mirrors: places } of mirrors) {
    if (name !== source && !name.startsWith(`${source}/`)) continue;
    const place = places.find((each) => each.startsWith(`${host}/`));
    if (place) return `${place.slice(host.length + 1)}${name.slice(source.length)}`;
  }
  const path = withNamespace(namespace, repository);
  // `--max-nested-paths` joins elements of the path.
  const joined = (each: string) => each.replaceAll('/', '-');
  return catalogs.includes(path) ? path : (catalogs.find((each) => joined(each) === joined(path)) ?? path);
}
