import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OCI_MANIFEST } from '../../core/base/image/media-types.ts';
import { sha256 } from '../../core/base/image/sha256.ts';
import { airlock } from '../../core/mirror/airlock-process.fixture.ts';
import {
  additionalConfig,
  type ExpectedImage,
  missingOnDisk,
  newRig,
  type Rig,
  toDisk,
} from '../../core/mirror/mirror.fixture.ts';
import { pushBlob, pushManifest } from '../../core/registry/server/sample-image.fixture.ts';
import { FULL, rounds, SEED, seededRandom } from '../effort.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';

const ROUNDS = rounds(6, 300);
/** One in this number of rounds runs `airlock` as a process; the others run the same code in this process. */
const PROCESS_EVERY = FULL ? 10 : 6;
const MIB = 2 ** 20;
const OCI_CONFIG = 'application/vnd.oci.image.config.v1+json';
const OCI_LAYER = 'application/vnd.oci.image.layer.v1.tar';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Pushes an image with layers of these sizes and returns what an archive must contain. */
async function pushRandomImage(repository: string, layerSizes: number[]): Promise<ExpectedImage> {
  const { upstream } = rig.world;
  const layers = layerSizes.map((size) => randomBytes(size));
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      rootfs: { type: 'layers', diff_ids: layers.map(sha256) },
    }),
  );
  const part = (mediaType: string) => (bytes: Buffer) => ({
    mediaType,
    digest: sha256(bytes),
    size: bytes.length,
  });
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: OCI_MANIFEST,
      config: part(OCI_CONFIG)(config),
      layers: layers.map(part(OCI_LAYER)),
    }),
  );
  for (const blob of [config, ...layers])
    expect((await pushBlob(upstream.url, repository, blob)).status).toBe(201);
  expect((await pushManifest(upstream.url, repository, 'v1', manifest, OCI_MANIFEST)).status).toBe(201);
  return {
    source: `${upstream.host}/${repository}:v1`,
    destination: `${repository}:v1`,
    digest: sha256(manifest),
    manifests: [part(OCI_MANIFEST)(manifest)],
    blobs: [config, ...layers].map(part(OCI_LAYER)),
    attachments: [],
  };
}

const between = (random: () => number, from: number, to: number) => Math.floor(from + random() * (to - from));

interface Ending {
  exitCode: number | null;
  code: string;
  message: string;
}

/** Mirrors to the disk and returns the result of the run, in this process or in a separate one. */
async function runMirror(workspace: string, config: string, inProcess: boolean): Promise<Ending> {
  if (!inProcess) {
    const { code, result, stderr } = await airlock(rig, [
      'mirror',
      ...['-c', config, '--src-tls-verify=false', '--retry-delay=60ms', `file://${workspace}`],
    ]).ended;
    return {
      exitCode: code,
      code: String(result?.code ?? result?.status),
      message: String(result?.message ?? stderr),
    };
  }
  try {
    const { status, exitCode, failures } = await toDisk(rig, workspace, config, { sourceTlsVerify: false });
    return { exitCode, code: status, message: failures.map(({ message }) => message).join('; ') };
  } catch (error) {
    const { exitCode, code, message } = error as Ending;
    return { exitCode, code, message };
  }
}

/** Returns what Debian's tar and sha256sum find wrong with the archives under a workspace's transfers. */
async function readBack(workspace: string, scratch: string): Promise<string[]> {
  const wrong: string[] = [];
  const transfers = join(workspace, 'transfers');
  for (const name of await readdir(transfers)) {
    const volumes = (await readdir(join(transfers, name))).filter((file) => file.endsWith('.tar'));
    if (volumes.length === 0) wrong.push(`${name} has no archive file`);
    for (const volume of volumes) {
      const path = join(transfers, name, volume);
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch, { recursive: true });
      try {
        const options = { encoding: 'utf8', stdio: 'pipe' } as const;
        const listed = execFileSync('tar', ['-tf', path], options).trim().split('\n');
        execFileSync('tar', ['-xf', path, '-C', scratch], options);
        const blobs = listed.filter((entry) => entry.endsWith('/data'));
        const sums = execFileSync('sha256sum', blobs, { ...options, cwd: scratch })
          .trim()
          .split('\n');
        for (const [i, line] of sums.entries())
          if (!blobs[i]!.includes(line.slice(0, 64))) wrong.push(`${path}: ${blobs[i]} is damaged`);
      } catch (error) {
        wrong.push(`${path}: ${(error as { stderr?: string }).stderr ?? error}`);
      }
    }
  }
  return wrong;
}

test(
  'an archive that is reported as complete can be read completely, even if the disk was full before',
  async () => {
    const tally = { complete: 0, full: 0, fullRuns: 0, firstTry: 0, processes: 0 };
    for (let round = 1; round <= ROUNDS; round++) {
      const random = seededRandom(SEED + round);
      const what = `round ${round}, STRESS_SEED=${SEED}`;
      const wanted: ExpectedImage[] = [];
      for (let image = between(random, 1, 4); image > 0; image--) {
        const sizes = Array.from({ length: between(random, 1, 6) }, () =>
          between(random, 1, random() < 0.3 ? 20_000 : 2 * MIB),
        );
        wanted.push(await pushRandomImage(`stress/r${round}-i${image}`, sizes));
      }
      const bytes = wanted.flatMap(({ blobs }) => blobs).reduce((sum, { size }) => sum + size, 0);
      const config = await additionalConfig(
        rig.place('stress.yaml'),
        wanted.map(({ source }) => source),
      );
      const disk: SmallDisk = await smallDisk({
        mountPoint: rig.place('disk'),
        bytes: Math.ceil(bytes * 1.3) + 3 * MIB,
      });
      try {
        const workspace = join(disk.root, 'workspace');
        const inProcess = round % PROCESS_EVERY !== 0;
        if (!inProcess) tally.processes++;
        let ending: Ending | undefined;
        for (let attempt = between(random, 1, 4); attempt > 0; attempt--) {
          await disk.fill(between(random, 0, bytes * 1.1));
          ending = await runMirror(workspace, config, inProcess);
          if (ending.exitCode === 0) break;
          expect(ending, what).toMatchObject({ exitCode: 4, code: 'disk-full' });
          tally.fullRuns++;
        }
        if (ending?.exitCode === 0) tally.firstTry++;
        else tally.full++;
        await disk.empty();
        expect(await runMirror(workspace, config, inProcess), what).toEqual({
          exitCode: 0,
          code: 'complete',
          message: '',
        });
        tally.complete++;
        expect(await missingOnDisk(workspace, wanted), what).toEqual([]);
        expect(await readBack(workspace, rig.place('extracted')), what).toEqual([]);
      } finally {
        await disk[Symbol.asyncDispose]();
      }
    }
    console.log(
      `disk-full-mirror: ${ROUNDS} rounds (${tally.processes} as processes), ${tally.full} met a full disk in ${tally.fullRuns} runs, ` +
        `${tally.firstTry} had room, ${tally.complete} archives complete and read back whole; STRESS_SEED=${SEED}`,
    );
  },
  4 * 3_600_000,
);
