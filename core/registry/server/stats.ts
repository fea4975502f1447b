import type { Digest } from '../../base/image/digest.ts';

/** Counts of requests and bytes of bodies, updated as they pass. */
export interface TrafficStats {
  requests: number;
  /** Body bytes received from clients. */
  bytesIn: number;
  /** Body bytes written to sockets. */
  bytesOut: number;
  /** Number of responses by status. */
  statuses: Record<number, number>;
}

export interface RegistryStats extends TrafficStats {
  /** By method and kind: `GET blobs`, `PUT manifests`, `POST blobs/uploads`, `GET token`, `GET blob-store`, … */
  byRoute: Record<string, TrafficStats>;
  /** How often each blob was served, completely or in part. */
  blobGets: Map<Digest, number>;
  /** Requests in progress. */
  inFlight: number;
  maxInFlight: number;
  /** Accepted connections. */
  connections: number;
  /** How often each fault of the script occurred. */
  faults: Record<string, number>;
}

export function newStats(): RegistryStats {
  return {
    ...newTraffic(),
    byRoute: {},
    blobGets: new Map(),
    inFlight: 0,
    maxInFlight: 0,
    connections: 0,
    faults: {},
  };
}

/** Sets everything to zero except the requests in progress. */
export function resetStats(stats: RegistryStats): void {
  const { inFlight } = stats;
  Object.assign(stats, newStats(), { inFlight, maxInFlight: inFlight });
}

/** Returns the counters of a route, which are created on first use. */
export function trafficOf(stats: RegistryStats, route: string): TrafficStats {
  stats.byRoute[route] ??= newTraffic();
  return stats.byRoute[route];
}

/** Increments the count of a key. */
export function increment(counts: Record<string | number, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function newTraffic(): TrafficStats {
  return { requests: 0, bytesIn: 0, bytesOut: 0, statuses: {} };
}
