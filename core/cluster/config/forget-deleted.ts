import type { WritableFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { KnownContent } from './known-content.ts';
import { listKnown, writeKnown } from './known-content.ts';

/**
 * Removes deleted catalogs, releases and graph data of a registry from the known content of all enclaves. Mirror entries
 * stay, because other images use them, and container runtimes skip a mirror without the image.
 * @param host with port
 * @param removed deleted tags
 * @throws those of the files; nothing for a damaged one, which the next push rebuilds
 */
export async function forgetDeleted(
  files: WritableFiles,
  host: string,
  removed: readonly { repository: string; tag: string }[],
): Promise<void> {
  const names = new Set(removed.map(({ repository, tag }) => `${repository}:${tag}`));
  const all = await listKnown(files).catch((error) => {
    if (error instanceof AirlockError && error.code === 'workspace-invalid') return [];
    throw error;
  });
  for (const known of all) {
    if (known.destination.host !== host) continue;
    const left = withoutTags(known, names);
    if (left !== known) await writeKnown(files, left);
  }
}

function withoutTags(known: KnownContent, removed: ReadonlySet<string>): KnownContent {
  const remains = ({ repository, tag }: { repository: string; tag: string }) =>
    !removed.has(`${repository}:${tag}`);
  const { graph, releasesAt, ...rest } = known;
  const catalogs = known.catalogs.filter(remains);
  const releases = known.releases.filter(remains);
  const graphRemains = graph === undefined || remains(graph);
  if (catalogs.length === known.catalogs.length && releases.length === known.releases.length && graphRemains)
    return known;
  const at = releases.some(({ repository }) => repository === releasesAt)
    ? releasesAt
    : releases[0]?.repository;
  return {
    ...rest,
    catalogs,
    releases,
    releasesAt: at,
    graph: graph && graphRemains ? graph : undefined,
    signatures: known.signatures.filter(({ digest }) =>
      releases.some((release) => release.digest === digest),
    ),
  };
}
