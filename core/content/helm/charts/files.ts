import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import type { Header } from 'tar-stream';
import { pack } from 'tar-stream';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { layerEntries } from '../../../base/image/layer-entries.ts';
import { t } from '../messages.ts';
import { helmIgnore } from './helm-ignore.ts';

/** The files of a chart by their path below the chart's folder, with `/`. */
export type ChartFiles = ReadonlyMap<string, Buffer>;

/** Helm's limit for the unpacked size of a chart with its subcharts, in bytes. */
export const MOST_BYTES = 100 * 2 ** 20;
const MOST_FILES = 20_000;

/** The remaining budget for unpacking, including subcharts in archives. */
export interface ChartBudget {
  unpacked: number;
}

/**
 * Unpacks a packaged chart in memory, without writing anything.
 * @param subject name of the chart in errors
 * @throws AirlockError `archive-hostile` for links, paths outside of the chart, repeated names, and exceeded limits;
 * `chart-invalid` if it can't be unpacked
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
  const invalid = (reason: string, cause?: unknown) =>
    budget.unpacked < 0
      ? hostile(subject, t('unpackedTooLarge'))
      : new AirlockError('chart-invalid', t('fault', { chart: subject, fault: reason }), {
          side: 'source',
          cause,
        });
  for await (const { header, content } of layerEntries(once(), {
    budget,
    invalid,
    signal,
  })) {
    const name = nameWithin(header, subject);
    if (name === undefined) continue;
    if (files.has(name)) throw hostile(subject, t('fileTwice', { file: name }));
    if (files.size >= MOST_FILES) throw hostile(subject, t('tooManyFiles', { limit: MOST_FILES }));
    files.set(name, await buffer(content));
  }
  if (files.size === 0)
    throw new AirlockError('chart-invalid', t('empty', { chart: subject }), { side: 'source' });
  return files;
}

/** Returns the path below the chart's folder; undefined for a directory. */
function nameWithin({ name, type }: Header, subject: string): string | undefined {
  const path = name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\0') || steps.includes('..'))
    throw hostile(subject, t('pathOutside', { path: JSON.stringify(name) }));
  if (type === 'directory') return undefined;
  if (type !== 'file' && type !== 'contiguous-file')
    throw hostile(subject, t('notAFile', { path: JSON.stringify(name), type: type ?? '' }));
  return steps.length < 2 ? undefined : steps.slice(1).join('/');
}

function hostile(chart: string, fault: string): AirlockError {
  return new AirlockError('archive-hostile', t('problem', { chart, fault }), { side: 'source' });
}

/**
 * Reads the files of a chart folder, except those in its `.helmignore`. Links are followed, like in Helm.
 * @throws AirlockError `disk` for unreadable files, `chart-invalid` if it exceeds the limits of charts
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
        throw new AirlockError('chart-invalid', t('chartTooLarge', { chart: directory }), { side: 'local' });
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

/** Packages a chart's files like `helm package`. The same files result in the same bytes. */
export async function packChart(name: string, files: ChartFiles): Promise<Buffer> {
  const archive = pack();
  const packed = buffer(archive.pipe(createGzip({ level: 9 })));
  for (const path of [...files.keys()].sort())
    archive.entry({ name: `${name}/${path}`, mode: 0o644, mtime: new Date(0) }, files.get(path)!);
  archive.finalize();
  return packed;
}
