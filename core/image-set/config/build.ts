import type { Platform } from '../../base/image/manifest.ts';
import type { ConfigurationSection, ContentFields, DeleteImageSetFields, ImageSetFields } from './fields.ts';
import type { Findings } from './findings.ts';
import type {
  DeleteImageSetConfiguration,
  HelmChart,
  HelmSelection,
  ImageSetConfiguration,
  OperatorSelection,
  PlatformSelection,
} from './image-set.ts';
import { compileRe2 } from './re2.ts';

type At = Findings['at'];

/** Returns the typed configuration of validated fields, with oc-mirror's defaults. */
export function buildImageSet(fields: ImageSetFields, at: At): ImageSetConfiguration {
  const content = fields.mirror ?? {};
  return {
    kind: 'ImageSetConfiguration',
    archiveSize: fields.archiveSize ?? 0,
    ...buildContent(content, 'mirror', at),
    blockedImages: (content.blockedImages ?? []).flatMap(({ name = '' }) => {
      const compiled = compileRe2(name);
      return 'pattern' in compiled ? [{ name, pattern: compiled.pattern }] : [];
    }),
  };
}

/** @param section `prune` of an ImageSetConfiguration means the same */
export function buildDeleteImageSet(
  content: NonNullable<DeleteImageSetFields['delete']>,
  section: 'delete' | 'prune',
  at: At,
): DeleteImageSetConfiguration {
  return { kind: 'DeleteImageSetConfiguration', ...buildContent(content, section, at) };
}

function buildContent(content: ContentFields, section: ConfigurationSection, at: At) {
  return {
    platform: content.platform && buildPlatform(content.platform, section, at),
    operators: (content.operators ?? []).map((operator, index) =>
      buildOperator(operator, `${section}.operators[${index}]`, at),
    ),
    additionalImages: (content.additionalImages ?? []).map(
      ({ name = '', targetRepo, targetTag, platforms }, index) => ({
        name,
        targetRepo: targetRepo || undefined,
        targetTag: targetTag || undefined,
        platforms: buildPlatforms(platforms),
        at: at(`${section}.additionalImages[${index}]`),
      }),
    ),
    helm: content.helm && buildHelm(content.helm, section, at),
  };
}

function buildPlatform(
  platform: NonNullable<ContentFields['platform']>,
  section: ConfigurationSection,
  at: At,
): PlatformSelection {
  const { graph = false, channels = [], architectures = [], release, kubeVirtContainer = false } = platform;
  const platforms = buildPlatforms(platform.platforms);
  // oc-mirror adds the default to a delete configuration even if it has platforms (internal/pkg/config/defaults.go).
  const byDefault =
    section !== 'mirror' ? channels.length > 0 || platforms.length === 0 : platforms.length === 0;
  return {
    graph,
    channels: channels.map(({ name = '', type, minVersion, maxVersion, shortestPath, full }, index) => ({
      name,
      type: type === 'okd' ? 'okd' : 'ocp',
      minVersion: minVersion || undefined,
      maxVersion: maxVersion || undefined,
      shortestPath: shortestPath ?? false,
      full: full ?? false,
      at: at(`${section}.platform.channels[${index}]`),
    })),
    architectures: architectures.length === 0 && byDefault ? ['amd64'] : architectures,
    platforms,
    release: release || undefined,
    kubeVirtContainer,
    at: at(`${section}.platform`),
  };
}

function buildOperator(
  operator: NonNullable<ContentFields['operators']>[number],
  path: string,
  at: At,
): OperatorSelection {
  const { catalog = '', packages, targetCatalog, targetTag, targetCatalogSourceTemplate } = operator;
  return {
    catalog,
    full: operator.full ?? false,
    packages: packages?.map(({ name = '', channels, ...versions }, index) => ({
      name,
      ...given(versions),
      channels: channels?.map(({ name: channel = '', ...range }) => ({ name: channel, ...given(range) })),
      at: at(`${path}.packages[${index}]`),
    })),
    ...given({ targetCatalog, targetTag, targetCatalogSourceTemplate }),
    skipDependencies: operator.skipDependencies ?? false,
    platforms: buildPlatforms(operator.platforms),
    at: at(path),
  };
}

function buildHelm(
  helm: NonNullable<ContentFields['helm']>,
  section: ConfigurationSection,
  at: At,
): HelmSelection {
  return {
    repositories: (helm.repositories ?? []).map(({ name = '', url = '', charts }, index) => {
      const path = `${section}.helm.repositories[${index}]`;
      return {
        name,
        url,
        charts: charts?.map((chart, c) => buildChart(chart, `${path}.charts[${c}]`, at)),
        at: at(path),
      };
    }),
    local: (helm.local ?? []).map((chart, index) => buildChart(chart, `${section}.helm.local[${index}]`, at)),
    at: at(`${section}.helm`),
  };
}

function buildChart(
  chart: NonNullable<NonNullable<ContentFields['helm']>['local']>[number],
  place: string,
  at: At,
): HelmChart {
  const { name = '', version, path, imagePaths = [], platforms } = chart;
  return {
    name,
    ...given({ version, path }),
    imagePaths,
    platforms: buildPlatforms(platforms),
    at: at(place),
  };
}

function buildPlatforms(platforms: { os?: string; architecture?: string }[] = []): Platform[] {
  return platforms.map(({ os = '', architecture = '' }) => ({ os, architecture }));
}

/** Returns the fields without empty text, which oc-mirror reads as absent. */
function given<T extends Record<string, string | undefined>>(fields: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as {
    [K in keyof T]?: string;
  };
}
