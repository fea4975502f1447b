import { cp, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { sha256 } from '../../core/base/image/sha256.ts';
import { acknowledge } from '../../core/media/delivery/acknowledge.ts';
import { receivedSets } from '../../core/media/delivery/received.ts';
import { rebuilt, volumesBelow } from '../../core/media/export/export.fixture.ts';
import { exportToMedia } from '../../core/media/export/media.ts';
import { receive } from '../../core/media/import/import.fixture.ts';
import { planPrune, prune } from '../../core/media/retention/prune.ts';
import { deletionOfFile, execute, generate, mirrored } from '../../core/mirror/delete/delete.fixture.ts';
import {
  across,
  control,
  type ExpectedImage,
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  type Rig,
  toDisk,
  toRegistry,
} from '../../core/mirror/mirror.fixture.ts';
import { replayRun } from '../../core/mirror/rollback/replay.ts';
import { type RegistryServer, startRegistryServer } from '../../core/registry/server/start.ts';
import { memoryStorage } from '../../core/registry/server/storage/memory-storage.ts';
import { readRun } from '../../core/runs/audit/read-runs.ts';
import { verifySource } from '../../core/store/archive/verify.ts';
import { readSetIndex } from '../../core/store/set-format/set-index.ts';
import { noWarning } from '../../core/store/workspace/no-warning.fixture.ts';
import { FULL, rounds, SEED, seededRandom } from '../effort.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';

const ROUNDS = rounds(1, 60);
/** Runs on a full disk in each round. */
const ATTEMPTS = FULL ? 2 : 1;
/** The mirrored content, and its deleted part. */
const SET = FULL ? 'core' : 'additional';
const DELETED = FULL ? 'release-one' : 'additional';
const MIB = 2 ** 20;
const DISK_BYTES = 24 * MIB;

let rig: Rig;
let images: ExpectedImage[];
/** A workspace with one complete transfer, from which the workflows of the other side start. */
let pattern: string;
let server: RegistryServer;

beforeAll(async () => {
  rig = await newRig();
  images = imagesOf(rig, SET);
  pattern = rig.place('pattern');
  await toDisk(rig, pattern, rig.world.sets[SET].file);
});
afterAll(() => rig[Symbol.asyncDispose]());
beforeEach(async () => {
  server = await startRegistryServer({ storage: memoryStorage() });
});
afterEach(() => server.close());

/** One round of a workflow: everything but the place under test is on a large disk. */
interface Round {
  /** Runs the command; returns true if it reported that everything is done. */
  run(): Promise<boolean>;
  /** Returns damaged and missing content if the command reported completion. */
  wrong(): Promise<string[]>;
  /** The approximate bytes that the command writes to the place. */
  bytes: number;
}

interface Figures {
  failed: Map<string, number>;
  completed: number;
  runs: number;
}

/**
 * Runs a command while the disk under one place is full to random degrees, then with free space. Every failure must name
 * the disk and end with exit code 4, every completion must be true, and the last run must complete.
 */
async function fullAndFree(
  name: string,
  begin: (disk: SmallDisk, round: number) => Promise<Round>,
): Promise<void> {
  const figures: Figures = { failed: new Map(), completed: 0, runs: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const random = seededRandom(SEED + round);
    const what = `${name}, seed ${SEED}, round ${round}`;
    await using disk = await smallDisk({ mountPoint: rig.place('small'), bytes: DISK_BYTES });
    const { run, wrong, bytes } = await begin(disk, round);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // At least one run has no free space at all: otherwise the command writes to another place.
      await disk.fill(round + attempt === 0 ? 0 : Math.floor(random() ** 2 * bytes));
      const ended = await endingOf(run, what);
      figures.runs++;
      if (ended instanceof AirlockError) {
        expect(ended, what).toMatchObject({ code: 'disk-full', exitCode: 4 });
        expect(ended.message, what).toMatch(/small-\d+|\/(transfers|working-dir|\.airlock|state)\b/);
        figures.failed.set(ended.code, (figures.failed.get(ended.code) ?? 0) + 1);
      } else if (ended) {
        figures.completed++;
        expect(await wrong(), what).toEqual([]);
      } else figures.failed.set('incomplete', (figures.failed.get('incomplete') ?? 0) + 1);
    }
    await disk.empty();
    const last = await endingOf(run, what);
    expect(last, `${what}: the same command must finish once space is free`).toBe(true);
    expect(await wrong(), what).toEqual([]);
  }
  expect(figures.failed.size, `${name} must write to the disk under test`).toBeGreaterThan(0);
  const failed = [...figures.failed].map(([code, count]) => `${count} ${code}`).join(', ');
  console.log(
    `disk-full-workflows ${name}: ${ROUNDS} rounds, ${figures.runs} runs on a full disk, ${figures.completed} complete, ${failed || '0 failed'}, seed ${SEED}`,
  );
}

