// npm run bench:memory [-- --images 5000,20000,40000] [--retained] [--state DIR]: the most memory that each workflow takes as a
// process of its own, by the number of images, and how much of it each further image adds. With --retained Node collects
// garbage almost at once, so that figures show what a workflow retains; it's slower then. Linux only: it reads /proc.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { deletionOf, tinyWorld } from './many-images.ts';
import { type Cost, measured } from './measured.ts';
import { airlock } from './steps.ts';

const MiB = 2 ** 20;
const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '5000,20000,40000' },
    retained: { type: 'boolean', default: false },
    state: { type: 'string' },
  },
});
const counts = values.images.split(',').map(Number);
const COLLECT_OFTEN = ['--max-semi-space-size=1', '--heap-growing-percent=10'];
const root = values.state ?? (await mkdtemp(join(tmpdir(), 'airlock-bench-memory-')));

/** What one workflow cost with so many images. */
interface Figure extends Pick<Cost, 'wallSeconds' | 'cpuSeconds' | 'peakBytes'> {
  step: string;
  images: number;
  /** Of the host, before it began. */
  load: number;
}

const figures: Figure[] = [];
try {
  for (const images of counts) await workflowsOver(images);
} finally {
  if (!values.state) await rm(root, { recursive: true, force: true });
}
process.stdout.write(`${table()}\n`);

/** Runs every workflow once over a new world; each needs what the ones before it left. */
async function workflowsOver(images: number): Promise<void> {
  const directory = join(root, String(images));
  const world = await tinyWorld(directory, images);
  const at = (name: string): string => join(directory, name);
  const [disk, drive, received] = [at('disk'), at('drive'), at('received')];
  const tls = ['--src-tls-verify=false', '--dest-tls-verify=false'];
  const run = async (step: string, ...args: string[]): Promise<Record<string, unknown>> => {
    // What an earlier step left to be written must not count against this one.
    await promisify(execFile)('sync');
    const load = loadavg()[0]!;
    const [program, ...rest] = airlock(...args) as [string, ...string[]];
    const command = [program, ...(values.retained ? COLLECT_OFTEN : []), ...rest];
    const { wallSeconds, cpuSeconds, peakBytes, output } = await measured(command, world.environment);
    figures.push({ step, images, wallSeconds, cpuSeconds, peakBytes, load });
    process.stderr.write(
      `${images} ${step}: ${(peakBytes / MiB).toFixed(0)} MiB, ${wallSeconds.toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s, load ${load.toFixed(1)}\n`,
    );
    return JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, unknown>;
  };
  try {
    await mkdir(drive);
    const first = at('first.yaml');
    const text = await readFile(world.imageSet, 'utf8');
    // The last image comes with a second transfer, so that the first one can be pruned.
    await writeFile(first, text.replace(/ {2}- name: [^\n]*\n$/, ''));
    const disc = at('delete.yaml');
    await writeFile(disc, deletionOf(text));
    const workspace = `file://${disk}`;
    const state = ['--state', at('state')];
    const [a, b] = [`docker://${world.hosts.destination}`, `docker://${world.hosts.destination}/other`];
    const toDisk = (file: string) => ['mirror', '-c', file, ...tls, workspace];
    await run('mirror to disk', ...toDisk(first));
    await run('mirror to disk, unchanged', ...toDisk(first));
    await run('mirror to disk, one more image', ...toDisk(world.imageSet));
    await run('push', 'mirror', '--from', workspace, ...state, ...tls, a);
    await run('push, unchanged', 'mirror', '--from', workspace, ...state, ...tls, a);
    await run(
      'registry to registry',
      ...['mirror', '-c', world.imageSet, '--workspace', `file://${at('across')}`, ...tls, b],
    );
    await run('verify', 'verify', workspace);
    await run('media export', 'media', 'export', '--transfer', 'default-0001', '--to', drive, workspace);
    await run('media import', 'media', 'import', '--from', drive, `file://${received}`);
    const deletion = ['--dest-tls-verify=false', ...state, a];
    const keep = at('keep.yaml');
    await writeFile(
      keep,
      text.replace(/( {2}- name: [^\n]*\n)+$/, (names) => names.split('\n').at(-2)!),
    );
    const { files } = (await run(
      'delete --generate',
      ...['delete', '--generate', '-c', disc, '--keep', keep, '--workspace', workspace, ...deletion],
    )) as { files: string[] };
    await run('delete', 'delete', '--delete-yaml-file', files[0]!, ...deletion);
    const { sets } = (await run('transfers code', 'transfers', 'code', `file://${received}`)) as {
      sets: { code: string }[];
    };
    await run('transfers ack', 'transfers', 'ack', sets[0]!.code, workspace);
    await run('workspace prune', 'workspace', 'prune', '--yes', workspace);
  } finally {
    await world.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The figures in Markdown. The slope is that between the fewest and the most images. */
function table(): string {
  const [few, many] = [Math.min(...counts), Math.max(...counts)];
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const lines = [...new Set(figures.map(({ step }) => step))].map((step) => {
    const of = (images: number) => figures.find((each) => each.step === step && each.images === images);
    const slope = ((of(many)?.peakBytes ?? 0) - (of(few)?.peakBytes ?? 0)) / 1024 / (many - few || 1);
    return row([
      step,
      ...counts.map((images) => ((of(images)?.peakBytes ?? 0) / MiB).toFixed(0)),
      slope.toFixed(1),
      ((1000 * (of(many)?.wallSeconds ?? 0)) / many).toFixed(2),
      ((1000 * (of(many)?.cpuSeconds ?? 0)) / many).toFixed(2),
    ]);
  });
  const head = [
    'workflow',
    ...counts.map((images) => `${images} images, peak MiB`),
    'KiB per further image',
    `ms per image at ${many}`,
    'CPU ms per image',
  ];
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}
