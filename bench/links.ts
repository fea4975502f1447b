// npm run bench:links [-- --runs N] [--state DIR]: mirrors over links with long round trips and with loss, which a registry imitates,
// and curl over the same links. Linux only: it reads /proc. Needs 1 GiB of free space.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ACCEPT_MANIFESTS } from '../core/base/image/media-types.ts';
import { positiveInteger } from './arguments.ts';
import { largeWorld } from './large-layers.ts';
import { spreadText, table, withFigures } from './report.ts';
import type { ServedWorld } from './served-world.ts';
import { airlock, type Sample, step } from './steps.ts';
import type { Place } from './world.ts';

const MB = 1e6;
const MiB = 2 ** 20;
const LINE = 100 * MB;
/** Bytes in flight on a connection: the most of `net.ipv4.tcp_rmem` by default. */
const WINDOW = 6 * MiB;
/** Connections of curl, as many as Airlock uses. */
const CONNECTIONS = 20;
/** Bytes of a packet with content. */
const SEGMENT = 1460;

/** Round trip in ms, lost packets of 100, and the image. */
interface Case {
  place: Place;
  roundTripMs: number;
  lossPercent: number;
  gibibytes: number;
  layerMebibytes: number;
}

const CASES: Case[] = [
  { place: 'upstream', roundTripMs: 10, lossPercent: 0, gibibytes: 1, layerMebibytes: 1024 },
  { place: 'upstream', roundTripMs: 200, lossPercent: 0, gibibytes: 1, layerMebibytes: 1024 },
  { place: 'upstream', roundTripMs: 200, lossPercent: 0, gibibytes: 1, layerMebibytes: 128 },
  { place: 'upstream', roundTripMs: 10, lossPercent: 1, gibibytes: 0.25, layerMebibytes: 256 },
  { place: 'upstream', roundTripMs: 200, lossPercent: 1, gibibytes: 0.03125, layerMebibytes: 32 },
  { place: 'destination', roundTripMs: 200, lossPercent: 0, gibibytes: 1, layerMebibytes: 128 },
];

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, state: { type: 'string' } },
});
const runs = positiveInteger('runs', values.runs);
const root = values.state ?? (await mkdtemp(join(tmpdir(), 'airlock-bench-links-')));
const load = loadavg()[0]!;
const rows: string[][] = [];
try {
  for (const [number, link] of CASES.entries()) {
    const { place, roundTripMs, lossPercent, gibibytes, layerMebibytes } = link;
    const directory = join(root, `world-${number}`);
    const disk = join(root, 'disk');
    const world = await largeWorld(directory, gibibytes, layerMebibytes * MiB);
    const perConnection = bytesPerSecond(link);
    const samples: Sample[] = [];
    const curl: number[] = [];
    try {
      const toDisk = airlock('mirror', '-c', world.imageSet, '--src-tls-verify=false', `file://${disk}`);
      await rm(disk, { recursive: true, force: true });
      if (place === 'destination') await step({ world, directory: root, take() {} }, `set ${number}`, toDisk);
      world.slow(place, { latencyMs: roundTripMs, bytesPerSec: perConnection, totalBytesPerSec: LINE });
      for (let run = 0; run < runs; run++) {
        if (place === 'upstream') {
          curl.push(await curlSeconds(world, link));
          await rm(disk, { recursive: true, force: true });
        }
        const push = ['--from', `file://${disk}`, '--state', join(directory, `state-${run}`)];
        const to = ['--dest-tls-verify=false', `docker://${world.hosts.destination}/${run}`];
        const command = place === 'upstream' ? toDisk : airlock('mirror', ...push, ...to);
        const sample = await step({ world, directory: root, take() {} }, `link ${number}`, command);
        samples.push(sample);
        process.stderr.write(
          `${JSON.stringify(link)}: ${sample.wallSeconds.toFixed(2)} s, curl ${curl.at(-1)?.toFixed(2) ?? 'not run'}\n`,
        );
      }
    } finally {
      await world.close();
      await rm(directory, { recursive: true, force: true });
    }
    const bytes = gibibytes * 1024 * MiB;
    rows.push([
      place === 'upstream' ? 'mirror to disk' : 'push',
      `${roundTripMs} ms`,
      `${lossPercent} %`,
      (perConnection / MB).toFixed(2),
      `${Math.max(1, Math.round((gibibytes * 1024) / layerMebibytes))} of ${layerMebibytes} MiB`,
      spreadText(
        samples.map((s) => s.wallSeconds),
        1,
      ),
      spreadText(
        samples.map((s) => bytes / MB / s.wallSeconds),
        1,
      ),
      curl.length > 0 ? spreadText(curl, 1) : '',
      (bytes / perConnection).toFixed(1),
      (bytes / LINE).toFixed(1),
    ]);
  }
} finally {
  if (!values.state) await rm(root, { recursive: true, force: true });
}

const figures = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}. The load average before was ${load.toFixed(1)}. Each cell is the median of ${runs} runs (lowest to highest).`,
  table(
    [
      'workflow',
      'round trip',
      'loss',
      'MB/s of a connection',
      'layers',
      'wall s',
      'MB/s',
      's with curl',
      's over one connection',
      's at 100 MB/s',
    ],
    rows,
  ),
].join('\n\n');
process.stdout.write(`${figures}\n`);
if (runs === 3) {
  const document = join(import.meta.dirname, 'RESULTS.md');
  await writeFile(document, withFigures(await readFile(document, 'utf8'), figures, 'links'));
}

/** Fetches the layers with curl, in equal parts over as many connections as Airlock uses, and writes nothing. Returns s. */
async function curlSeconds({ hosts }: ServedWorld, { gibibytes, layerMebibytes }: Case): Promise<number> {
  const repository = `http://${hosts.upstream}/v2/large/image-0`;
  const response = await fetch(`${repository}/manifests/v1`, {
    headers: { accept: ACCEPT_MANIFESTS.join() },
  });
  const { layers } = (await response.json()) as { layers: { digest: string }[] };
  const size = layerMebibytes * MiB;
  const parts = Math.max(1, Math.floor((CONNECTIONS * layerMebibytes) / (gibibytes * 1024)));
  const start = performance.now();
  await Promise.all(
    layers.flatMap(({ digest }) =>
      Array.from({ length: parts }, (_, part) => {
        const [from, to] = [part, part + 1].map((at) => Math.floor((size * at) / parts));
        const range = ['-r', `${from}-${to! - 1}`, '-o', '/dev/null', '-sSf'];
        return promisify(execFile)('curl', [...range, `${repository}/blobs/${digest}`]);
      }),
    ),
  );
  return (performance.now() - start) / 1000;
}

/**
 * Returns the rate of one connection: its window for each round trip, and with loss the rate of Mathis et al. (The macroscopic
 * behavior of the TCP congestion avoidance algorithm, 1997).
 */
function bytesPerSecond({ roundTripMs, lossPercent }: Case): number {
  const byWindow = WINDOW / (roundTripMs / 1000);
  if (lossPercent === 0) return byWindow;
  const byLoss = (SEGMENT * 1.22) / ((roundTripMs / 1000) * Math.sqrt(lossPercent / 100));
  return Math.min(byWindow, byLoss);
}