async function endingOf(run: () => Promise<boolean>, what: string): Promise<boolean | AirlockError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AirlockError) return error;
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
  }
}

/** A separate workspace with one folder on the small disk. */
async function workspaceOn(
  disk: SmallDisk,
  folder: 'transfers' | 'working-dir' | '.airlock',
  from?: string,
): Promise<string> {
  const workspace = rig.place('workspace');
  await mkdir(workspace, { recursive: true });
  const target = join(disk.root, folder);
  if (from) {
    await cp(from, workspace, { recursive: true });
    await cp(join(from, folder), target, { recursive: true });
    await rm(join(workspace, folder), { recursive: true });
  } else await mkdir(target);
  await symlink(target, join(workspace, folder));
  return workspace;
}

async function bytesBelow(path: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size;
  return sum;
}

const complete = ({ status }: { status: string }) => status === 'complete';

describe('mirror to disk', () => {
  test.each(['transfers', '.airlock'] as const)('%s is full', async (folder) => {
    const bytes = folder === 'transfers' ? await bytesBelow(join(pattern, folder)) : 520_000;
    await fullAndFree(`mirror to disk (${folder})`, async (disk) => {
      const workspace = await workspaceOn(disk, folder);
      return {
        bytes,
        run: async () => complete(await toDisk(rig, workspace, rig.world.sets[SET].file)),
        wrong: () => missingOnDisk(workspace, images),
      };
    });
  });
});

describe('push', () => {
  test('the state directory is full', async () => {
    await fullAndFree('push (state)', async (disk) => {
      const stateDirectory = join(disk.root, 'state');
      await server.close();
      server = await startRegistryServer({ storage: memoryStorage() });
      return {
        bytes: 150_000,
        run: async () => complete(await toRegistry(rig, pattern, server.host, { stateDirectory })),
        wrong: () => missingAt(server.host, images),
      };
    });
  });

  test('a full disk under the source stops nothing, because a push writes nothing there', async () => {
    await using disk = await smallDisk({ mountPoint: rig.place('small'), bytes: DISK_BYTES });
    const from = await workspaceOn(disk, '.airlock', pattern);
    await disk.fill();
    const pushed = await toRegistry(rig, from, server.host, { stateDirectory: rig.place('state') });
    expect(pushed.status).toBe('complete');
    expect(await missingAt(server.host, images)).toEqual([]);
  });
});

describe('registry to registry, with its cluster resources', () => {
  test('the working directory is full', async () => {
    await fullAndFree('registry to registry (working-dir)', async (disk) => {
      await server.close();
      server = await startRegistryServer({ storage: memoryStorage() });
      const workspace = join(disk.root, 'workspace');
      return {
        bytes: 530_000,
        run: async () => complete(await across(rig, workspace, server.host, rig.world.sets[SET].file)),
        wrong: async () => {
          const resources = await readdir(join(workspace, 'working-dir/cluster-resources')).catch(() => []);
          return [
            ...(await missingAt(server.host, images)),
            ...(resources.some((name) => name.endsWith('.yaml')) ? [] : ['no cluster resources']),
          ];
        },
      };
    });
  });
});

describe('media', () => {
  test('export: the drive is full', async () => {
    const index = (await readSetIndex(await transferOf(pattern)))!;
    const bytes = index.volumes.reduce((sum, { size }) => sum + size, 0) + 400_000;
    await fullAndFree('media export (drive)', async (disk) => {
      const workspace = rig.place('workspace');
      await cp(pattern, workspace, { recursive: true });
      const drive = join(disk.root, 'drive');
      await mkdir(drive);
      return {
        bytes,
        run: () => exported(workspace, index.transfer, drive),
        wrong: () => wrongOnDrive(index, drive),
      };
    });
  });

  test('export: the disk of the state is full', async () => {
    const index = (await readSetIndex(await transferOf(pattern)))!;
    await fullAndFree('media export (.airlock)', async (disk, round) => {
      const workspace = await workspaceOn(disk, '.airlock', pattern);
      const drive = rig.place(`drive-${round}`);
      await mkdir(drive);
      return {
        bytes: 12_000,
        run: () => exported(workspace, index.transfer, drive),
        wrong: () => wrongOnDrive(index, drive),
      };
    });
  });

  test.each(['transfers', '.airlock'] as const)('import: %s is full', async (folder) => {
    const index = (await readSetIndex(await transferOf(pattern)))!;
    const drive = rig.place('drive');
    await mkdir(drive);
    const sender = rig.place('sender');
    await cp(pattern, sender, { recursive: true });
    expect(await exported(sender, index.transfer, drive)).toBe(true);
    const bytes = folder === 'transfers' ? (await bytesBelow(drive)) + 100_000 : 12_000;
    await fullAndFree(`media import (${folder})`, async (disk) => {
      const workspace = await workspaceOn(disk, folder);
      return {
        bytes,
        run: async () => (await receive(workspace, drive)).ok,
        wrong: async () => {
          const { problems } = await verifySource(workspace);
          return problems.map(({ kind, file }) => `${kind} ${file}`);
        },
      };
    });
    await rm(drive, { recursive: true });
  });
});

