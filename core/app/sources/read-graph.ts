import { join } from 'node:path';
import type { HostFacts } from '../../mirror/run/request.ts';
import { userCacheDirectory } from '../../mirror/run/user-cache.ts';
import { type FoundGraph, findGraph, type GraphRequest } from '../../upgrade/sources/find-graph.ts';
import { namedGraphPlace } from '../../upgrade/sources/graph-place.ts';
import { lateSession, type NetworkUse } from './late-session.ts';

export interface GraphUse extends NetworkUse {
  /** Makes a path absolute. */
  pathOf(path: string): string;
  /** Whether to use stored answers only, without contacting an update service. */
  offline?: boolean | undefined;
  /** Maximum age of a stored answer in ms. Default 0: always contacts the service. */
  maxAgeMs?: number;
  signal: AbortSignal;
}

/** Nobody should have to wait for an unavailable update service if an older answer is stored. */
const RETRY = { times: 2 };

/**
 * Returns the update graph from files, directories and graph-data images. If none are given, returns that of the update
 * service.
 * @throws AirlockError as `findGraph`
 */
export async function readGraph(
  places: readonly string[] | undefined,
  wanted: GraphRequest,
  use: GraphUse,
): Promise<FoundGraph> {
  const { host, pathOf, offline, maxAgeMs, signal } = use;
  await using network = lateSession(use);
  // Awaited here, because the session is closed when this function returns.
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

/** Returns the directory with stored answers of update services. */
export function graphCache(host: HostFacts): string {
  return join(userCacheDirectory(host), 'graphs');
}
