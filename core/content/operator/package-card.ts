import { packageText } from '../catalog/bundle-text.ts';
import type { CatalogIndex } from '../catalog/index/open-index.ts';
import type { CatalogPackage, Constraint } from '../catalog/model/catalog-model.ts';
import { kindKey } from '../catalog/model/object-kind.ts';
import { imageAddress } from './image-address.ts';
import { type ListedPackage, listOperators } from './list-operators.ts';
import { t } from './messages.ts';
import { allowsOpenShift, limitText, minorOf, minorText, openShiftLimits } from './openshift-limit.ts';

/** A package of a catalog for display in a list of choices. */
export interface PackageCard {
  package: string;
  displayName?: string;
  provider?: string;
  /** One line, or the beginning of a longer text. */
  description?: string;
  /** `data:` address. */
  icon?: string;
  defaultChannel: string;
  channels: {
    name: string;
    /** Version of its newest bundle, or the bundle's name; empty for a channel that OLM can't use. */
    head: string;
    /** The newest first. */
    versions: string[];
    /** Text of the catalog. */
    deprecated?: string;
  }[];
  deprecated?: string;
  /** Why none of its channels supports the target OpenShift version. */
  notForTarget?: string;
  /** Requirements of the head of its default channel on other packages. */
  needs: PackageNeed[];
}

export interface PackageNeed {
  /** Packages of this catalog, one of which is sufficient. Empty: another catalog is needed. */
  packages: string[];
  reason: string;
}

const LONGEST_DESCRIPTION = 300;

/**
 * Returns a package for display.
 * @param target version or minor of OpenShift that the package should support
 * @throws AirlockError `operator-unknown` for a package that the catalog doesn't have, `disk`
 */
export async function packageCard(
  index: CatalogIndex,
  name: string,
  { target, signal }: { target?: string; signal?: AbortSignal } = {},
): Promise<PackageCard> {
  const stop = signal ? { signal } : {};
  const found = await index.package(name);
  // The package is read once for all views.
  const view: CatalogIndex = { ...index, package: async () => found };
  const [listed] = await listOperators(view, { package: name }, stop);
  const { displayName, provider, summary, defaultChannel, deprecation, channels, head } = listed!;
  const text = found ? await packageText(index, found) : {};
  const description = summary ?? shortened(text.description);
  const icon = text.icon && imageAddress(text.icon);
  const limits = target === undefined ? undefined : await notFor(index, found!, listed!, target, stop);
  return {
    package: name,
    displayName: displayName || undefined,
    provider: provider || undefined,
    description: description || undefined,
    icon: icon || undefined,
    defaultChannel,
    channels: channels.map(({ name: channel, head: bundle, version, entries, deprecation: words }) => ({
      name: channel,
      head: version ?? bundle ?? '',
      versions: entries.flatMap((entry) => entry.version ?? []),
      deprecated: words === undefined ? undefined : words || t('deprecated'),
    })),
    deprecated: deprecation === undefined ? undefined : deprecation || t('deprecated'),
    notForTarget: limits,
    needs: found && head !== undefined ? await needsOf(index, found, head) : [],
  };
}

/** Returns the beginning of a long Markdown text. */
export function shortened(text: string | undefined): string | undefined {
  const plain = text
    ?.replaceAll(/[#*`>]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (!plain || plain.length <= LONGEST_DESCRIPTION) return plain;
  return `${plain.slice(0, LONGEST_DESCRIPTION).replace(/\s\S*$/, '')}…`;
}

/** Returns why a package doesn't support an OpenShift version; undefined if the head of one of its channels does. */
async function notFor(
  index: CatalogIndex,
  { bundles }: CatalogPackage,
  { channels, head }: ListedPackage,
  target: string,
  stop: { signal?: AbortSignal },
): Promise<string | undefined> {
  const minor = minorOf(target);
  if (!minor || head === undefined) return undefined;
  const allowed = async (names: readonly string[]) => {
    const limits = await openShiftLimits(
      index,
      bundles.filter(({ name }) => names.includes(name)),
      stop,
    );
    return { limits, any: names.some((name) => allowsOpenShift(limits.get(name), minor)) };
  };
  const { limits, any } = await allowed([head]);
  if (any) return undefined;
  // The other heads are only read in this rare case.
  const others = channels.flatMap((channel) => (channel.head && channel.head !== head ? channel.head : []));
  if (others.length > 0 && (await allowed(others)).any) return undefined;
  return t('notForTarget', { bundle: head, minor: minorText(minor), limit: limitText(limits.get(head)) });
}

async function needsOf(index: CatalogIndex, found: CatalogPackage, head: string): Promise<PackageNeed[]> {
  const bundle = found.bundles.find(({ name }) => name === head);
  if (!bundle) return [];
  const [details] = await index.details([bundle]);
  const requires = details?.requires ?? [];
  if (requires.length === 0) return [];
  const providers = await index.providers();
  const own = new Set(details!.provides.map(kindKey));
  const has = (name: string) => index.packages.some((each) => each.name === name);
  const needs = requires.flatMap((constraint) => needOf(constraint, { providers, own, has }) ?? []);
  const others = needs.filter(({ packages }) => !packages.includes(found.name));
  return [...new Map(others.map((need) => [need.packages.join(' ') || need.reason, need])).values()];
}

function needOf(
  constraint: Constraint,
  catalog: {
    providers: ReadonlyMap<string, readonly string[]>;
    own: ReadonlySet<string>;
    has(name: string): boolean;
  },
): PackageNeed[] {
  switch (constraint.type) {
    case 'package': {
      const { package: name, range } = constraint;
      const reason = range
        ? t('requiresPackageInRange', { package: name, range })
        : t('requiresPackage', { package: name });
      return [{ packages: catalog.has(name) ? [name] : [], reason }];
    }
    case 'kind': {
      const key = kindKey(constraint.kind);
      if (catalog.own.has(key)) return [];
      return [
        {
          packages: [...(catalog.providers.get(key) ?? [])],
          reason: t('requiresKind', { ...constraint.kind }),
        },
      ];
    }
    case 'all':
      return constraint.constraints.flatMap((each) => needOf(each, catalog));
    case 'any': {
      const choices = constraint.constraints.map((each) => needOf(each, catalog));
      if (choices.some((each) => each.length === 0)) return [];
      return choices.find((each) => each.every(({ packages }) => packages.length > 0)) ?? choices[0] ?? [];
    }
    default:
      return [];
  }
}
