import { AirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { withNamespace } from '../../base/image/destination.ts';
import { listKnown } from '../../cluster/config/known-content.ts';
import { catalogNames } from '../../content/catalog-image/catalog-names.ts';
import type { SiteSource } from '../../contract/topics/sites.ts';
import { listRuns, readConfigurations } from '../../runs/audit/read-runs.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { recordsOf } from '../../store/workspace/planning-space.ts';
import { t } from '../messages.ts';
import { recordedRequest } from '../run/recorded-request.ts';
import { type Destination, parseDestination } from '../run/workflow.ts';
import { type JoinedContent, joinContent } from './joined-content.ts';

/**
 * Returns the content of received sets, or what pushes from this host recorded about a mirror registry. Contacts no registry.
 * @param roots workspaces and state folders with the records of pushes
 * @throws AirlockError `content-missing` for a source without a configuration, and as `openImageSource`
 */
export async function sourceContent(
  source: SiteSource,
  roots: readonly string[],
  signal: AbortSignal,
): Promise<JoinedContent> {
  return source.kind === 'sets'
    ? contentOfSets(source.directory, signal)
    : contentOfRegistry(parseDestination(`docker://${source.registry}`), roots);
}

async function contentOfSets(directory: string, signal: AbortSignal): Promise<JoinedContent> {
  const source = await openImageSource(directory, { signal });
  try {
    const configurations = await source.configurations();
    if (configurations.length === 0) throw empty(directory);
    return joinContent(
      configurations.map(({ text }) => text),
      {
        releases: [...(source.tags().get('openshift/release-images')?.keys() ?? [])],
        hasCatalog(catalog) {
          const { repository, tag } = catalogNames(catalog).original;
          return source.tag(repository, tag) !== undefined;
        },
      },
    );
  } finally {
    await source.close();
  }
}

async function contentOfRegistry(registry: Destination, roots: readonly string[]): Promise<JoinedContent> {
  const texts: string[] = [];
  const releases = new Set<string>();
  const catalogs = new Set<string>();
  for (const root of roots) {
    for (const { run, directory } of await listRuns(airlockDirectory(root, 'runs'))) {
      const recorded = run && recordedRequest(run);
      if (recorded?.kind !== 'mirror' || !['complete', 'partial'].includes(run!.status)) continue;
      const { workflow } = recorded.request;
      if (workflow.kind === 'mirrorToDisk' || !isAt(workflow.destination, registry)) continue;
      texts.push(...(await readConfigurations(directory)).map(({ text }) => text));
    }
    const { state } = await recordsOf(root);
    for (const known of await listKnown(state)) {
      if (!isAt(known.destination, registry)) continue;
      for (const { tag } of known.releases) releases.add(tag);
      for (const { repository } of known.catalogs) catalogs.add(repository);
    }
  }
  if (texts.length === 0) throw empty(registry.host);
  return joinContent(texts, {
    releases: [...releases],
    // A catalog with another name at the destination can't be found by its name in the configuration.
    hasCatalog(catalog) {
      if (catalog.targetCatalog || catalog.targetTag) return false;
      const path = withNamespace(registry.namespace, catalogNames(catalog).original.repository);
      return [...catalogs].some((each) => each === path || joined(each) === joined(path));
    },
  });
}

/** `--max-nested-paths` joins elements of the path. */
function joined(path: string): string {
  return path.replaceAll('/', '-');
}

function isAt(a: Destination, b: Destination): boolean {
  return a.host === b.host && a.namespace === b.namespace;
}

function empty(source: string): AirlockError {
  return new AirlockError('content-missing', t('sourceUnknown', { source }), {
    side: 'source',
    remedy: t('sourceUnknownRemedy'),
  });
}
