import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { resolveImage } from '../../content/plan/resolve-image.ts';
import { type Collection, type Collectors, collectImages } from '../run/collect-images.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import { carriedOriginals, type NamedOriginal } from './built-from-file.ts';
import { type ConnectedOptions, type ConnectedSide, connectedSide } from './connected-side.ts';
import { graphBaseOf, graphImage } from './graph-data-image.ts';
import type { ImageTrust } from './image-trust.ts';
import { copyMirrorRecords, mirroredGraph } from './mirror-records.ts';

/** Content collected for a set, whose sources stay open. */
export interface CollectedForSet extends AsyncDisposable {
  side: Pick<ConnectedSide, 'origin' | 'stored'> & Partial<Pick<ConnectedSide, 'memory'>>;
  collection: Collection;
  graphBase: NamedOriginal | undefined;
  /** Absent if no policy is enforced. */
  trust: ImageTrust | undefined;
  /** The folder with the sets that all content is read from. Absent if it is requested from registries. */
  sets?: string;
}

/** Content collected on the connected side, which stays open. */
export interface CollectedConnected extends CollectedForSet {
  side: ConnectedSide;
}

type CollectOptions = ConnectedOptions & {
  /** Returns the images of a catalog with their names at the destination. */
  catalogImages: Collectors['catalogImages'];
};

/**
 * Collects the content of a configuration or an approved plan on the connected side: the images of the collectors and
 * the graph-data image that is built here, pinned to the plan, and the enforced trust policy.
 * @throws AirlockError of the collectors, `plan-changed`
 */
export async function collectConnected(options: CollectOptions): Promise<CollectedConnected> {
  await using opened = new AsyncDisposableStack();
  const { approved, catalogImages, session, signal } = options;
  const { mirror } = session;
  if (mirror) await copyMirrorRecords(options, mirror);
  const { configuration } = approved.configuration;
  const side = opened.use(await connectedSide(options));
  const collection = await collectImages(configuration, { ...side.collectors, catalogImages, signal });
  const platform = configuration.platform;
  const graph =
    platform?.graph && !mirror
      ? await graphImage({ ...options, side, platforms: platform.platforms })
      : undefined;
  if (graph) collection.planned.push(graph.image);
  else if (platform?.graph && mirror)
    collection.planned.push(await mirroredGraph(mirror, session.registries.at(mirror.host), side, signal));
  // Built images are part of the plan too, but can only be compared.
  const pinned = approved.pin([...collection.images, ...collection.planned]);
  collection.images = pinned.slice(0, collection.images.length);
  const { origin, memory, trust: loaded } = side;
  collection.problems.push(...loaded.doubts);
  const carried = mirror && (await carriedOriginals(options.files));
  const graphBase = graph?.base ?? carried?.graphBase;
  const trust = loaded.of?.({
    collected: collection.catalogs,
    catalogs: carried?.catalogs ?? [],
    original: (image) => resolveImage(image, { origin, memory, attachments: false, signal }),
    // Without a record of its base, a graph-data image is rejected by its name.
    graphBase: graphBase ?? (mirror && { reference: graphBaseOf(options.request).text }),
  });
  const open = opened.move();
  return {
    ...{ side, collection, graphBase, trust },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** {@link collectConnected} for a run, with the records of its workspace. */
export function collectForRun(
  { workspace, host, session, stops }: RecordedRun,
  options: Pick<CollectOptions, 'request' | 'approved' | 'stored' | 'catalogImages'>,
): Promise<CollectedConnected> {
  return collectConnected({
    ...options,
    ...{ host, session, cache: workspace.cache, signal: stops.planning },
    files: options.approved.files(workspace.files),
    state: workspace.state,
    cacheDirectory: airlockDirectory(workspace.root, 'cache'),
  });
}
