import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { WorkingFiles } from '../../../base/collected/collected.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { t } from '../messages.ts';
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

/** A chart that a request selects. Fetching it can fail separately. */
export interface RequestedChart extends ChartName {
  /** Of the archive, if it is known before fetching. */
  digest?: string;
  /** @throws AirlockError of network and content */
  archive(): Promise<Buffer>;
}

/**
 * Reads a chart on this host, a folder or an archive. Relative paths start at the configuration's folder.
 * @throws AirlockError `chart-unknown` if there is none, `chart-invalid`, `archive-hostile`, `disk`
 */
export async function localChart(
  path: string,
  directory: string,
  signal?: AbortSignal,
): Promise<RequestedChart> {
  const full = resolve(directory, path);
  const facts = await stat(full).catch(() => undefined);
  if (!facts)
    throw new AirlockError('chart-unknown', t('chartMissing', { path: full }), {
      side: 'local',
      remedy: t('chartMissingRemedy'),
    });
  let packed: Buffer | undefined;
  let files: ChartFiles;
  if (facts.isDirectory()) files = await readChartFolder(full);
  else {
    if (facts.size > MOST_BYTES)
      throw new AirlockError('chart-invalid', t('chartTooLarge', { chart: full }), { side: 'local' });
    packed = await readFile(full).catch((error: unknown) => {
      throw asAirlockError(error);
    });
    files = await unpackChart(packed, full, undefined, signal);
  }
  const { name, version } = await readChart(files, full);
  const archive = packed ?? (await packChart(name, files));
  return { name, version, archive: async () => archive };
}

/** The charts of repositories. Each index is requested once. */
export interface Repositories {
  /** @throws AirlockError `chart-unknown`, `config-invalid`, and those of the network */
  wanted(request: ChartRequest & { kind: 'repository' }): Promise<RequestedChart[]>;
}

/** @param files saved charts with a known digest aren't fetched again; an index is saved if all its charts are selected */
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
  const fromIndex = (entry: IndexEntry, repository: URL): RequestedChart => ({
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
  const fromRegistry = (chart: OciChart, name: ChartName, tag = name.version): RequestedChart => ({
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
            t('registryWithoutList', { repository: shownUrl(repository) }),
            { remedy: t('registryWithoutListRemedy') },
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
        t('chartIn', { name: chart.name, repository: shownUrl(repository) }),
      );
      return [fromIndex(versions.find((each) => each.version === version)!, repository)];
    },
  };
}

function unknownChart(name: string, names: string[], repository: URL): AirlockError {
  const alike = names.filter((each) => each.includes(name) || name.includes(each));
  const charts = (alike.length > 0 ? alike : names).slice(0, 8).join(', ');
  const values = { repository: shownUrl(repository), name };
  const message =
    names.length === 0
      ? t('chartUnknownOfNone', values)
      : names.length > 8 && alike.length === 0
        ? t('chartUnknownOfMany', { ...values, charts })
        : t('chartUnknown', { ...values, charts });
  return new AirlockError('chart-unknown', message, { side: 'source' });
}
