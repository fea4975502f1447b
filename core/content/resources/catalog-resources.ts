import type { Problem } from '../../base/errors/airlock-error.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { readCatalogSourceTemplate } from './catalog-source-template.ts';
import { type PushedImage, type ResourceFile, repositoryAt } from './pushed-image.ts';
import { type Resource, resourceYaml } from './resource-yaml.ts';

/** A catalog that is at the destination. */
export interface PushedCatalog {
  destination: PushedImage['destination'];
  /** `targetCatalogSourceTemplate` of its entry: path for messages, and the text or why there is none. */
  template?: { file: string; text: string } | { file: string; error: string };
}

/** Files that {@link catalogResources} names: earlier runs may have written others of this kind. */
export function isCatalogResourceFile(name: string): boolean {
  return /^c[cs]-[a-z0-9-]+\.yaml$/i.test(name);
}

/**
 * A CatalogSource and a ClusterCatalog for each catalog (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go), files `cs-…yaml` and `cc-…yaml`. Where two catalogs would get one
 * name, both get a hash of where they are behind it, and a warning tells; so does one for a template that cannot be
 * used.
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

/** The same as objects with their names. */
export function catalogObjects(
  catalogs: readonly PushedCatalog[],
  annotations: Record<string, string>,
): {
  sources: { name: string; resource: Resource }[];
  clusterCatalogs: { name: string; resource: Resource }[];
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const unique = new Map(catalogs.map((catalog) => [imageOf(catalog), catalog]));
  const names = catalogNames([...unique.values()], problems);
  const sources = [...unique].map(([image, catalog]) => {
    const name = `cs-${names.get(image)}`;
    return { name, resource: catalogSource(name, image, annotations, templateOf(catalog, problems)) };
  });
  const clusterCatalogs = [...unique.keys()].map((image) => {
    const name = `cc-${names.get(image)}`;
    return { name, resource: clusterCatalog(name, image, annotations) };
  });
  return { sources, clusterCatalogs, problems };
}

/** The CatalogSource, made of the template where there is one. */
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

/** The ClusterCatalog. OLM has no default priority in the file; oc-mirror writes 0. */
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
      message:
        `the CatalogSource of ${repositoryAt(destination)}:${destination.tag} is written without its template: ` +
        error.message,
      remedy: 'Mend the template, and push again; or take targetCatalogSourceTemplate out.',
      file: template.file,
      line: line || undefined,
      column: column || undefined,
    });
    return undefined;
  }
}

/** Names without prefix, by image. */
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

/** With prefix and hyphen, a name of 63 characters is the longest that fits a label. */
const LONGEST_NAME = 63 - 'cs-'.length;

/** `<repository's last element>-<suffix>` by oc-mirror's rules. */
function plainName({ destination: { repository, tag } }: PushedCatalog): string {
  const repo = repository.slice(repository.lastIndexOf('/') + 1).replaceAll(/[^a-z0-9-]/g, '-');
  const suffix = tag
    .slice(0, 12)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-');
  // oc-mirror fails for a name that ends with a hyphen; cut tags often do.
  return `${repo}-${suffix || '0'}`.replace(/(?<!-)-+$/, '');
}

function withHash(name: string, image: string): string {
  const hash = sha256(image).slice(7, 13);
  return `${name.slice(0, LONGEST_NAME - hash.length - 1).replace(/(?<!-)-+$/, '')}-${hash}`;
}

function sharedName(name: string, holders: PushedCatalog[], names: Map<string, string>): Problem {
  const list = holders.map((holder) => `${imageOf(holder)} is cs-${names.get(imageOf(holder))}`).join(', ');
  return {
    code: 'catalog-source-name',
    level: 'warning',
    message: `${holders.length} catalogs would share the name cs-${name}: ${list}`,
    remedy: 'Subscriptions name their CatalogSource. For shorter names give targetTags that differ at once.',
  };
}

function imageOf({ destination }: PushedCatalog): string {
  return `${repositoryAt(destination)}:${destination.tag}`;
}
