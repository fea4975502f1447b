import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineOptions } from '../core/app/engine-link/fork-engine.ts';
import { hexOf } from '../core/base/image/digest.ts';
import { type Cost, cpuSecondsOf, measured } from './measured.ts';
import { PROGRAM } from './program.ts';
import type { BenchWorld, Traffic } from './world.ts';

const run = promisify(execFile);
const UPLOADER = join(import.meta.dirname, 'plain-upload.ts');
const CURL = ['curl', '-sS', '-Z', '--parallel-max', '16'];

/** One step, one run. Bytes; traffic of both registries. */
export interface Sample extends Omit<Cost, 'output' | 'exitCode'> {
  step: string;
  upstream: Traffic;
  destination: Traffic;
  /** CPU time of the registries and their proxies, s. */
  serversCpuSeconds: number;
  /** What a mirror to disk leaves: the transfers, and the rest of the workspace. */
  left?: { transfers: number; working: number };
}

export interface Bench {
  world: BenchWorld;
  /** Everything that the steps write. */
  directory: string;
  take(sample: Sample): void;
}

/** Measures a command with the world's counters around it. @throws Error when it fails */
export async function step(bench: Bench, name: string, command: string[]): Promise<Sample> {
  const { world } = bench;
  // What the step before left in the page cache must not be written at this one's expense.
  await run('sync');
  await world.resetTraffic();
  const before = serversCpuSeconds(world);
  // With a home directory, Node retains compiled code, as it does for users.
  const environment = { HOME: join(bench.directory, 'home'), ...world.environment };
  const { exitCode: _, output: __, ...cost } = await measured(command, environment);
  const after = serversCpuSeconds(world);
  return { step: name, ...cost, ...(await world.traffic()), serversCpuSeconds: after - before };
}

function serversCpuSeconds({ serverPids }: BenchWorld): number {
  return serverPids().reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}

export function airlock(...args: string[]): string[] {
  return [process.execPath, ...engineOptions([]), PROGRAM, ...args, '--json', '--log-level', 'error'];
}

/** The three workflows, each cold and again, in a fresh folder. */
export async function workflows(bench: Bench): Promise<void> {
  const { world, directory, take } = bench;
  const disk = join(directory, 'disk');
  const state = join(directory, 'state');
  const workspace = join(directory, 'm2m');
  for (const each of [disk, state, workspace]) await rm(each, { recursive: true, force: true });
  const source = '--src-tls-verify=false';
  const destination = '--dest-tls-verify=false';

  const toDisk = airlock('mirror', '-c', world.imageSet, source, `file://${disk}`);
  const cold = await step(bench, 'm2d', toDisk);
  const transfers = await bytesIn(join(disk, 'transfers'));
  take({ ...cold, left: { transfers, working: (await bytesIn(disk)) - transfers } });
  take(await step(bench, 'm2d-again', toDisk));

  await world.wipe();
  const fromDisk = airlock(
    ...[
      'mirror',
      '--from',
      `file://${disk}`,
      '--state',
      state,
      destination,
      `docker://${world.hosts.destination}`,
    ],
  );
  take(await step(bench, 'd2m', fromDisk));
  take(await step(bench, 'd2m-again', fromDisk));

  await world.wipe();
  const between = airlock(
    ...['mirror', '-c', world.imageSet, '--workspace', `file://${workspace}`, source, destination],
    `docker://${world.hosts.destination}`,
  );
  take(await step(bench, 'm2m', between));
  take(await step(bench, 'm2m-again', between));
}

/** The same blobs with nothing but curl, to nowhere. */
export async function curlFloor(bench: Bench, name = 'curl'): Promise<void> {
  const config = join(bench.directory, 'curl.conf');
  await writeFile(
    config,
    curlConfig(bench.world, () => '/dev/null'),
  );
  bench.take(await step(bench, name, [...CURL, '-K', config]));
}

