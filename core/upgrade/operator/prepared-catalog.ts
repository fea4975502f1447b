import type { SemVer } from 'semver';
import type { CatalogBundle, CatalogPackage } from '../../content/catalog/model/catalog-model.ts';
import type { OpenShiftLimit } from '../../content/operator/openshift-limit.ts';
import { bundleVersions, type ChannelView, channelView } from './edges.ts';

/** One package of one catalog. */
export interface OperatorCatalog {
  /** Name of the catalog in answers: its reference, or `v4.16`. */
  name: string;
  /** Its OpenShift version, `4.16`. Without it, no limit of a bundle is checked before the next catalog. */
  openShift?: string;
  /** Undefined if the catalog doesn't contain the package. */
  package: CatalogPackage | undefined;
  /** By bundle name, see `openShiftLimits`. */
  limits?: ReadonlyMap<string, OpenShiftLimit>;
}

/** A catalog with precomputed data for the search. */
export interface PreparedCatalog {
  name: string;
  openShift?: string;
  defaultChannel: string;
  /** Channels that OLM can use, by name. */
  views: ReadonlyMap<string, ChannelView>;
  /** Why OLM can't use the others, by name. */
  faults: ReadonlyMap<string, readonly string[]>;
  bundles: ReadonlyMap<string, CatalogBundle>;
  /** Null for an invalid version. */
  versions: ReadonlyMap<string, SemVer | null>;
  limits: ReadonlyMap<string, OpenShiftLimit>;
}

/**
 * Prepares a catalog for the search.
 * @param endsAt bundle that becomes the head of every channel that contains it, as in a mirror without newer bundles
 */
export function prepareCatalog(catalog: OperatorCatalog, endsAt?: string): PreparedCatalog {
  const { name, openShift, package: found, limits = new Map() } = catalog;
  const versions = found ? bundleVersions(found) : new Map<string, SemVer | null>();
  const views = new Map<string, ChannelView>();
  const faults = new Map<string, readonly string[]>();
  for (const channel of found?.channels ?? []) {
    const ends = channel.entries.some((entry) => entry.name === endsAt) ? endsAt : undefined;
    const view = channelView(channel, versions, ends);
    if ('faults' in view) faults.set(channel.name, view.faults);
    else views.set(channel.name, view);
  }
  return {
    name,
    openShift,
    defaultChannel: found?.defaultChannel ?? '',
    views,
    faults,
    bundles: new Map(found?.bundles.map((bundle) => [bundle.name, bundle])),
    versions,
    limits,
  };
}
