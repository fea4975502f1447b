import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Digest } from '../core/image/digest.ts';

/** The loopback OpenShift world beside the checkout. */
export const LAB = join(import.meta.dirname, '../../shared/lab');

export const LAB_IS_THERE = existsSync(join(LAB, 'lab.mjs'));

export type ProxyName = 'upstream' | 'destA' | 'destB';
export type SetName = 'core' | 'release' | 'release-one' | 'additional' | 'graph' | 'operators' | 'ranges';

/** An image of a set; `destination` is repository and tag below the registry. */
export interface ExpectedImage {
  /** `catalog`, `bundle`, `related` and others. */
  type: string;
  source: string;
  digest: Digest;
  destination: string;
}

/** What a set selects of a package: channels with the bundles that stay in them, and every image that those need. */
export interface ExpectedPackage {
  name: string;
  channels: { name: string; bundles: string[] }[];
  bundles: string[];
  images: string[];
}

export interface LabCatalog {
  image: string;
  digest: Digest;
  packages: { name: string; bundles: { name: string; image: string; related: string[] }[] }[];
  expected: Record<`isc-${'operators' | 'ranges'}.yaml`, ExpectedPackage[]>;
}

interface Inventory {
  catalogs: LabCatalog[];
  helm: { name: string; version: string }[];
  tags: { repo: string; tag: string; digest: Digest }[];
  blobs: { digest: Digest; size: number; repos: string[] }[];
  manifests: { digest: Digest; repos: string[]; blobs?: Digest[]; manifests?: Digest[] }[];
  expected: Record<string, ExpectedImage[]>;
}

/** What a proxy of the lab has seen; bytes of bodies. */
export interface ProxyStats {
  requests: number;
  inFlight: number;
  maxInFlight: number;
  connections: number;
  bytesDown: number;
  bytesUp: number;
  faults: Record<string, number>;
  statuses: Record<string, number>;
  routes: Record<string, { requests: number; bytesDown: number; bytesUp: number }>;
  blobGets: Record<Digest, number>;
}

interface Addresses {
  pids: Record<string, number>;
  upstream: string;
  upstreamProxy: string;
  destA: string;
  destAProxy: string;
  destB: string;
  destBProxy: string;
  services: string;
}

export interface Lab {
  state: string;
  /** Where clients are sent: the proxies. */
  proxy: Record<ProxyName, string>;
  /** The registries themselves, for looking at them without being counted. */
  direct: Record<ProxyName, string>;
  /** Host of update graph, signatures and charts. */
  services: string;
  /** What a client needs in its environment. */
  environment: Record<string, string>;
  inventory: Inventory;
  imageSet(name: SetName): string;
  expected(name: SetName): Promise<ExpectedImage[]>;
  /** Every unique blob that the set needs, with what is attached to its images (cosign tags, referrers). */
  needed(name: SetName): Promise<Map<Digest, number>>;
  /** Tags of cosign signatures that belong to images of the set, as their destination. */
  signatures(name: SetName): Promise<ExpectedImage[]>;
  faults(proxy: ProxyName, script: Record<string, unknown>): Promise<void>;
  stats(proxy: ProxyName): Promise<ProxyStats>;
  /** Requests by path. */
  serviceRequests(): Promise<Record<string, number>>;
  resetStats(): Promise<void>;
  wipe(destination: 'a' | 'b'): Promise<void>;
  /** Ends what is upstream of an air gap: the registry, its proxy and the services. */
  cutOff(): Promise<void>;
  /** Stops what `startLab` started; the state stays. */
  down(): Promise<void>;
}

/**
 * Brings the lab up, generating its content when the state folder has none.
 * @param options.port the first of eleven; absent: free ones are found
 */
