import type { Problem } from '../../base/errors/airlock-error.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { readCatalogSourceTemplate } from './catalog-source-template.ts';
import { t } from './messages.ts';
import { type PushedImage, type ResourceFile, repositoryAt } from './pushed-image.ts';
import { type Resource, resourceYaml } from './resource-yaml.ts';

/** A catalog at the destination. */
export interface PushedCatalog {
  destination: PushedImage['destination'];
  /** `targetCatalogSourceTemplate` of its entry: the path for messages, and the text or why it can't be read. */
  template?: { file: string; text: string } | { file: string; error: string };
  /** Channel of the update service operator, if the catalog contains it. */
  updateOperator?: string;
}

/** Returns whether a file has a name of {@link catalogResources}, also from earlier runs. */
export function isCatalogResourceFile(name: string): boolean {
  return /^c[cs]-[a-z0-9-]+\.yaml$/i.test(name);
}

/**
 * Returns a CatalogSource and a ClusterCatalog for each catalog (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go), as files `cs-…yaml` and `cc-…yaml`. If two catalogs would have the
 * same name, both get a hash of their place as a suffix, and a warning. An unusable template also causes a warning.
 */
export function catalogResources(
  catalogs: PushedCatalog[],
  annotations: Record<string, string>,
): { files: ResourceFile[]; problems: Problem[] } {
  const { sources, clusterCatalogs, problems } = catalogObjects(catalogs, annotations);
  const files = [...sources, ...clusterCatalogs].map(({ name, resource }) => ({
    name: `${name}.yaml`,
    content: resourceYaml(resource),
  }));
  return { files, problems };
}

/** Returns the same as {@link catalogResources} as objects with their names. */
export function catalogObjects(
  catalogs: readonly PushedCatalog[],
  annotations: Record<string, string>,
): {
  sources: { name: string; resource: Resource; catalog: PushedCatalog }[];
  clusterCatalogs: { name: string; resource: Resource }[];
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const unique = new Map(catalogs.map((catalog) => [imageOf(catalog), catalog]));
  const names = catalogNames([...unique.values()], problems);
  const sources = [...unique].map(([image, catalog]) => {
    const name = `cs-${names.get(image)}`;
    const template = templateOf(catalog, problems);
    return { name, catalog, resource: catalogSource(name, image, annotations, template) };
  });
  const clusterCatalogs = [...unique.keys()].map((image) => {
    const name = `cc-${names.get(image)}`;
    return { name, resource: clusterCatalog(name, image, annotations) };
  });
  return { sources, clusterCatalogs, problems };
}

/** Returns the CatalogSource, based on the template if there is one. */
function catalogSource(
  name: string,
  image: string,
  annotations: Record<string, string>,
  template: { metadata: Record<string, unknown>; spec: Record<string, unknown> } | undefined,
): Resource {
  const { metadata = {}, spec = {} } = template ?? {};
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: {
      ...metadata,
      annotations: { ...(metadata.annotations as object | undefined), ...annotations },
      name,
      namespace: 'openshift-marketplace',
    },
    spec: { ...spec, image, sourceType: 'grpc' },
  };
}

/** Returns the ClusterCatalog with priority 0, like oc-mirror. */
function clusterCatalog(name: string, image: string, annotations: Record<string, string>): Resource {
  return {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterCatalog',
    metadata: { annotations, name },
    spec: { priority: 0, source: { image: { ref: image }, type: 'Image' } },
  };
}

function templateOf({ template, destination }: PushedCatalog, problems: Problem[]) {
  if (!template) return undefined;
  try {
    if ('error' in template) throw new AirlockError('config-unreadable', template.error);
    return readCatalogSourceTemplate(template.text);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    const { line, column } = error.at ?? {};
    problems.push({
      code: 'catalog-source-template',
      level: 'warning',
      message: t('templateUnusable', {
        catalog: `${repositoryAt(destination)}:${destination.tag}`,
        error: error.message,
      }),
      remedy: t('templateUnusableRemedy'),
      file: template.file,
      line: line || undefined,
      column: column || undefined,
    });
    return undefined;
  }
}

/** Returns names without prefix, by image. */
function catalogNames(catalogs: PushedCatalog[], problems: Problem[]): Map<string, string> {
  const byName = Map.groupBy(catalogs, plainName);
  const names = new Map<string, string>();
  for (const [name, holders] of byName) {
    const known = holders.length === 1 && name.length <= LONGEST_NAME;
    for (const holder of holders) {
      const image = imageOf(holder);
      names.set(image, known ? name : withHash(name, image));
    }
    if (holders.length > 1) problems.push(sharedName(name, holders, names));
  }
  return names;
}

/** The maximum length without prefix and hyphen, because a label has at most 63 characters. */
const LONGEST_NAME = 63 - 'cs-'.length;

/** Returns `<repository's last element>-<suffix>` by oc-mirror's rules. */
function plainName({ destination: { repository, tag } }: PushedCatalog): string {
  const repo = repository.slice(repository.lastIndexOf('/') + 1).replaceAll(/[^a-z0-9-]/g, '-');
  const suffix = tag
    .slice(0, 12)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-');
  // oc-mirror fails for a name that ends with a hyphen, which truncated tags often do.
  return `${repo}-${suffix || '0'}`.replace(/(?<!-)-+$/, '');
}

function withHash(name: string, image: string): string {
  const hash = sha256(image).slice(7, 13);
  return `${name.slice(0, LONGEST_NAME - hash.length - 1).replace(/(?<!-)-+$/, '')}-${hash}`;
}

function sharedName(name: string, holders: PushedCatalog[], names: Map<string, string>): Problem {
  const list = holders
    .map((holder) => imageOf(holder))
    .map((image) => t('nameOf', { image, name: names.get(image) ?? '' }))
    .join(', ');
  return {
    code: 'catalog-source-name',
    level: 'warning',
    message: t('nameShared', { count: holders.length, name, catalogs: list }),
    remedy: t('nameSharedRemedy'),
  };
}

function imageOf({ destination }: PushedCatalog): string {
  return `${repositoryAt(destination)}:${destination.tag}`;
}
