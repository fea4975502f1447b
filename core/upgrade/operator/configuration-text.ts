import { yamlOf } from '../../base/document/yaml-of.ts';
import type { OperatorPackage } from '../../image-set/config/image-set.ts';

/** Packages to take of one catalog. */
export interface CatalogConfiguration {
  /** Reference of the catalog's image. */
  catalog: string;
  packages: readonly OperatorPackage[];
}

/** An ImageSetConfiguration, as YAML, that takes these packages; its `operators` can be pasted into another. */
export function configurationText(catalogs: readonly CatalogConfiguration[]): string {
  return yamlOf({
    kind: 'ImageSetConfiguration',
    apiVersion: 'mirror.openshift.io/v2alpha1',
    mirror: {
      operators: catalogs.map(({ catalog, packages }) => ({
        catalog,
        packages: packages.map(({ name, defaultChannel, minVersion, maxVersion, channels }) => ({
          name,
          ...(defaultChannel && { defaultChannel }),
          ...(minVersion && { minVersion }),
          ...(maxVersion && { maxVersion }),
          ...(channels && { channels }),
        })),
      })),
    },
  });
}
