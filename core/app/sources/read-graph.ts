import { join } from 'node:path';
import type { HostFacts } from '../../mirror/run/request.ts';
import { userCacheDirectory } from '../../mirror/run/user-cache.ts';
import { type FoundGraph, findGraph, type GraphRequest } from '../../upgrade/sources/find-graph.ts';
import { namedGraphPlace } from '../../upgrade/sources/graph-place.ts';
import { lateSession, type NetworkUse } from './late-session.ts';

export interface GraphUse extends NetworkUse {
  /** Makes the path of a file or folder absolute. */
  pathOf(path: string): string;
  /** Contacts no update service: its earlier answers are used. */
  offline?: boolean | undefined;
  /** A stored answer that isn't older is used; ms. Default 0: the service is always contacted. */
  maxAgeMs?: number;
  signal: AbortSignal;
}

/** An update service that is down must not keep people waiting who have an older answer. */
const RETRY = { times: 2 };

/**
 * Returns the update graph from places: files, folders, graph-data images. Without any, from the update service.
 * @throws AirlockError as `findGraph`
 */
export async function readGraph(
  places: readonly string[] | undefined,
  wanted: GraphRequest,
  use: GraphUse,
): Promise<FoundGraph> {
  const { host, pathOf, offline, maxAgeMs, signal } = use;
  await using network = lateSession(use);
  // Awaited here: the session is closed when this function is left.
  return await findGraph(
    places?.map((name) => namedGraphPlace(name, pathOf)) ?? [{ at: 'service' }],
    wanted,
    {
      directory: graphCache(host),
      updateUrl: host.env.UPDATE_URL_OVERRIDE,
      maxAgeMs,
      get: offline
        ? undefined
        : async (url, request) => {
            const [{ access }, { httpGet }] = await Promise.all([
              network.open(),
              import('../../registry/access/http-get.ts'),
            ]);
            return httpGet(access, url, { ...request, retry: RETRY });
          },
      registries: async () => (await network.open()).registries,
      signal,
    },
  );
}

/** Returns the folder where answers of update services are stored. */
export function graphCache(host: HostFacts): string {
  return join(userCacheDirectory(host), 'graphs');
}
