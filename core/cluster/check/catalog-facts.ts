import { type LiveObject, nameOf, refOf } from '../client/object-ref.ts';
import { catalogState } from '../client/removals.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { conditionOf, conditionsOf } from './conditions.ts';

/** Returns catalogs of both kinds with the state that they report. */
export function catalogsOf(objects: readonly LiveObject[]): ClusterFacts['catalogs'] {
  return objects.map((object) => {
    const old = object.kind === 'CatalogSource';
    const spec = (object.spec ?? {}) as { image?: string; source?: { image?: { ref?: string } } };
    const image = old ? spec.image : spec.source?.image?.ref;
    const conditions = conditionsOf(object.status);
    const state = catalogState(object);
    const ready = old ? state === 'READY' : conditionOf(conditions, 'Serving')?.status === 'True';
    const says = old ? state : conditionOf(conditions, 'Progressing')?.message;
    return {
      ...{ object: nameOf(refOf(object)), ready },
      image,
      says,
    };
  });
}

interface Container {
  image?: string;
}

interface CsvSpec {
  relatedImages?: Container[];
  install?: {
    spec?: {
      deployments?: {
        spec?: { template?: { spec?: { containers?: Container[]; initContainers?: Container[] } } };
      }[];
    };
  };
}

/** Returns installed operators with all their images. Omits copies of a ClusterServiceVersion in other namespaces. */
export function installedOf(objects: readonly LiveObject[]): ClusterFacts['installed'] {
  return objects
    .filter(({ metadata }) => metadata.labels?.['olm.copiedFrom'] === undefined)
    .map(({ metadata, spec, status }) => {
      const { relatedImages = [], install } = (spec ?? {}) as CsvSpec;
      const pods = (install?.spec?.deployments ?? []).map((one) => one.spec?.template?.spec ?? {});
      const containers = [
        ...pods.flatMap(({ containers = [], initContainers = [] }) => [...containers, ...initContainers]),
        ...relatedImages,
      ];
      const { phase } = (status ?? {}) as { phase?: string };
      const most = mostOpenShift(metadata.annotations ?? {});
      return {
        ...{ name: metadata.name, namespace: metadata.namespace ?? '' },
        phase,
        mostOpenShift: most,
        images: [...new Set(containers.flatMap(({ image }) => image || []))],
      };
    });
}

/** Returns the version beyond which OLM blocks minor upgrades. It is in either of two annotations. */
function mostOpenShift(annotations: Record<string, string>): string | undefined {
  const lists = [annotations['operatorframework.io/properties'], annotations['olm.properties']];
  for (const text of lists) {
    if (text === undefined) continue;
    const properties = propertiesIn(text);
    const found = properties.find(({ type }) => type === 'olm.maxOpenShiftVersion')?.value;
    if (typeof found === 'string' || typeof found === 'number') return String(found);
  }
  return undefined;
}

function propertiesIn(text: string): { type?: unknown; value?: unknown }[] {
  try {
    const json = JSON.parse(text) as unknown;
    const list = Array.isArray(json) ? json : (json as { properties?: unknown } | null)?.properties;
    return Array.isArray(list) ? (list as { type?: unknown; value?: unknown }[]) : [];
  } catch {
    return [];
  }
}
