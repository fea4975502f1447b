import type { SemVer } from 'semver';
import type { CatalogBundle, CatalogPackage } from '../../content/catalog/model/catalog-model.ts';
import type { OpenShiftLimit } from '../../content/operator/openshift-limit.ts';
import { bundleVersions, type ChannelView, channelView } from './edges.ts';

/** One package as one catalog has it. */
export interface OperatorCatalog {
  /** How answers name the catalog: its reference, or `v4.16`. */
  name: string;
  /** The OpenShift that it is for, `4.16`; without it no limit of a bundle is checked when it is left for the next. */
  openShift?: string;
  /** Undefined: the catalog does not have the package. */
  package: CatalogPackage | undefined;
  /** By name of bundle; see `openShiftLimits`. */
  limits?: ReadonlyMap<string, OpenShiftLimit>;
}

/** A catalog with what the search asks of it again and again. */
export interface PreparedCatalog {
  name: string;
  openShift?: string;
  defaultChannel: string;
  /** Channels that OLM can use, by name. */
  views: ReadonlyMap<string, ChannelView>;
  /** Why OLM cannot use the others, by name. */
  faults: ReadonlyMap<string, readonly string[]>;
  bundles: ReadonlyMap<string, CatalogBundle>;
  /** Null for a version that cannot be read. */
  versions: ReadonlyMap<string, SemVer | null>;
  limits: ReadonlyMap<string, OpenShiftLimit>;
}

/**
 * @param endsAt bundle that is to be the head of every channel that has it: what a mirror looks like that carries nothing
 * above it
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
