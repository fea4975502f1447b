import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from '../core/base/image/digest.ts';
import { type RegistryServer, startRegistryServer } from '../core/registry/server/start.ts';
import type { RegistryStats } from '../core/registry/server/stats.ts';
import { directoryStorage } from '../core/registry/server/storage/directory-storage.ts';
import { startPracticeWorld } from '../core/test-world/world.ts';
import { type ProxyStats, startLab } from '../lab-tests/fixtures/lab.ts';

/** What one registry saw; `blobs*` are bodies of blobs alone. */
export interface Traffic {
  requests: number;
  bytesDown: number;
  bytesUp: number;
  blobBytesDown: number;
  blobBytesUp: number;
}

/** Size of the lab's world. */
export type LabSize = 'small' | 'medium' | 'large';

export type Place = 'upstream' | 'destination';

/** Registries with an image set to mirror, and counters in front of each. */
export interface BenchWorld {
  about: string;
  /** Of the lab; undefined for other worlds. */
  size?: LabSize;
  environment: Record<string, string>;
  imageSet: string;
  /** Addresses for clients. */
  hosts: Record<Place, string>;
  /** Each blob that the set needs, once, with a repository that has it. */
  blobs: { digest: Digest; size: number; repository: string }[];
  /** What the set names, without registry. */
  images: string[];
  /** Caps what the upstream gives, all connections together; 0: no cap. */
  line(bytesPerSecond: number): Promise<void>;
  resetTraffic(): Promise<void>;
  traffic(): Promise<Record<Place, Traffic>>;
  /** The registries and their proxies; none if they are in this process. */
  serverPids(): number[];
  /** Empties the destination. */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

/** The lab beside the checkout: docker-registry behind counting proxies. */
export async function labWorld(state: string, size: LabSize = 'medium'): Promise<BenchWorld> {
  const lab = await startLab({ state, size });
  const repositories = new Map(lab.inventory.blobs.map(({ digest, repos }) => [digest, repos[0]!]));
  const images = await lab.expected('core');
  return {
    about: `lab, size ${size}, seed 1, isc-core.yaml; Debian docker-registry behind the counting proxies`,
    size,
    environment: lab.environment,
    imageSet: lab.imageSet('core'),
    hosts: { upstream: lab.proxy.upstream, destination: lab.proxy.destA },
    blobs: [...(await lab.needed('core'))].map(([digest, size]) => ({
      digest,
      size,
      repository: repositories.get(digest)!,
    })),
    images: [...new Set(images.map(({ source }) => source.slice(source.indexOf('/') + 1)))],
    line: (bytesPerSecond) =>
      lab.faults('upstream', bytesPerSecond ? { totalBytesPerSec: bytesPerSecond } : {}),
    resetTraffic: lab.resetStats,
    async traffic() {
      return {
        upstream: ofProxy(await lab.stats('upstream')),
        destination: ofProxy(await lab.stats('destA')),
      };
    },
    serverPids: lab.pids,
    wipe: () => lab.wipe('a'),
    close: lab.down,
  };
}

function ofProxy({ requests, bytesDown, bytesUp, routes }: ProxyStats): Traffic {
  const down = (routes['GET blobs']?.bytesDown ?? 0) + (routes['GET cdn-blob']?.bytesDown ?? 0);
  return {
    requests,
    bytesDown,
    bytesUp,
    blobBytesDown: down,
    blobBytesUp: routes['PUT blobs/uploads']?.bytesUp ?? 0,
  };
}

/** Where there is no lab: the practice world, eight times its usual size, and our own server in this process. */
export async function practiceWorld(directory: string): Promise<BenchWorld> {
  const KiB = 1024;
  const world = await startPracticeWorld({
    directory: join(directory, 'practice'),
    size: {
      components: 24,
      baseLayer: 12_288 * KiB,
      runtimeLayer: 3072 * KiB,
      componentLayer: 1280 * KiB,
      operatingSystemLayer: 8192 * KiB,
      additionalLayer: 3200 * KiB,
      operandLayer: 8 * KiB,
      catalogCache: 8 * KiB,
    },
  });
  const { expected } = world.sets.core;
  const all = [
    ...world.inventory.releases.flatMap(({ payload, components }) => [payload, ...components]),
    ...world.inventory.additional,
  ];
  const blobs = new Map<Digest, { digest: Digest; size: number; repository: string }>();
  for (const { source } of expected.images) {
    const image = all.find((each) => each.source === source)!;
    const repository = source.slice(source.indexOf('/') + 1).replace(/[:@].*$/, '');
    for (const part of [image, ...image.attachments])
      for (const { digest, size } of part.blobs) blobs.set(digest, { digest, size, repository });
  }
  const destination = await openDestination(join(directory, 'destination'));
  return {
    about: 'practice world (there is no ../shared/lab); servers in the process of the benchmark',
    environment: world.environment,
    imageSet: world.sets.core.file,
    hosts: { upstream: world.upstream.host, destination: destination.server.host },
    blobs: [...blobs.values()],
    images: [...new Set(expected.images.map(({ source }) => source.slice(source.indexOf('/') + 1)))],
    async line(bytesPerSecond) {
      world.upstream.faults.set(bytesPerSecond ? { totalBytesPerSec: bytesPerSecond } : {});
    },
    ...trafficOf(world.upstream, () => destination.server),
    serverPids: () => [],
    wipe: () => destination.wipe(),
    async close() {
      await destination.server.close();
      await world.close();
    },
  };
}

/** Opens a registry in this process that can be emptied. */
async function openDestination(
  directory: string,
): Promise<{ server: RegistryServer; wipe(): Promise<void> }> {
  const open = async (port: number) => {
    await mkdir(directory, { recursive: true });
    return startRegistryServer({ storage: directoryStorage(directory), port });
  };
  const stored = {
    server: await open(0),
    async wipe() {
      const port = Number(new URL(stored.server.url).port);
      await stored.server.close();
      await rm(directory, { recursive: true, force: true });
      stored.server = await open(port);
    },
  };
  return stored;
}

/** Counts the traffic of two registries in this process. */
export function trafficOf(
  upstream: RegistryServer,
  destination: () => RegistryServer,
): Pick<BenchWorld, 'traffic' | 'resetTraffic'> {
  return {
    async resetTraffic() {
      upstream.resetStats();
      destination().resetStats();
    },
    traffic: async () => ({
      upstream: ofServer(upstream.stats),
      destination: ofServer(destination().stats),
    }),
  };
}

function ofServer(stats: RegistryStats): Traffic {
  const { requests, bytesIn, bytesOut, byRoute } = stats;
  return {
    requests,
    bytesDown: bytesOut,
    bytesUp: bytesIn,
    blobBytesDown: byRoute['GET blobs']?.bytesOut ?? 0,
    blobBytesUp: byRoute['PUT blobs/uploads']?.bytesIn ?? 0,
  };
}
