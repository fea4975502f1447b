import type { Path, YamlText } from '../../base/document/yaml-text.ts';
import { fieldAt, positionsAt, textAt } from './spelling.ts';

/** The fields of an ImageSetConfiguration that a form shows; `path` is their path in the file, for positions and edits. */
export interface ImageSetView {
  /** `delete` for a DeleteImageSetConfiguration, which the edits of this folder don't change. */
  section: 'mirror' | 'delete';
  releases: ReleaseView[];
  /** Payload reference that is mirrored instead of channels. */
  release?: string;
  graph: boolean;
  /** As written, in `architectures` or `platforms`; empty when missing, which means amd64. */
  architectures: string[];
  kubeVirtContainer: boolean;
  catalogs: CatalogView[];
  additionalImages: ImageView[];
  blockedImages: ImageView[];
  helm: { repositories: HelmRepositoryView[]; local: ChartView[] };
  /** GiB. */
  archiveSize?: number;
}

export interface ReleaseView {
  name: string;
  type?: string;
  minVersion?: string;
  maxVersion?: string;
  full: boolean;
  shortestPath: boolean;
  path: Path;
}

export interface CatalogView {
  catalog: string;
  full: boolean;
  targetCatalog?: string;
  targetTag?: string;
  packages: PackageView[];
  path: Path;
}

export interface PackageView {
  name: string;
  minVersion?: string;
  maxVersion?: string;
  defaultChannel?: string;
  channels: PackageChannelView[];
  path: Path;
}

export interface PackageChannelView {
  name: string;
  minVersion?: string;
  maxVersion?: string;
}

export interface ImageView {
  name: string;
  targetRepo?: string;
  targetTag?: string;
  path: Path;
}

export interface HelmRepositoryView {
  name: string;
  url: string;
  charts: ChartView[];
  path: Path;
}

export interface ChartView {
  name: string;
  version?: string;
  /** File of a local chart. */
  file?: string;
  path: Path;
}

/**
 * Returns the first document of a text as a form. Accepts field names in any case, as v2 does. Omits invalid YAML and
 * values of the wrong type, which the loading rules report.
 */
export function imageSetView(doc: YamlText): ImageSetView {
  const deletion = fieldAt(doc, ['delete']) !== undefined && fieldAt(doc, ['mirror']) === undefined;
  const section = deletion ? 'delete' : 'mirror';
  const platform = [section, 'platform'];
  const helm = [section, 'helm'];
  const archiveSize = fieldAt(doc, ['archiveSize']);
  return {
    section,
    releases: positionsAt(doc, [...platform, 'channels']).map((path) => releaseView(doc, path)),
    ...texts(doc, platform, ['release']),
    graph: flagAt(doc, [...platform, 'graph']),
    architectures: architecturesOf(doc, platform),
    kubeVirtContainer: flagAt(doc, [...platform, 'kubeVirtContainer']),
    catalogs: positionsAt(doc, [section, 'operators']).map((path) => catalogView(doc, path)),
    additionalImages: positionsAt(doc, [section, 'additionalImages']).map((path) => imageView(doc, path)),
    blockedImages: positionsAt(doc, [section, 'blockedImages']).map((path) => imageView(doc, path)),
    helm: {
      repositories: positionsAt(doc, [...helm, 'repositories']).map((path) => ({
        name: nameAt(doc, path),
        url: textAt(doc, [...path, 'url']) ?? '',
        charts: positionsAt(doc, [...path, 'charts']).map((chart) => chartView(doc, chart)),
        path,
      })),
      local: positionsAt(doc, [...helm, 'local']).map((path) => chartView(doc, path)),
    },
    archiveSize: typeof archiveSize === 'number' ? archiveSize : undefined,
  };
}

function releaseView(doc: YamlText, path: Path): ReleaseView {
  return {
    name: nameAt(doc, path),
    ...texts(doc, path, ['type', 'minVersion', 'maxVersion']),
    full: flagAt(doc, [...path, 'full']),
    shortestPath: flagAt(doc, [...path, 'shortestPath']),
    path,
  };
}

function catalogView(doc: YamlText, path: Path): CatalogView {
  return {
    catalog: textAt(doc, [...path, 'catalog']) ?? '',
    full: flagAt(doc, [...path, 'full']),
    ...texts(doc, path, ['targetCatalog', 'targetTag']),
    packages: positionsAt(doc, [...path, 'packages']).map((each) => packageView(doc, each)),
    path,
  };
}

function packageView(doc: YamlText, path: Path): PackageView {
  return {
    name: nameAt(doc, path),
    ...texts(doc, path, ['minVersion', 'maxVersion', 'defaultChannel']),
    channels: positionsAt(doc, [...path, 'channels']).map((channel) => ({
      name: nameAt(doc, channel),
      ...texts(doc, channel, ['minVersion', 'maxVersion']),
    })),
    path,
  };
}

function imageView(doc: YamlText, path: Path): ImageView {
  return { name: nameAt(doc, path), ...texts(doc, path, ['targetRepo', 'targetTag']), path };
}

function chartView(doc: YamlText, path: Path): ChartView {
  const file = textAt(doc, [...path, 'path']);
  return {
    name: nameAt(doc, path),
    ...texts(doc, path, ['version']),
    file,
    path,
  };
}

function architecturesOf(doc: YamlText, platform: Path): string[] {
  const named = positionsAt(doc, [...platform, 'architectures']).map((path) => textAt(doc, path) ?? '');
  if (named.length > 0) return named;
  return positionsAt(doc, [...platform, 'platforms']).map(
    (path) => textAt(doc, [...path, 'architecture']) ?? '',
  );
}

function nameAt(doc: YamlText, path: Path): string {
  return textAt(doc, [...path, 'name']) ?? '';
}

function flagAt(doc: YamlText, path: Path): boolean {
  return fieldAt(doc, path) === true;
}

/** Returns the text fields of a mapping that have a value. */
function texts<Name extends string>(
  doc: YamlText,
  path: Path,
  names: readonly Name[],
): { [Field in Name]?: string } {
  const found: { [Field in Name]?: string } = {};
  for (const name of names) {
    const text = textAt(doc, [...path, name]);
    if (text !== undefined) found[name] = text;
  }
  return found;
}
