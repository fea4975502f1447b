import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACCEPT_MANIFESTS } from '../base/image/media-types.ts';
import type { ServerAuth } from '../registry/server/protocol/authentication.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import type { RunEvent } from '../runs/progress/events.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import { verifySource } from '../store/archive/verify.ts';
import { buildPracticeContent } from '../test-world/content.ts';
import { fillStorage } from '../test-world/fill-storage.ts';
import type { PracticeSetName } from '../test-world/image-sets.ts';
import type { PracticeImage, PracticePart } from '../test-world/inventory.ts';
import { type PracticeWorld, type PracticeWorldOptions, startPracticeWorld } from '../test-world/world.ts';
import { mirror } from './mirror.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from './run/request.ts';
import type { Workflow } from './run/workflow.ts';

/** A practice world, the engine's host in it, and a folder that is removed after the test. */
export interface Rig extends AsyncDisposable {
  world: PracticeWorld;
  directory: string;
  host: HostFacts;
  /** A new path each time. */
  place(name: string): string;
}

/** Fault tests wait for retries and stalls many times, so both are short. */
const RETRY_MS = 60;
const STALL_MS = 500;

/** Commands in separate processes share compiled code, although each rig has its own home directory. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/airlock-tests', import.meta.url));

export async function newRig(
  options: Partial<PracticeWorldOptions> & { env?: Record<string, string> } = {},
): Promise<Rig> {
  const { env = {}, ...worldOptions } = options;
  const directory = await mkdtemp(join(tmpdir(), 'airlock-mirror-'));
  const world = await startPracticeWorld({
    directory: join(directory, 'world'),
    size: 'tiny',
    ...worldOptions,
  });
  let places = 0;
  return {
    world,
    directory,
    host: {
      env: { ...world.environment, AIRLOCK_STALL_MS: `${STALL_MS}`, NODE_COMPILE_CACHE: COMPILED, ...env },
      home: join(directory, 'home'),
      tool: 'airlock 0.0.0',
    },
    place: (name) => join(directory, `${name}-${++places}`),
    async [Symbol.asyncDispose]() {
      await world.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A request as created by the command line, with quick retries. */
export function requestOf(workflow: Workflow, chosen: Partial<MirrorRequest> = {}): MirrorRequest {
  return {
    workflow,
    enclave: 'default',
    dryRun: false,
    resend: false,
    trustLedger: false,
    verifyPush: false,
    strictArchive: false,
    parallelImages: 4,
    parallelLayers: 5,
    retryTimes: 5,
    retryDelayMs: RETRY_MS,
    maxNestedPaths: 0,
    sourceTlsVerify: true,
    destinationTlsVerify: true,
    removeSignatures: false,
    ignoreReleaseSignature: false,
    icsp: false,
    skipUnknown: false,
    acceptEmptyCharts: false,
    addDependencies: false,
    allowRemoval: false,
    securePolicy: false,
    // Tests count requests. Those of a probe have their own tests.
    probe: false,
    arguments: [workflow.kind],
    ...chosen,
  };
}

export interface Control extends RunControl {
  events: RunEvent[];
}

/** Records events; `onEvent` may stop the run. */
export function control(
  given: { signal?: AbortSignal; pause?: AbortSignal; onEvent?: (event: RunEvent) => void } = {},
): Control {
  const never = new AbortController().signal;
  const events: RunEvent[] = [];
  const emit = (event: RunEvent) => {
    events.push(event);
    given.onEvent?.(event);
  };
  return { events, emit, signal: given.signal ?? never, pause: given.pause ?? never };
}

/** Mirror to disk. `config` is a file. */
export function toDisk(
  rig: Rig,
  workspace: string,
  config: string,
  chosen: Partial<MirrorRequest> = {},
  controlled: RunControl = control(),
): Promise<MirrorResult> {
  const request = requestOf(
    { kind: 'mirrorToDisk', directory: workspace },
    { configFile: config, ...chosen },
  );
  return mirror(request, rig.host, controlled);
}

/** Disk to mirror, to `destination` (host and port). */
export function toRegistry(
  rig: Pick<Rig, 'directory' | 'host'>,
  from: string,
  destination: string,
  chosen: Partial<MirrorRequest> & { namespace?: string } = {},
  controlled: RunControl = control(),
): Promise<MirrorResult> {
  const { namespace = '', ...rest } = chosen;
  const workflow: Workflow = { kind: 'diskToMirror', from, destination: { host: destination, namespace } };
  const request = requestOf(workflow, {
    stateDirectory: join(rig.directory, 'state'),
    destinationTlsVerify: false,
    ...rest,
  });
  return mirror(request, rig.host, controlled);
}

/** Mirror to mirror, to `destination` (host and port). */
export function across(
  rig: Rig,
  workspace: string,
  destination: string,
  config: string,
  chosen: Partial<MirrorRequest> = {},
  controlled: RunControl = control(),
): Promise<MirrorResult> {
  const workflow: Workflow = {
    kind: 'mirrorToMirror',
    workspace,
    destination: { host: destination, namespace: '' },
  };
  const request = requestOf(workflow, { configFile: config, destinationTlsVerify: false, ...chosen });
  return mirror(request, rig.host, controlled);
}

/** An image with the data that tests check. */
export type ExpectedImage = Pick<
  PracticeImage,
  'source' | 'destination' | 'digest' | 'manifests' | 'blobs' | 'attachments'
