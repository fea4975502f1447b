import { compare, parse } from 'semver';
import { yamlOf } from '../../base/document/yaml-of.ts';
import { readYaml } from '../../base/document/yaml-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { AvailableContent, ContentSelection } from '../../contract/topics/sites.ts';
import { fieldAt } from '../../image-set/form/spelling.ts';
import { type ImageSetView, imageSetView } from '../../image-set/form/view.ts';
import { t } from '../messages.ts';

/** Content that configurations selected and that a source has. Values are entries of the configurations, as written. */
export interface JoinedContent {
  /** Settings of `mirror.platform` in addition to the channels. */
  platform: Record<string, unknown>;
  channels: Map<string, { entry: Record<string, unknown>; versions: Set<string> }>;
  graph: boolean;
  /** `packages` is undefined for an entire catalog. */
  catalogs: Map<string, { entry: Record<string, unknown>; packages?: Map<string, unknown> | undefined }>;
  images: Map<string, unknown>;
  /** By `repository/chart`. */
  charts: Map<string, { repository?: Record<string, unknown>; entry?: unknown }>;
  blocked: unknown[];
}

/** What a source has of the content that a configuration selects. */
export interface SourceTags {
  /** Tags of releases, such as `4.16.1-x86_64`. */
  releases: readonly string[];
  hasCatalog(catalog: { catalog: string; targetCatalog?: string; targetTag?: string }): boolean;
}

/** Joins configurations. Entries of later ones take precedence. */
export function joinContent(texts: readonly string[], tags: SourceTags): JoinedContent {
  const joined: JoinedContent = {
    ...{ platform: {}, channels: new Map(), graph: false, catalogs: new Map(), images: new Map() },
    ...{ charts: new Map(), blocked: [] },
  };
  for (const text of texts) {
    const doc = readYaml(text);
    const view = imageSetView(doc);
    if (view.section !== 'mirror') continue;
    const entry = (path: ImageSetView['releases'][number]['path']) =>
      Object(fieldAt(doc, path)) as Record<string, unknown>;
    if (view.releases.length > 0) {
      const {
        channels: _channels,
        graph: _graph,
        release: _release,
        ...settings
      } = entry(['mirror', 'platform']);
      joined.platform = settings;
    }
    joined.graph ||= view.graph;
    for (const release of view.releases) {
      const known = joined.channels.get(release.name)?.versions ?? [];
      const versions = new Set([...known, ...versionsOf(release, tags.releases)]);
      joined.channels.set(release.name, { entry: entry(release.path), versions });
    }
    for (const catalog of view.catalogs) {
      if (!tags.hasCatalog(catalog)) continue;
      const before = joined.catalogs.get(catalog.catalog)?.packages ?? [];
      const own = catalog.packages.map(({ name, path }) => [name, entry(path)] as const);
      joined.catalogs.set(catalog.catalog, {
        entry: entry(catalog.path),
        packages: catalog.packages.length > 0 ? new Map([...before, ...own]) : undefined,
      });
    }
    for (const { name, path } of view.additionalImages) joined.images.set(name, entry(path));
    for (const { path } of view.blockedImages) joined.blocked.push(entry(path));
    addCharts(view, entry, joined.charts);
  }
  return joined;
}

/** Returns the versions of a channel among the tags of releases. */
function versionsOf(
  { name, minVersion, maxVersion }: ImageSetView['releases'][number],
  tags: readonly string[],
): Set<string> {
  const minor = /-(\d+\.\d+)$/.exec(name)?.[1];
  const [least, most] = [minVersion, maxVersion].map((version) => parse(version ?? ''));
  const found = tags.flatMap((tag) => {
    const version = parse(tag.replace(/-[a-z0-9_]+$/, ''));
    if (!version) return [];
    const within = (!least || compare(version, least) >= 0) && (!most || compare(version, most) <= 0);
    // Without a range, the channel was mirrored at its head.
    const own = least || most ? within : `${version.major}.${version.minor}` === minor;
    return own ? [version.version] : [];
  });
  return new Set(found);
}

