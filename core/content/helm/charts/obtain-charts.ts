import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { WorkingFiles } from '../../../base/collected/collected.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { readChart } from './chart.ts';
import { type ChartFiles, MOST_BYTES, packChart, readChartFolder, unpackChart } from './files.ts';
import { chooseOciVersion, fetchOciChart, type OciChart, ociChart } from './oci-chart.ts';
import {
  type ChartIndex,
  type ChartSources,
  chartUrl,
  fetchChart,
  fetchIndex,
  type IndexEntry,
  indexUrl,
  readIndex,
  repositoryUrl,
  shownUrl,
} from './repository.ts';
import { type ChartName, type ChartRequest, indexFile, savedChart } from './saved-charts.ts';
import { chooseVersion } from './versions.ts';

/** A chart that a request came to; getting it may fail on its own. */
export interface WantedChart extends ChartName {
  /** Of the archive, where it is known before that is had. */
  digest?: string;
  /** @throws AirlockError of network and content */
  archive(): Promise<Buffer>;
}

/**
 * A chart on this host, as it is or packed. Relative paths count from the configuration's folder.
 * @throws AirlockError `chart-unknown` when there is none, `chart-invalid`, `archive-hostile`, `disk`
 */
export async function localChart(
  path: string,
  directory: string,
  signal?: AbortSignal,
): Promise<WantedChart> {
  const full = resolve(directory, path);
  const facts = await stat(full).catch(() => undefined);
  if (!facts)
    throw new AirlockError('chart-unknown', `there is no chart at ${full}`, {
      side: 'local',
      remedy: 'Write the path of a chart folder or a .tgz of one.',
    });
  let packed: Buffer | undefined;
  let files: ChartFiles;
  if (facts.isDirectory()) files = await readChartFolder(full);
  else {
    if (facts.size > MOST_BYTES)
      throw new AirlockError('chart-invalid', `${full} is larger than charts are`, { side: 'local' });
    packed = await readFile(full).catch((error: unknown) => {
      throw asAirlockError(error);
    });
    files = await unpackChart(packed, full, undefined, signal);
  }
  const { name, version } = await readChart(files, full);
  const archive = packed ?? (await packChart(name, files));
  return { name, version, archive: async () => archive };
}

/** What repositories give, each index asked for once. */
export interface Repositories {
  /** @throws AirlockError `chart-unknown`, `config-invalid`, and those of the network */
  wanted(request: ChartRequest & { kind: 'repository' }): Promise<WantedChart[]>;
}

/** @param files saved charts are not fetched again where their digest is known; an index is saved where all of it is wanted */
export function repositoriesOf(
  sources: ChartSources,
  files: WorkingFiles,
  signal?: AbortSignal,
): Repositories {
  const indexes = new Map<string, Promise<{ bytes: Buffer; index: ChartIndex }>>();
  const indexOf = (repository: URL) => {
    const known = indexes.get(repository.href);
    if (known) return known;
    const requested = fetchIndex(repository, sources, signal).then((bytes) => ({
      bytes,
      index: readIndex(bytes, shownUrl(indexUrl(repository))),
    }));
    indexes.set(repository.href, requested);
    return requested;
  };
  const fromIndex = (entry: IndexEntry, repository: URL): WantedChart => ({
    name: entry.name,
    version: entry.version,
    async archive() {
      const saved = entry.digest ? await savedChart(files, entry) : undefined;
      if (saved && sha256(saved.archive) === `sha256:${entry.digest}`) return saved.archive;
      const address = chartUrl(entry, repository);
      if (address.protocol !== 'oci:') return fetchChart(address, entry, repository, sources, signal);
      const [, path, tag] = /^\/(.+?)(?::([^/:]+))?$/.exec(address.pathname) ?? [];
      return fromRegistry({ host: address.host, repository: path ?? '' }, entry, tag).archive();
    },
  });
  const fromRegistry = (chart: OciChart, name: ChartName, tag = name.version): WantedChart => ({
    ...name,
    archive: () =>
      fetchOciChart(
        chart,
        tag,
        sources.registries,
        async ({ digest }) => {
          const saved = await savedChart(files, name);
          return saved && sha256(saved.archive) === digest ? saved.archive : undefined;
        },
        signal,
      ),
  });
  return {
    async wanted({ repository: { url }, chart }) {
      const repository = repositoryUrl(url);
      if (repository.protocol === 'oci:') {
        if (!chart)
          throw new AirlockError(
            'config-invalid',
            `${shownUrl(repository)} is a registry, which has no list of charts`,
            {
              remedy: 'List the charts that are wanted below charts:.',
            },
          );
        const at = ociChart(repository, chart.name);
        const version = await chooseOciVersion(at, chart.version, sources.registries, signal);
        return [fromRegistry(at, { name: chart.name, version })];
      }
      const { bytes, index } = await indexOf(repository);
      if (!chart) {
        await files.write?.(indexFile(repository), bytes);
        return index.names.flatMap((name) =>
          (index.versions(name) ?? [])
            .filter(({ type }) => type !== 'library')
            .map((entry) => fromIndex(entry, repository)),
        );
      }
      const versions = index.versions(chart.name);
      if (!versions) throw unknownChart(chart.name, index.names, repository);
      const version = chooseVersion(
        versions.map((each) => each.version),
        chart.version,
        `chart ${chart.name} in ${shownUrl(repository)}`,
      );
      return [fromIndex(versions.find((each) => each.version === version)!, repository)];
    },
  };
}

function unknownChart(name: string, names: string[], repository: URL): AirlockError {
  const alike = names.filter((each) => each.includes(name) || name.includes(each));
  const some = (alike.length > 0 ? alike : names).slice(0, 8).join(', ');
  return new AirlockError(
    'chart-unknown',
    `${shownUrl(repository)} has no chart ${name}; it has ${some || 'none'}${names.length > 8 && alike.length === 0 ? ', …' : ''}`,
    { side: 'source' },
  );
}
