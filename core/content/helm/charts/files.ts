import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Header } from 'tar-stream';
import { pack } from 'tar-stream';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { layerEntries } from '../../../base/image/layer-entries.ts';
import { helmIgnore } from './helm-ignore.ts';

/** The files of a chart: path below the chart's own folder, with `/`. */
export type ChartFiles = ReadonlyMap<string, Buffer>;

/** Bytes that a chart may unpack to, sub charts included: what Helm allows. */
export const MOST_BYTES = 100 * 2 ** 20;
const MOST_FILES = 20_000;

/** What unpacking may still cost; sub charts in archives count, too. */
export interface ChartBudget {
  unpacked: number;
}

/**
 * Unpacks a packaged chart in memory; nothing is written.
 * @param subject names the chart in errors
 * @throws AirlockError `archive-hostile` for links, paths that leave the chart, repeated names, and more than charts have;
 * `chart-invalid` when it cannot be unpacked
 */
export async function unpackChart(
  archive: Buffer,
  subject: string,
  budget: ChartBudget = { unpacked: MOST_BYTES },
  signal?: AbortSignal,
): Promise<ChartFiles> {
  const files = new Map<string, Buffer>();
  const once = async function* () {
    yield archive;
  };
  const invalid = (what: string, cause?: unknown) =>
    budget.unpacked < 0
      ? hostile(subject, 'it unpacks to more than charts have')
      : new AirlockError('chart-invalid', `${subject} ${what}`, { side: 'source', cause });
  for await (const { header, content } of layerEntries(once(), {
    budget,
    invalid,
    signal,
  })) {
    const name = nameWithin(header, subject);
    if (name === undefined) continue;
    if (files.has(name)) throw hostile(subject, `it has ${name} twice`);
    if (files.size >= MOST_FILES) throw hostile(subject, `it has more than ${MOST_FILES} files`);
    files.set(name, await buffer(content));
  }
  if (files.size === 0)
    throw new AirlockError('chart-invalid', `${subject} holds no files`, { side: 'source' });
  return files;
}

/** The path below the chart's folder; undefined for what is no file. */
function nameWithin({ name, type }: Header, subject: string): string | undefined {
  const path = name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\0') || steps.includes('..'))
    throw hostile(subject, `${JSON.stringify(name)} leaves the chart`);
  if (type === 'directory') return undefined;
  if (type !== 'file' && type !== 'contiguous-file')
    throw hostile(subject, `${JSON.stringify(name)} is a ${type}, not a file`);
  return steps.length < 2 ? undefined : steps.slice(1).join('/');
}

function hostile(subject: string, what: string): AirlockError {
  return new AirlockError('archive-hostile', `${subject}: ${what}`, { side: 'source' });
}

/**
 * The files of a chart folder, without what its `.helmignore` names. Links are followed, as Helm follows them.
 * @throws AirlockError `disk` for what cannot be read, `chart-invalid` when it is larger than charts are
 */
export async function readChartFolder(directory: string): Promise<ChartFiles> {
  const files = new Map<string, Buffer>();
  const ignore = await readFile(join(directory, '.helmignore'), 'utf8').catch(() => '');
  const isIgnored = helmIgnore(ignore);
  let bytes = 0;
  const walk = async (prefix: string, depth: number): Promise<void> => {
    for (const entry of (await readdir(join(directory, prefix))).sort()) {
      const path = prefix ? `${prefix}/${entry}` : entry;
      const facts = await stat(join(directory, path));
      if (isIgnored(path, facts.isDirectory())) continue;
      if (facts.isFile()) bytes += facts.size;
      if (bytes > MOST_BYTES || files.size > MOST_FILES || depth > 40)
        throw new AirlockError('chart-invalid', `${directory} is larger than charts are`, { side: 'local' });
      if (facts.isDirectory()) await walk(path, depth + 1);
      else if (facts.isFile()) files.set(path, await readFile(join(directory, path)));
    }
  };
  try {
    await walk('', 0);
  } catch (error) {
    throw asAirlockError(error);
  }
  return files;
}

/** The packaged form (`helm package`) of a chart's files: the same bytes for the same files. */
export async function packChart(name: string, files: ChartFiles): Promise<Buffer> {
  const archive = pack();
  const packed = buffer(archive.pipe(createGzip({ level: 9 })));
  for (const path of [...files.keys()].sort())
    archive.entry({ name: `${name}/${path}`, mode: 0o644, mtime: new Date(0) }, files.get(path)!);
  archive.finalize();
  return packed;
}
