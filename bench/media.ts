// node bench/media.ts [--bytes N] [--runs N] [--at DIR]: what media export and import cost beside `cp` and `sha256sum` of the
// same bytes. With --runs nothing is written into RESULTS.md. Linux only: it reads /proc.
import { createHash, randomFillSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { airlockDirectory } from '../core/base/files/airlock-directory.ts';
import { SetWriter } from '../core/store/archive/write/set-writer.ts';
import { spread } from './bars.ts';
import { type Cost, measured } from './measured.ts';
import { withFigures } from './report.ts';
import { airlock } from './steps.ts';

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const BLOB = 16 * 1024 * 1024;
const MB = 1e6;
const TRANSFER = 'bench-0001';
const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: String(2 ** 30) },
    runs: { type: 'string' },
    at: { type: 'string', default: tmpdir() },
  },
});
const runs = Number(values.runs ?? 5);
const bytes = Number(values.bytes);

const root = await mkdtemp(join(values.at, 'airlock-bench-media-'));
const samples = new Map<string, Cost[]>();
const loads: number[] = [];
try {
  const set = await syntheticSet(join(root, 'workspace'));
  const [copy, drive, received] = ['copy', 'stick', 'received'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const exporting = airlock(
    'media',
    'export',
    '--transfer',
    TRANSFER,
    '--to',
    drive,
    `file://${join(root, 'workspace')}`,
  );
  // One after another in each round: what else runs on the machine meets all of them.
  for (let run = 0; run < runs; run++) {
    loads.push(loadavg()[0]!);
    await take('cp + sync', shell(`cp -r ${set} ${copy} && sync -f ${copy}`));
    await take('sha256sum of the copy, in memory', shell(`sha256sum ${copy}/*.tar`));
    await take(
      'sha256sum of the copy, from the disk',
      shell(`for f in ${copy}/*.tar; do dd if=$f iflag=direct bs=2M status=none | sha256sum; done`),
    );
    await rm(copy, { recursive: true });
    await fresh();
    await take('media export --no-read-back', [...exporting, '--no-read-back']);
    await fresh();
    await take('media export', exporting);
    await take('media import', airlock('media', 'import', '--from', drive, `file://${received}`));
    await rm(received, { recursive: true });
  }

  async function fresh(): Promise<void> {
    await rm(drive, { recursive: true, force: true });
    await mkdir(drive);
    await rm(join(root, 'workspace/.airlock/enclaves/bench/exports'), {
      recursive: true,
      force: true,
    });
  }
} finally {
  await rm(root, { recursive: true, force: true });
}

const figures = report();
process.stdout.write(`${figures}\n`);
if (values.runs === undefined)
  await writeFile(RESULTS, withFigures(await readFile(RESULTS, 'utf8'), figures, 'media'));

async function take(name: string, command: string[]): Promise<void> {
  // What an earlier step left to be written must not count against this one.
  await measured(shell('sync'));
  samples.set(name, [...(samples.get(name) ?? []), await measured(command)]);
}

function shell(script: string): string[] {
  return ['/bin/sh', '-c', script];
}

/** A whole set of blobs that nothing compresses. @returns its folder */
async function syntheticSet(workspace: string): Promise<string> {
  const directory = join(workspace, 'transfers', TRANSFER);
  const writer = await SetWriter.open({ directory: `${directory}.partial`, name: TRANSFER });
  for (let written = 0; written < bytes; written += BLOB) {
    const blob = randomFillSync(Buffer.allocUnsafe(Math.min(BLOB, bytes - written)));
    await writer.putBytes(`sha256:${createHash('sha256').update(blob).digest('hex')}`, blob);
  }
  await writer.finish({ enclave: 'bench', number: 1, tool: 'bench', links: [], files: [] });
  await mkdir(airlockDirectory(workspace), { recursive: true });
  await writeFile(airlockDirectory(workspace, 'format.json'), '{"format":2}\n');
  return directory;
}

function report(): string {
  const seconds = (name: string) => spread((samples.get(name) ?? []).map(({ wallSeconds }) => wallSeconds));
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const row = (name: string): string[] => {
    const { median, least, most } = seconds(name);
    const of = samples.get(name) ?? [];
    return [
      name,
      String(of.length),
      `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
      spread(of.map(({ cpuSeconds }) => cpuSeconds)).median.toFixed(2),
      (spread(of.map(({ peakBytes }) => peakBytes)).median / MB).toFixed(0),
      (bytes / MB / median).toFixed(0),
    ];
  };
  const compare = (name: string, floor: string[], words: string): string[] => {
    const sum = (of: 'median' | 'least') => floor.reduce((all, each) => all + seconds(each)[of], 0);
    const ratio = (of: 'median' | 'least') => (seconds(name)[of] / sum(of)).toFixed(2);
    return [name, words, ratio('median'), ratio('least')];
  };
  const [cp, memory, disk] = [...samples.keys()] as [string, string, string];
  const most = Math.max(...loads).toFixed(1);
  return [
    `${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores of ${cpus()[0]!.model.trim()}, Node ${process.version}. The load average before the rounds was ${Math.min(...loads).toFixed(1)} to ${most}, from other programs. ${(bytes / MB).toFixed(0)} MB in blobs of ${(BLOB / MB).toFixed(0)} MB, source and drive on one disk. Each cell is the median (lowest to highest).`,
    '',
    line(['step', 'runs', 'wall s', 'CPU s', 'peak MB', 'MB/s']),
    line(['---', '---', '---', '---', '---', '---']),
    ...[...samples.keys()].map((name) => line(row(name))),
    '',
    line(['', 'beside', 'times, median', 'times, least']),
    line(['---', '---', '---', '---']),
    line(compare('media export', [cp, disk], `${cp}, then ${disk}`)),
    line(compare('media export', [cp, memory], `${cp}, then ${memory}`)),
    line(compare('media export --no-read-back', [cp, memory], `${cp}, then ${memory}`)),
    line(compare('media import', [cp, memory], `${cp}, then ${memory}`)),
  ].join('\n');
}