function addCharts(
  { helm }: ImageSetView,
  entry: (path: ImageSetView['releases'][number]['path']) => Record<string, unknown>,
  charts: JoinedContent['charts'],
): void {
  for (const { name, charts: own, path } of helm.repositories) {
    const { charts: _charts, ...repository } = entry(path);
    if (own.length === 0) charts.set(name, { repository });
    for (const chart of own)
      charts.set(chartName(chart, `${name}/`), { repository, entry: entry(chart.path) });
  }
  for (const chart of helm.local) charts.set(chartName(chart, ''), { entry: entry(chart.path) });
}

function chartName({ name, version }: { name: string; version?: string }, prefix: string): string {
  return `${prefix}${name}${version ? ` ${version}` : ''}`;
}

/** Returns what can be selected. */
export function availableOf(joined: JoinedContent): AvailableContent {
  return {
    channels: [...joined.channels].flatMap(([name, { versions }]) =>
      versions.size > 0 ? [{ name, versions: [...versions].toSorted(compare) }] : [],
    ),
    graph: joined.graph,
    catalogs: [...joined.catalogs].map(([catalog, { packages }]) => ({
      ...{ catalog, entire: packages === undefined },
      packages: [...(packages?.keys() ?? [])].toSorted(),
    })),
    images: [...joined.images.keys()].toSorted(),
    charts: [...joined.charts.keys()].toSorted(),
  };
}

/**
 * Returns the text of an ImageSetConfiguration that selects a part of the available content.
 * @throws AirlockError `usage` for content that isn't available
 */
export function selectedConfiguration(joined: JoinedContent, selection: ContentSelection): string {
  const channels = selection.channels.map(({ name, from, to }) => {
    const known = joined.channels.get(name);
    const missing = [from, to].find((version) => !known?.versions.has(version));
    if (!known || missing !== undefined) throw unavailable(`${name} ${missing ?? from}`);
    return { ...known.entry, name, minVersion: from, maxVersion: to };
  });
  const operators = selection.catalogs.map(({ catalog, packages: names }) => {
    const known = joined.catalogs.get(catalog);
    if (!known || (names.length === 0) !== (known.packages === undefined)) throw unavailable(catalog);
    const packages = known.packages && names.map((name) => known.packages!.get(name) ?? throwFor(name));
    return { ...known.entry, packages };
  });
  const images = selection.images.map((name) => joined.images.get(name) ?? throwFor(name));
  const helm = helmOf(selection.charts.map((name) => joined.charts.get(name) ?? throwFor(name)));
  const platform =
    channels.length > 0
      ? { ...joined.platform, graph: (selection.graph && joined.graph) || undefined, channels }
      : undefined;
  return yamlOf({
    kind: 'ImageSetConfiguration',
    apiVersion: 'mirror.openshift.io/v2alpha1',
    mirror: {
      platform,
      operators: operators.length > 0 ? operators : undefined,
      additionalImages: images.length > 0 ? images : undefined,
      helm,
      blockedImages: joined.blocked.length > 0 ? joined.blocked : undefined,
    },
  });
}

function helmOf(charts: { repository?: Record<string, unknown>; entry?: unknown }[]): object | undefined {
  if (charts.length === 0) return undefined;
  const ofRepositories = charts.flatMap(({ repository, entry }) =>
    repository ? [{ repository, entry }] : [],
  );
  const repositories = [...Map.groupBy(ofRepositories, ({ repository }) => repository.name)].map(
    ([, own]) => {
      const entries = own.flatMap(({ entry }) => (entry ? [entry] : []));
      return { ...own[0]!.repository, charts: entries.length > 0 ? entries : undefined };
    },
  );
  const local = charts.flatMap(({ repository, entry }) => (repository ? [] : [entry]));
  return {
    repositories: repositories.length > 0 ? repositories : undefined,
    local: local.length > 0 ? local : undefined,
  };
}

function throwFor(name: string): never {
  throw unavailable(name);
}

function unavailable(name: string): AirlockError {
  return new AirlockError('usage', t('contentUnavailable', { name }), {
    remedy: t('contentUnavailableRemedy'),
  });
}
