// npm run bench:large-set [-- --entries 250000,1000000] [--state DIR]: what importing and verifying a set of so many entries costs.
// Linux only: it reads /proc.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { sha256 } from '../core/base/image/sha256.ts';
import { blobName, layerLink } from '../core/store/set-format/entry-names.ts';
import { END_BYTES, encodeHeader, padded } from '../core/store/set-format/tar-header.ts';
import { measured } from './measured.ts';
import { airlock } from './steps.ts';

const MiB = 2 ** 20;
const CREATED = '2026-11-22T12:00:00Z';
const MTIME = Date.parse(CREATED) / 1000;
const LINKS_OF_REPOSITORY = 10;

const { values } = parseArgs({
  options: { entries: { type: 'string', default: '250000,1000000' }, state: { type: 'string' } },
});
const root = values.state ?? (await mkdtemp(join(tmpdir(), 'airlock-bench-large-set-')));
try {
  process.stdout.write('| entries | index MiB | command | wall s | CPU s | peak MiB | load before |\n');
  process.stdout.write('| --- | --- | --- | --- | --- | --- | --- |\n');
  for (const entries of values.entries.split(',').map(Number)) await measure(entries);
} finally {
  if (!values.state) await rm(root, { recursive: true, force: true });
}

async function measure(entries: number): Promise<void> {
  const [drive, received] = [join(root, 'drive'), join(root, 'received')];
  for (const each of [drive, received]) await rm(each, { recursive: true, force: true });
  await writeSet(drive, entries);
  const index = (await stat(join(drive, 'index.json'))).size / MiB;
  for (const [name, ...command] of [
    ['media import', 'media', 'import', '--from', drive, `file://${received}`],
    ['verify', 'verify', `file://${received}`],
  ] as [string, ...string[]][]) {
    const load = loadavg()[0]!;
    const { wallSeconds, cpuSeconds, peakBytes } = await measured(airlock(...command), { HOME: root });
    const cells = [entries, index.toFixed(0), name, wallSeconds.toFixed(1), cpuSeconds.toFixed(1)];
    process.stdout.write(`| ${[...cells, (peakBytes / MiB).toFixed(0), load.toFixed(1)].join(' | ')} |\n`);
  }
  for (const each of [drive, received]) await rm(each, { recursive: true, force: true });
}

/** Writes a complete set: half of the entries are blobs of a few bytes, half are links to them. */
async function writeSet(directory: string, entries: number): Promise<void> {
  await mkdir(directory, { recursive: true });
  const tar = createWriteStream(join(directory, 'mirror_000001.tar'), { highWaterMark: MiB });
  const index = createWriteStream(join(directory, 'index.json'), { highWaterMark: MiB });
  const complete = createHash('sha256');
  const head = { format: 2, transfer: 'bench-0001', enclave: 'bench', number: 1, created: CREATED };
  const text = JSON.stringify({ ...head, tool: 'bench', status: 'complete' }).slice(0, -1);
  index.write(
    `${text},"images":[],"failed":[],"earlier":[],"volumes":[{"name":"mirror_000001.tar","entries":[`,
  );
  let offset = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    complete.update(bytes);
    if (!tar.write(bytes)) await once(tar, 'drain');
  };
  const blobs = Math.ceil(entries / 2);
  for (let entry = 0; entry < entries; entry++) {
    const blob = Buffer.from(`content ${entry % blobs}`);
    const digest = sha256(blob);
    const repository = `bench/image-${Math.floor(entry / LINKS_OF_REPOSITORY)}`;
    const name = entry < blobs ? blobName(digest) : layerLink(repository, digest);
    const content = entry < blobs ? blob : Buffer.from(digest);
    const header = encodeHeader({ name, size: content.length, mtime: MTIME });
    const padding = Buffer.alloc(padded(content.length) - content.length);
    await write(Buffer.concat([header, content, padding]));
    const line = `${entry === 0 ? '' : ','}${JSON.stringify([name, offset, content.length])}`;
    if (!index.write(line)) await once(index, 'drain');
    offset += header.length + content.length + padding.length;
  }
  await write(Buffer.alloc(END_BYTES));
  index.end(`],"size":${offset + END_BYTES},"sha256":"${complete.digest('hex')}"}]}\n`);
  tar.end();
  await Promise.all([finished(tar), finished(index)]);
}