/** The same blobs with curl to files, these files uploaded, and both at the same time: what pushing costs at least. */
export async function uploadFloors(bench: Bench): Promise<void> {
  const { world, directory, take } = bench;
  const files = join(directory, 'blobs');
  await rm(files, { recursive: true, force: true });
  await mkdir(files);
  const config = join(directory, 'curl-files.conf');
  await writeFile(
    config,
    curlConfig(world, (hex) => join(files, hex)),
  );
  take(await step(bench, 'curl-to-files', [...CURL, '-K', config]));
  const upload = [process.execPath, UPLOADER, files, world.hosts.destination];
  await world.wipe();
  take(await step(bench, 'plain-upload', upload));
  const discarded = join(directory, 'curl.conf');
  await writeFile(
    discarded,
    curlConfig(world, () => '/dev/null'),
  );
  await world.wipe();
  const both = 'curl=$1; shift; "$@" & upload=$!; $curl & wait $! && wait $upload';
  take(
    await step(bench, 'curl-and-upload', [
      ...['bash', '-c', both, 'bash'],
      ...[[...CURL, '-K', discarded].join(' '), ...upload],
    ]),
  );
  await rm(files, { recursive: true });
}

function curlConfig({ blobs, hosts }: BenchWorld, output: (hex: string) => string): string {
  return blobs
    .map(
      ({ digest, repository }) =>
        `url = "http://${hosts.upstream}/v2/${repository}/blobs/${digest}"\noutput = "${output(hexOf(digest))}"\n`,
    )
    .join('');
}

/** `skopeo copy --all`, one image after another, as a script would. */
export async function skopeoLoop(bench: Bench): Promise<void> {
  const { world, directory, take } = bench;
  const list = join(directory, 'images.txt');
  const script = join(directory, 'skopeo.sh');
  await writeFile(list, `${world.images.join('\n')}\n`);
  await writeFile(
    script,
    `i=0
while read -r image; do
  i=$((i+1)); path=\${image%%@*}; path=\${path%:*}
  skopeo --insecure-policy copy -q --all --src-tls-verify=false --dest-tls-verify=false \\
    "docker://$2/$image" "docker://$3/$path:i$i" || exit 1
done < "$1"
`,
  );
  await world.wipe();
  take(
    await step(bench, 'skopeo-copy', ['bash', script, list, world.hosts.upstream, world.hosts.destination]),
  );
}

/** The three workflows of oc-mirror v2, with its defaults. @param program its path */
export async function ocMirror(bench: Bench, program: string): Promise<void> {
  const { world, directory, take } = bench;
  const place = (name: string) => join(directory, 'oc-mirror', name);
  await rm(place('.'), { recursive: true, force: true });
  const run = async (name: string, cache: string, ...args: string[]) =>
    take(await step(bench, name, [program, '--v2', '--cache-dir', place(cache), ...args]));
  const tls = ['--src-tls-verify=false', '--dest-tls-verify=false'];
  const to = `docker://${world.hosts.destination}`;
  await run('oc-mirror-m2d', 'cache-a', '-c', world.imageSet, ...tls, `file://${place('disk')}`);
  await run('oc-mirror-m2d-again', 'cache-a', '-c', world.imageSet, ...tls, `file://${place('disk')}`);
  await world.wipe();
  const push = ['-c', world.imageSet, '--from', `file://${place('disk')}`, ...tls, to];
  await run('oc-mirror-d2m', 'cache-b', ...push);
  await run('oc-mirror-d2m-again', 'cache-b', ...push);
  await world.wipe();
  const between = ['-c', world.imageSet, '--workspace', `file://${place('work')}`, ...tls, to];
  await run('oc-mirror-m2m', 'cache-c', ...between);
  await run('oc-mirror-m2m-again', 'cache-c', ...between);
}

/** Mirror to disk next to curl on a line of so many bytes a second. */
export async function cappedLine(bench: Bench, bytesPerSecond: number): Promise<void> {
  const disk = join(bench.directory, 'disk-capped');
  await rm(disk, { recursive: true, force: true });
  await bench.world.line(bytesPerSecond);
  try {
    await curlFloor(bench, 'curl-capped');
    const command = airlock('mirror', '-c', bench.world.imageSet, '--src-tls-verify=false', `file://${disk}`);
    bench.take(await step(bench, 'm2d-capped', command));
  } finally {
    await bench.world.line(0);
    await rm(disk, { recursive: true, force: true });
  }
}

async function bytesIn(directory: string): Promise<number> {
  if (!existsSync(directory)) return 0;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