>;

/** The images of a configuration of the world, with all attachments. */
export function imagesOf({ world }: Pick<Rig, 'world'>, set: PracticeSetName): ExpectedImage[] {
  const { releases, additional } = world.inventory;
  const named = new Set(world.sets[set].expected.images.map(({ destination }) => destination));
  const all = [...releases.flatMap(({ components, payload }) => [...components, payload]), ...additional];
  return all.filter(({ destination }) => named.has(destination));
}

/** Every part of images and attachments, each once. */
export function partsOf(images: ExpectedImage[], kind: 'manifests' | 'blobs'): PracticePart[] {
  const parts = images.flatMap((image) => [image, ...image.attachments].flatMap((each) => each[kind]));
  return [...new Map(parts.map((part) => [part.digest, part])).values()];
}

export function bytesOf(parts: PracticePart[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/** Splits `repository:tag`. */
export function split(destination: string): { repository: string; tag: string } {
  const colon = destination.lastIndexOf(':');
  return { repository: destination.slice(0, colon), tag: destination.slice(colon + 1) };
}

/** Returns the content of these images that is missing or damaged in a set, a workspace or a folder of archives. */
export async function missingOnDisk(path: string, images: ExpectedImage[]): Promise<string[]> {
  const { problems } = await verifySource(path);
  const missing = problems.map(({ kind, file, digest }) => `${kind} ${digest ?? ''} ${file}`);
  const source = await openImageSource(path);
  try {
    for (const image of images) {
      const { repository, tag } = split(image.destination);
      if (source.tag(repository, tag) !== image.digest) missing.push(`tag ${image.destination}`);
      for (const attached of image.attachments)
        if (source.tag(repository, attached.tag) !== attached.digest)
          missing.push(`attached ${repository}:${attached.tag}`);
    }
    for (const { digest, size } of [...partsOf(images, 'manifests'), ...partsOf(images, 'blobs')])
      if (source.size(digest) !== size) missing.push(`content ${digest}`);
  } finally {
    await source.close();
  }
  return missing;
}

const accept = ACCEPT_MANIFESTS.join(', ');

/** Returns the content of these images that is missing in a registry, with plain HTTP requests. */
export async function missingAt(
  registry: string,
  images: ExpectedImage[],
  namespace = '',
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const requested = new Map<string, Promise<IncomingMessage>>();
  // Images share content, so each part of a repository is requested once.
  const head = (path: string): Promise<IncomingMessage> => {
    const answer =
      requested.get(path) ??
      headOf(`http://${registry}/v2/${namespace}${path}`, { agent, headers: { accept } });
    requested.set(path, answer);
    return answer;
  };
  const missingOf = async (image: ExpectedImage): Promise<string[]> => {
    const missing: string[] = [];
    const { repository, tag } = split(image.destination);
    const tags = [image, ...image.attachments.map((each) => ({ ...each, destination: '' }))];
    for (const { digest, manifests, blobs, ...named } of tags) {
      const reference = 'tag' in named ? named.tag : tag;
      const found = await head(`${repository}/manifests/${reference}`);
      if (found.headers['docker-content-digest'] !== digest) missing.push(`tag ${repository}:${reference}`);
      for (const manifest of manifests) {
        const { statusCode } = await head(`${repository}/manifests/${manifest.digest}`);
        if (statusCode !== 200) missing.push(`manifest ${repository}@${manifest.digest}`);
      }
      for (const blob of blobs) {
        const { statusCode, headers } = await head(`${repository}/blobs/${blob.digest}`);
        if (statusCode !== 200 || Number(headers['content-length']) !== blob.size)
          missing.push(`blob ${repository}@${blob.digest}`);
      }
    }
    return missing;
  };
  try {
    return (await Promise.all(images.map(missingOf))).flat();
  } finally {
    agent.destroy();
  }
}

/** The header of a response. It takes a tenth of the time of `fetch`, because tests request thousands of parts. */
function headOf(url: string, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { ...options, method: 'HEAD' }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end();
  });
}

/** Writes an ImageSetConfiguration of additional images. */
export async function additionalConfig(path: string, images: (string | object)[]): Promise<string> {
  const entries = images.map((image) => JSON.stringify(typeof image === 'string' ? { name: image } : image));
  const lines = ['kind: ImageSetConfiguration', 'apiVersion: mirror.openshift.io/v2alpha1', 'mirror:'];
  await writeFile(
    path,
    `${[...lines, '  additionalImages:', ...entries.map((e) => `    - ${e}`)].join('\n')}\n`,
  );
  return path;
}

/** An upstream with the same content that requires a login, and the host facts for it. */
export async function upstreamWithLogin(
  rig: Rig,
  auth: ServerAuth,
): Promise<{ server: RegistryServer; host: HostFacts }> {
  const storage = memoryStorage();
  await fillStorage(storage, buildPracticeContent({ seed: '1', size: 'tiny' }).repositories);
  const server = await startRegistryServer({ storage, auth });
  const conf = `${rig.place('registries')}.conf`;
  const given = await readFile(rig.host.env.CONTAINERS_REGISTRIES_CONF!, 'utf8');
  await writeFile(conf, given.replaceAll(rig.world.upstream.host, server.host));
  return { server, host: { ...rig.host, env: { ...rig.host.env, CONTAINERS_REGISTRIES_CONF: conf } } };
}