export async function startLab(options: {
  state: string;
  size: 'small' | 'medium' | 'large';
  port?: number;
}): Promise<Lab> {
  const { state, size } = options;
  await mkdir(state, { recursive: true });
  const port = options.port ?? (await freePorts());
  await labCommand(['up', '--size', size, '--state', state, '--port', String(port)]);
  const addresses = JSON.parse(await readFile(join(state, 'lab.json'), 'utf8')) as Addresses;
  const inventory = JSON.parse(await readFile(join(state, 'inventory.json'), 'utf8')) as Inventory;
  const proxy = {
    upstream: addresses.upstreamProxy,
    destA: addresses.destAProxy,
    destB: addresses.destBProxy,
  };
  const direct = { upstream: addresses.upstream, destA: addresses.destA, destB: addresses.destB };
  const { sets, images } = (await import(join(LAB, 'lib/sets.mjs'))) as {
    sets(inventory: Inventory): Record<SetName, unknown>;
    images(inventory: Inventory, set: unknown): ExpectedImage[];
  };
  const expected = async (name: SetName) => images(inventory, sets(inventory)[name]);
  const signatures = async (name: SetName) => signaturesOf(inventory, await expected(name));
  return {
    state,
    proxy,
    direct,
    services: addresses.services,
    environment: variablesOf(await readFile(join(state, 'env.sh'), 'utf8')),
    inventory,
    imageSet: (name) => join(state, `isc-${name}.yaml`),
    expected,
    signatures,
    needed: async (name) => neededBlobs(inventory, await expected(name)),
    async faults(name, script) {
      await put(`http://${proxy[name]}/__faults`, JSON.stringify(script));
    },
    async stats(name) {
      return (await (await fetch(`http://${proxy[name]}/__stats`)).json()) as ProxyStats;
    },
    async serviceRequests() {
      const stats = (await (await fetch(`http://${addresses.services}/__stats`)).json()) as Record<
        string,
        number
      >;
      return Object.fromEntries(Object.entries(stats).filter(([path]) => path !== '/__stats'));
    },
    async resetStats() {
      for (const host of [...Object.values(proxy), addresses.services]) await put(`http://${host}/__stats`);
    },
    wipe: (destination) => labCommand(['wipe', '--dest', destination, '--state', state]),
    async cutOff() {
      for (const name of ['proxyUpstream', 'upstream', 'services']) process.kill(addresses.pids[name]!);
      for (const host of [proxy.upstream, direct.upstream, addresses.services]) await gone(host);
    },
    down: () => labCommand(['down', '--state', state]),
  };
}

async function put(url: string, body = ''): Promise<void> {
  const response = await fetch(url, { method: 'PUT', body });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}

async function gone(host: string): Promise<void> {
  while (
    await fetch(`http://${host}/`).then(
      (answer) => answer.arrayBuffer().then(() => true),
      () => false,
    )
  )
    await sleep(20);
}

function labCommand(args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(LAB, 'lab.mjs'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH },
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`lab ${args[0]}: ${said}`))));
  });
}

function variablesOf(shell: string): Record<string, string> {
  return Object.fromEntries([...shell.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
}

/** Path of a reference within its registry. */
function repositoryOf(source: string): string {
  return source.slice(source.indexOf('/') + 1).replace(/[:@].*$/, '');
}

function instancesOf(inventory: Inventory, digest: Digest): Digest[] {
  const manifest = inventory.manifests.find((each) => each.digest === digest);
  if (!manifest) throw new Error(`the inventory has no manifest ${digest}`);
  return [digest, ...(manifest.manifests ?? []).flatMap((each) => instancesOf(inventory, each))];
}

/** Everything attached to an image or its instances: cosign's tag, and the fallback tag of the referrers. */
function attachmentsOf(inventory: Inventory, image: ExpectedImage): { tag: string; digest: Digest }[] {
  const repository = repositoryOf(image.source);
  const names = instancesOf(inventory, image.digest).map((digest) => digest.replace(':', '-'));
  return inventory.tags.filter(
    ({ repo, tag }) => repo === repository && names.some((name) => tag === name || tag === `${name}.sig`),
  );
}

function signaturesOf(inventory: Inventory, images: ExpectedImage[]): ExpectedImage[] {
  const found = images.flatMap((image) =>
    attachmentsOf(inventory, image)
      .filter(({ tag }) => tag.endsWith('.sig'))
      .map(({ tag, digest }) => ({
        type: 'signature',
        source: `${image.source.replace(/[:@][^/]*$/, '')}:${tag}`,
        digest,
        destination: `${image.destination.replace(/:[^:]*$/, '')}:${tag}`,
      })),
  );
  return [...new Map(found.map((image) => [image.destination, image])).values()];
}

function neededBlobs(inventory: Inventory, images: ExpectedImage[]): Map<Digest, number> {
  const manifests = new Map(inventory.manifests.map((manifest) => [manifest.digest, manifest]));
  const needed = new Set<Digest>();
  const walk = (digest: Digest) => {
    const manifest = manifests.get(digest)!;
    for (const each of manifest.manifests ?? []) walk(each);
    for (const blob of manifest.blobs ?? []) needed.add(blob);
  };
  const roots = new Set(
    images.flatMap((image) => [image.digest, ...attachmentsOf(inventory, image).map(({ digest }) => digest)]),
  );
  for (const digest of roots) walk(digest);
  return new Map(
    inventory.blobs.filter(({ digest }) => needed.has(digest)).map(({ digest, size }) => [digest, size]),
  );
}

/** The first of eleven ports of which the lab's seven are free, below the range that the system gives out by itself. */
async function freePorts(): Promise<number> {
  for (let base = 20_000 + (process.pid % 900) * 11; ; base += 11) {
    const free = await Promise.all([0, 1, 2, 3, 4, 5, 10].map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
