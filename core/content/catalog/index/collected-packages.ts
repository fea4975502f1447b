import { t } from '../messages.ts';
import type { CatalogPackage, CsvSummary, DocumentPlace, OtherDocument } from '../model/catalog-model.ts';
import { kindKey } from '../model/object-kind.ts';
import type { Meta } from '../model/read-meta.ts';

/** A document that was read. The details of a bundle are on disk already, because they would need the most memory. */
export type PlacedMeta = { document: DocumentPlace } & (
  | Exclude<Meta, { type: 'bundle' }>
  | (Omit<Extract<Meta, { type: 'bundle' }>, 'details'> & {
      details: DocumentPlace;
      provides: string[];
      csv?: CsvSummary;
    })
);

/** Returns the {@link PlacedMeta} of a document. */
export function placedMeta(meta: Meta, document: DocumentPlace, details: DocumentPlace): PlacedMeta {
  if (meta.type !== 'bundle') return { ...meta, document };
  const { csv, provides } = meta.details;
  return {
    type: 'bundle',
    bundle: meta.bundle,
    document,
    details,
    provides: provides.map(kindKey),
    csv,
  };
}

/** The packages of a catalog under construction. */
export interface CollectedPackages {
  add(meta: PlacedMeta): void;
  /** By name; their channels and bundles are sorted. */
  sorted(): CatalogPackage[];
  csvOf(bundle: { package: string; name: string }): CsvSummary | undefined;
  /** Names of packages by the kinds that they provide. */
  providers: Map<string, Set<string>>;
  /** Documents that belong to no package. */
  others: OtherDocument[];
  /** Duplicate names, of which the first is used. */
  anomalies: string[];
}

export function collectedPackages(): CollectedPackages {
  const packages = new Map<string, CatalogPackage & { csvs: Map<string, CsvSummary | undefined> }>();
  const providers = new Map<string, Set<string>>();
  const anomalies: string[] = [];
  const others: OtherDocument[] = [];
  const packageOf = (name: string) => {
    const fresh = { name, defaultChannel: '', channels: [], bundles: [], deprecations: [], others: [] };
    const found = packages.get(name) ?? { ...fresh, csvs: new Map<string, CsvSummary | undefined>() };
    packages.set(name, found);
    return found;
  };
  const twice = (item: string) => void anomalies.push(t('duplicate', { item }));
  return {
    providers,
    others,
    anomalies,
    csvOf: (bundle) => packages.get(bundle.package)?.csvs.get(bundle.name),
    sorted() {
      const all = [...packages.values()].map(({ csvs: _csvs, ...found }) => found).sort(byName);
      for (const { channels, bundles } of all) {
        channels.sort(byName);
        bundles.sort(byName);
      }
      return all;
    },
    add(meta) {
      const { document } = meta;
      switch (meta.type) {
        case 'package': {
          const into = packageOf(meta.name);
          if (into.document) return twice(t('package', { name: meta.name }));
          Object.assign(into, { defaultChannel: meta.defaultChannel, document });
          return;
        }
        case 'channel': {
          const { channels } = packageOf(meta.package);
          if (channels.some(({ name }) => name === meta.channel.name))
            return twice(t('channel', { name: meta.channel.name, package: meta.package }));
          channels.push({ ...meta.channel, document });
          return;
        }
        case 'bundle': {
          const { bundle, details, csv } = meta;
          const { bundles, csvs } = packageOf(bundle.package);
          if (csvs.has(bundle.name))
            return twice(t('bundle', { name: bundle.name, package: bundle.package }));
          csvs.set(bundle.name, csv);
          bundles.push({ ...bundle, document, details });
          for (const kind of meta.provides)
            providers.set(kind, (providers.get(kind) ?? new Set()).add(bundle.package));
          return;
        }
        case 'deprecations':
          packageOf(meta.package).deprecations.push({ document, references: meta.references });
          return;
        case 'other': {
          const { schema, package: of, name } = meta;
          const other = { schema, package: of || undefined, name: name || undefined, document };
          (of === '' ? others : packageOf(of).others).push(other);
        }
      }
    },
  };
}

/** Compares by code units, like Go. All names are ASCII. */
export function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
