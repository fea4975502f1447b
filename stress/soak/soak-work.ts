import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { runJourney } from '../../core/app/practice/journey.ts';
import { JOURNEY_STEPS } from '../../core/app/practice/steps.ts';
import {
  across,
  type ExpectedImage,
  imagesOf,
  partsOf,
  type Rig,
  toDisk,
  toRegistry,
} from '../../core/mirror/mirror.fixture.ts';
import type { MirrorResult } from '../../core/mirror/run/request.ts';
import type { ThreadReport } from '../../core/registry/access/thread-orders.ts';
import { type RegistryServer, startRegistryServer } from '../../core/registry/server/start.ts';
import { memoryStorage } from '../../core/registry/server/storage/memory-storage.ts';
import type { PracticeScale } from '../../core/test-world/materials.ts';
import { type PracticeWorld, startPracticeWorld } from '../../core/test-world/world.ts';
import { readEveryByteAt, readEveryByteOnDisk } from './content-check.ts';
import { endFaults, mirrorFaults, practiceFaults } from './soak-faults.ts';

/** The requests that faults affected, and the bytes that were compared afterwards. */
export interface WorkDone {
  faults: number;
  bytes: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;

/** Bytes from which a run downloads a blob in its thread, and number of blobs at the end of a mirror that are as large. */
const LARGE = 64 * KiB;
const LAST_BLOBS = 12;

/** Layers of 68 MiB in total, because a run downloads in a thread only what follows the first 32 MiB. */
export const MIRROR_SCALE: PracticeScale = {
  components: 5,
  baseLayer: 12 * MiB,
  runtimeLayer: 6 * MiB,
  componentLayer: 2 * MiB,
  operatingSystemLayer: 8 * MiB,
  additionalLayer: MiB,
  operandLayer: 512 * KiB,
  catalogCache: 5 * KiB,
};

/** Runs every practice step in a new practice world with faults, reads everything at the destination, and removes the world. */
export async function practiceRun(): Promise<WorkDone> {
  const directory = await mkdtemp(join(tmpdir(), 'soak-practice-'));
  const world = await startPracticeWorld({ directory, size: 'tiny' });
  try {
    const registries = [world.upstream, world.destination];
    practiceFaults(registries);
    const never = new AbortController().signal;
    const steps = await runJourney({
      ...{ world, directory, host: { tool: 'airlock 0.0.0' }, onStep: () => {} },
      control: { emit: () => {}, signal: never, pause: never },
    });
    if (steps.length !== JOURNEY_STEPS.length) throw new Error(`${steps.length} steps were completed`);
    const faults = endFaults(registries);
    const bytes = await readEveryByteAt(world.destination.host, retainedImages(world));
    return { faults, bytes };
  } finally {
    await world.close();
    await rm(directory, { recursive: true });
  }
}

/** Returns the images that practice leaves at the destination: it deletes the one before the newest release. */
function retainedImages(world: PracticeWorld): ExpectedImage[] {
  const superseded = world.inventory.releases.filter(({ architecture }) => architecture === 'amd64').at(-2)!;
  const deleted = `:${superseded.version}-`;
  return imagesOf({ world }, 'core').filter(({ destination }) => !destination.includes(deleted));
}

/**
 * Small mirrors in turn: to disk, from this disk to a new registry, and from registry to registry. Each has faults, and
 * every byte of its result is read.
 */
export class SmallMirrors implements AsyncDisposable {
  readonly #rig: Rig;
  readonly #images: ExpectedImage[];
  #number = 0;
  /** Downloads of threads: complete blobs, and rejected, ended or damaged ones. */
  readonly #inThreads = { complete: 0, faults: 0 };
  readonly #digests: ReadonlySet<string>;
  /** Blobs of the last images, which threads download. */
  readonly #lastBlobs: string[];
  readonly #workspace: string;
  readonly #onThread = (thread: Worker) =>
    thread.on('message', (report: ThreadReport) => this.#count(report));

  /** @param results folder for transfers until they are pushed; not a temporary folder of the process */
  constructor(rig: Rig, results: string) {
    this.#rig = rig;
    this.#workspace = join(results, 'workspace');
    this.#images = imagesOf(rig, 'core');
    const blobs = partsOf(this.#images, 'blobs');
    this.#digests = new Set(blobs.map(({ digest }) => digest));
    const large = blobs.filter(({ size }) => size >= LARGE);
    this.#lastBlobs = large.slice(-LAST_BLOBS).map(({ digest }) => digest);
    process.on('worker', this.#onThread);
  }

  /** @throws Error if the mirror isn't complete, no fault affected it, or a byte is wrong */
  async next(): Promise<WorkDone> {
    const number = this.#number++;
    const { upstream, services } = this.#rig.world;
    upstream.resetStats();
    services.requests.length = 0;
    const done = await [() => this.#toDisk(number), () => this.#fromDisk(number), () => this.#across(number)][
      number % 3
    ]!();
    if (done.faults === 0) throw new Error(`mirror ${number}: no fault affected it`);
    return done;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('worker', this.#onThread);
    await rm(this.#workspace, { recursive: true, force: true });
  }

  #count(report: ThreadReport): void {
    const done = this.#inThreads;
    if (report.type === 'head' && report.status >= 400) done.faults++;
    if (report.type !== 'end') return;
    const { sha256, failed, fault } = report;
    if (sha256 && this.#digests.has(`sha256:${sha256}`)) done.complete++;
    // A download that the main thread cancels isn't a fault of the registry.
    else if (sha256 || (failed && fault?.name !== 'AbortError')) done.faults++;
  }

  async #toDisk(number: number): Promise<WorkDone> {
    const { world } = this.#rig;
    mirrorFaults(turnOf(number), [world.upstream], this.#lastBlobs);
    const before = { ...this.#inThreads };
    const result = complete(await toDisk(this.#rig, this.#workspace, world.sets.core.file), number);
    for (const what of ['complete', 'faults'] as const)
      if (this.#inThreads[what] === before[what])
        throw new Error(`mirror ${number}: ${what} of the download thread: none`);
    const faults = endFaults([world.upstream]);
    return { faults, bytes: await readEveryByteOnDisk(result.directory!, this.#images) };
  }

  async #fromDisk(number: number): Promise<WorkDone> {
    const state = this.#rig.place('state');
    const done = await this.#toRegistry(number, ({ host }) =>
      toRegistry(this.#rig, this.#workspace, host, { stateDirectory: state }),
    );
    for (const folder of [state, this.#workspace]) await rm(folder, { recursive: true });
    return done;
  }

  async #across(number: number): Promise<WorkDone> {
    const workspace = this.#rig.place('across');
    const done = await this.#toRegistry(number, ({ host }) =>
      across(this.#rig, workspace, host, this.#rig.world.sets.core.file),
    );
    await rm(workspace, { recursive: true });
    return done;
  }

  async #toRegistry(
    number: number,
    push: (destination: RegistryServer) => Promise<MirrorResult>,
  ): Promise<WorkDone> {
    const destination = await startRegistryServer({ storage: memoryStorage() });
    try {
      const registries = [this.#rig.world.upstream, destination];
      mirrorFaults(turnOf(number), registries, this.#lastBlobs);
      complete(await push(destination), number);
      const faults = endFaults(registries);
      return { faults, bytes: await readEveryByteAt(destination.host, this.#images) };
    } finally {
      await destination.close();
    }
  }
}

/** All three kinds of mirrors get the same faults before the next ones. */
function turnOf(number: number): number {
  return Math.floor(number / 3);
}

function complete(result: MirrorResult, number: number): MirrorResult {
  if (result.status !== 'complete') throw new Error(`mirror ${number}: ${JSON.stringify(result)}`);
  return result;
}
