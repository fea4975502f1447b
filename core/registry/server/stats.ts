import type { Digest } from '../../base/image/digest.ts';

/** Requests and bytes of bodies, counted as they pass. */
export interface TrafficStats {
  requests: number;
  /** Body bytes received from clients. */
  bytesIn: number;
  /** Body bytes handed to sockets. */
  bytesOut: number;
  /** How often each status was answered. */
  statuses: Record<number, number>;
}

export interface RegistryStats extends TrafficStats {
  /** By method and kind: `GET blobs`, `PUT manifests`, `POST blobs/uploads`, `GET token`, `GET blob-store`, … */
  byRoute: Record<string, TrafficStats>;
  /** How often each blob was given out, whole or in part. */
  blobGets: Map<Digest, number>;
  /** Requests under way. */
  inFlight: number;
  maxInFlight: number;
  /** Connections accepted. */
  connections: number;
  /** How often each fault of the script struck. */
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

/** Sets everything to zero but the requests that are under way. */
export function resetStats(stats: RegistryStats): void {
  const { inFlight } = stats;
  Object.assign(stats, newStats(), { inFlight, maxInFlight: inFlight });
}

/** The counters of one route, made when it is first used. */
export function trafficOf(stats: RegistryStats, route: string): TrafficStats {
  stats.byRoute[route] ??= newTraffic();
  return stats.byRoute[route];
}

/** Adds one to what is counted under a key. */
export function increment(counts: Record<string | number, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function newTraffic(): TrafficStats {
  return { requests: 0, bytesIn: 0, bytesOut: 0, statuses: {} };
}
