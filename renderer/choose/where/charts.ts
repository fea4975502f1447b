import type { ImageSetView } from '../../../core/contract/documents/image-set-form.ts';

type Repositories = ImageSetView['helm']['repositories'];
type Chart = { name: string; version?: string };
/** A repository as the text has it. */
export type WrittenRepository = { name: string; url: string; charts?: Chart[] };

/** Returns the repositories with a further chart: in the one with this URL, or in a new one named after its host. */
export function chartAdded(repositories: Repositories, url: string, chart: Chart): WrittenRepository[] {
  const written = repositories.map(asWritten);
  const known = written.find((repository) => repository.url === url);
  if (!known) return [...written, { name: freeName(url, written), url, charts: [chart] }];
  const charts = known.charts ?? [];
  const exists = charts.some((each) => each.name === chart.name && each.version === chart.version);
  return written.map((each) => (each === known && !exists ? { ...each, charts: [...charts, chart] } : each));
}

/** Returns the repositories without a chart. A repository without charts is removed. @param chart undefined: the repository */
export function chartRemoved(
  repositories: Repositories,
  repository: string,
  chart: Chart | undefined,
): WrittenRepository[] {
  return repositories.map(asWritten).flatMap((each) => {
    if (each.name !== repository) return [each];
    const charts = each.charts?.filter(
      ({ name, version }) => name !== chart?.name || version !== chart?.version,
    );
    return chart && charts && charts.length > 0 ? [{ ...each, charts }] : [];
  });
}

/** Returns the number of listed charts. A repository without charts selects all of its charts, and counts as one. */
export function chartCount({ repositories, local }: ImageSetView['helm']): number {
  return repositories.reduce((sum, { charts }) => sum + Math.max(1, charts.length), local.length);
}

/** Returns `podinfo` of `/srv/podinfo-6.5.0.tgz`; for other files, the file name. */
export function chartNameOf(file: string): string {
  const archive = file.slice(file.lastIndexOf('/') + 1);
  const name = archive.endsWith('.tgz') ? archive.slice(0, -'.tgz'.length).replace(/(?<=.)-\d.*$/s, '') : '';
  return name || archive;
}

function asWritten({ name, url, charts }: Repositories[number]): WrittenRepository {
  return {
    name,
    url,
    charts:
      charts.length > 0
        ? charts.map((chart) => ({
            name: chart.name,
            version: chart.version,
          }))
        : undefined,
  };
}

function freeName(url: string, taken: readonly { name: string }[]): string {
  const host = /^\w+:\/\/([^/:]+)/.exec(url)?.[1] ?? 'charts';
  const base = host.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
  const names = new Set(taken.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!names.has(name)) return name;
  }
}
