import type { CatalogPackage, DocumentPlace, OtherDocument } from './catalog-model.ts';
import type { Meta } from './read-meta.ts';

/** A package while its documents come in, whatever their order and files. */
interface OpenPackage extends CatalogPackage {
  /** JSON of the details of each bundle, by its name. */
  detailsOf: Map<string, Buffer>;
}

/** The packages of a catalog under construction. */
export interface CollectedPackages {
  add(meta: Meta, document: DocumentPlace): void;
  /** Packages by name; gives each away once and forgets it. */
  take(): Generator<{ package: CatalogPackage; details: Buffer[] }>;
  /** Documents that belong to no package. */
  others: OtherDocument[];
  /** Names given twice; the first one counts. */
  oddities: string[];
}

export function collectedPackages(): CollectedPackages {
  const packages = new Map<string, OpenPackage>();
  const oddities: string[] = [];
  const others: OtherDocument[] = [];
  const packageOf = (name: string): OpenPackage => {
    const known = packages.get(name);
    if (known) return known;
    const fresh: OpenPackage = {
      name,
      defaultChannel: '',
      channels: [],
      bundles: [],
      deprecations: [],
      others: [],
      detailsOf: new Map(),
    };
    packages.set(name, fresh);
    return fresh;
  };
  const twice = (what: string) => oddities.push(`the catalog has ${what} twice; the first one counts`);
  return {
    others,
    oddities,
    add(meta, document) {
      switch (meta.type) {
        case 'package': {
          const into = packageOf(meta.name);
          if (into.document) twice(`package "${meta.name}"`);
          else Object.assign(into, { defaultChannel: meta.defaultChannel, document });
          break;
        }
        case 'channel': {
          const { channels } = packageOf(meta.package);
          if (channels.some(({ name }) => name === meta.channel.name))
            twice(`channel "${meta.channel.name}" of package "${meta.package}"`);
          else channels.push({ ...meta.channel, document });
          break;
        }
        case 'bundle': {
          const { bundles, detailsOf } = packageOf(meta.bundle.package);
          if (detailsOf.has(meta.bundle.name)) {
            twice(`bundle "${meta.bundle.name}" of package "${meta.bundle.package}"`);
            break;
          }
          detailsOf.set(meta.bundle.name, meta.details);
          bundles.push({ ...meta.bundle, document, details: { offset: 0, length: 0 } });
          break;
        }
        case 'deprecations':
          packageOf(meta.package).deprecations.push({ document, references: meta.references });
          break;
        case 'other': {
          const { schema, package: of, name } = meta;
          const other = { schema, ...(of && { package: of }), ...(name && { name }), document };
          (of === '' ? others : packageOf(of).others).push(other);
        }
      }
    },
    *take() {
      for (const name of [...packages.keys()].sort()) {
        const { detailsOf, ...found } = packages.get(name)!;
        packages.delete(name);
        found.channels.sort(byName);
        found.bundles.sort(byName);
        let offset = 0;
        const details = found.bundles.map((bundle) => {
          const json = detailsOf.get(bundle.name)!;
          bundle.details = { offset, length: json.length };
          offset += json.length;
          return json;
        });
        yield { package: found, details };
      }
    },
  };
}

/** By code units, as Go sorts all names that occur (ASCII). */
export function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