describe('delete', () => {
  test('the working directory is full', async () => {
    await fullAndFree('delete (working-dir)', async (disk) => {
      await server.close();
      server = await startRegistryServer({ storage: memoryStorage() });
      const source = await mirrored(rig, server.host, [rig.world.sets[SET].file]);
      const workspace = await workspaceOn(disk, 'working-dir', source);
      const configFile = await deletionOfFile(rig, rig.world.sets[DELETED].file);
      const removed = new Set(imagesOf(rig, DELETED).map(({ destination }) => destination));
      const rest = images.filter(({ destination }) => !removed.has(destination));
      return {
        bytes: 30_000,
        run: async () => {
          const { files } = await generate(rig, server.host, { workspace, configFile });
          const done = await execute(rig, server.host, files[0]!);
          return done.exitCode === 0;
        },
        wrong: () => missingAt(server.host, rest),
      };
    });
  });
});

describe('acknowledgment, prune and replay', () => {
  test('acknowledgment and prune: the disk of the state is full', async () => {
    const name = (await readSetIndex(await transferOf(pattern)))!.transfer;
    const [received] = await receivedSets(await transferOf(pattern), { reached: 'pushed' });
    await fullAndFree('acknowledge and prune (.airlock)', async (disk) => {
      const workspace = await workspaceOn(disk, '.airlock', pattern);
      return {
        bytes: 8_000,
        run: async () => {
          await acknowledge(workspace, received!.code, noWarning);
          await prune(workspace, noWarning);
          return true;
        },
        wrong: async () => [
          ...(await readdir(join(workspace, 'transfers'))),
          ...(await planPrune(workspace)).remove.map((each) => each.name),
          ...(name === received!.transfer ? [] : ['another transfer']),
        ],
      };
    });
  });

  test.each(['transfers', '.airlock'] as const)('replay: %s is full', async (folder) => {
    const index = (await readSetIndex(await transferOf(pattern)))!;
    await fullAndFree(`replay (${folder})`, async (disk) => {
      const workspace = await workspaceOn(disk, folder, pattern);
      await rm(join(workspace, 'transfers', index.transfer, index.volumes[0]!.name));
      return {
        bytes: folder === 'transfers' ? index.volumes[0]!.size : 16_000,
        run: async () => {
          const request = {
            directory: workspace,
            sequence: 1,
            arguments: ['runs', 'replay', '1'],
            parallelLayers: 4,
            parallelImages: 4,
            retryTimes: 2,
            retryDelayMs: 20,
            sourceTlsVerify: true,
            destinationTlsVerify: true,
          };
          const replayed = await replayRun(request as never, rig.host, control());
          return replayed.status === 'complete';
        },
        wrong: async () => {
          expect((await readRun(join(workspace, '.airlock/runs'), 1)).run).toBeDefined();
          return missingOnDisk(workspace, images);
        },
      };
    });
  });
});

async function transferOf(workspace: string): Promise<string> {
  const [name] = await readdir(join(workspace, 'transfers'));
  return join(workspace, 'transfers', name!);
}

async function exported(directory: string, transfer: string, path: string): Promise<boolean> {
  const { status } = await exportToMedia({
    directory,
    transfer,
    destinations: [{ path, label: 'drive' }],
    volumeSize: 400_000,
    tool: 'airlock test',
  });
  return status === 'complete';
}

/** Rebuilds every file of the set only from the drive. */
async function wrongOnDrive(index: Parameters<typeof rebuilt>[0], drive: string): Promise<string[]> {
  const files = await rebuilt(index, (await volumesBelow(drive)).values());
  const wrong = index.volumes.filter(({ name, sha256: hex }) => sha256(files.get(name)!) !== `sha256:${hex}`);
  const folder = dirname([...(await volumesBelow(drive)).values()][0] ?? join(drive, 'x'));
  await readFile(join(folder, 'index.json'));
  return wrong.map(({ name }) => name);
}
