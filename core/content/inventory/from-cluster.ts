import { z } from 'zod';
import { listOf } from '../../base/document/list-schema.ts';
import { type InstalledOperator, type Inventory, isName, isVersion, wellKnownCatalog } from './inventory.ts';

/** The only fields of cluster objects that are read. */
const OBJECT = z.object({
  kind: z.string(),
  apiVersion: z.string().nullish(),
  items: z.array(z.unknown()).nullish(),
});
const CLUSTER_VERSION = z.object({
  spec: z.object({ channel: z.string().nullish() }).nullish(),
  status: z
    .object({
      desired: z.object({ version: z.string().nullish() }).nullish(),
      history: listOf(z.object({ state: z.string().nullish(), version: z.string().nullish() }), {
        max: 10_000,
      }).nullish(),
    })
    .nullish(),
});
const SUBSCRIPTION = z.object({
  spec: z.object({ name: z.string(), channel: z.string().nullish(), source: z.string().nullish() }),
  status: z.object({ installedCSV: z.string().nullish(), currentCSV: z.string().nullish() }).nullish(),
});
const CSV = z.object({
  metadata: z.object({
    name: z.string(),
    annotations: z.object({ 'operatorframework.io/properties': z.string().nullish() }).nullish(),
  }),
  spec: z.object({ version: z.string().nullish() }).nullish(),
});
const PROPERTIES = z.object({
  properties: listOf(z.object({ type: z.string(), value: z.unknown() })),
});
const PACKAGE = z.object({ packageName: z.string(), version: z.string().nullish() });
/** A part of OpenShift that looks like an operator. */
const OWN = new Set(['packageserver']);

/** Kinds of the objects that are read. */
export const READ_KINDS = ['ClusterVersion', 'Subscription', 'ClusterServiceVersion'] as const;
/** API groups, because others have kinds with the same names. */
const GROUPS = {
  ClusterVersion: 'config.openshift.io/',
  Subscription: 'operators.coreos.com/',
  ClusterServiceVersion: 'operators.coreos.com/',
};

interface Bundle {
  version?: string;
  package?: string;
}

/**
 * Returns the inventory of a cluster from its objects: each subscription with its installed bundle, and operators without
 * one by the annotations of OLM. Copies of an operator in other namespaces count once.
 * @returns undefined if none of the objects is of a kind that is read
 */
export function inventoryOfObjects(documents: readonly unknown[]): Inventory | undefined {
  const objects = documents.flatMap(itemsOf);
  const ofKind = <T>(kind: (typeof READ_KINDS)[number], schema: z.ZodType<T>): T[] =>
    objects.flatMap((object) => {
      // Most objects aren't of this kind, and zod would create an error for each.
      if ((object as { kind?: unknown } | null)?.kind !== kind) return [];
      const head = OBJECT.safeParse(object).data;
      if (head?.kind !== kind || !(head.apiVersion ?? '').startsWith(GROUPS[kind])) return [];
      const read = schema.safeParse(object);
      return read.success ? [read.data] : [];
    });
  const clusters = ofKind('ClusterVersion', CLUSTER_VERSION);
  const subscriptions = ofKind('Subscription', SUBSCRIPTION);
  const bundles = new Map(
    ofKind('ClusterServiceVersion', CSV).map((csv) => [csv.metadata.name, bundleOf(csv)]),
  );
  if (clusters.length + subscriptions.length + bundles.size === 0) return undefined;
  const operators = new Map<string, InstalledOperator>();
  for (const { spec, status } of subscriptions) {
    if (!isName(spec.name) || operators.has(spec.name)) continue;
    const installed = status?.installedCSV ?? status?.currentCSV ?? undefined;
    const catalog = wellKnownCatalog(spec.source ?? '');
    const bundle = installed === undefined ? undefined : installedOf(installed, bundles.get(installed));
    operators.set(spec.name, {
      package: spec.name,
      ...bundle,
      channel: isName(spec.channel) ? spec.channel : undefined,
      catalog: catalog || undefined,
    });
  }
  const named = new Set([...operators.values()].flatMap(({ bundle }) => bundle ?? []));
  for (const [name, bundle] of bundles) {
    const of = bundle.package;
    if (of === undefined || OWN.has(of) || named.has(name) || operators.has(of)) continue;
    operators.set(of, { package: of, ...installedOf(name, bundle) });
  }
  return { ...clusterOf(clusters), operators: [...operators.values()].sort(byPackage) };
}

function itemsOf(document: unknown): unknown[] {
  if (!Array.isArray((document as { items?: unknown } | null)?.items)) return [document];
  const { items } = OBJECT.safeParse(document).data ?? {};
  return items ? items.flatMap(itemsOf) : [document];
}

function clusterOf([cluster]: z.infer<typeof CLUSTER_VERSION>[]): Omit<Inventory, 'operators'> {
  // The newest comes first. The desired version may not be reached yet.
  const done = cluster?.status?.history?.find(({ state }) => state === 'Completed')?.version;
  const version = done ?? cluster?.status?.desired?.version;
  const channel = cluster?.spec?.channel;
  return {
    openShift: isVersion(version) ? version : undefined,
    channel: isName(channel) ? channel : undefined,
  };
}

function bundleOf({ metadata, spec }: z.infer<typeof CSV>): Bundle {
  const reported = packageProperty(metadata.annotations?.['operatorframework.io/properties'] ?? '');
  const version = spec?.version ?? reported?.version;
  return {
    version: isVersion(version) ? version : undefined,
    package: isName(reported?.packageName) ? reported.packageName : undefined,
  };
}

function packageProperty(text: string): z.infer<typeof PACKAGE> | undefined {
  try {
    const { properties } = PROPERTIES.parse(JSON.parse(text));
    return PACKAGE.safeParse(properties.find(({ type }) => type === 'olm.package')?.value).data;
  } catch {
    // OLM writes it for operators from a catalog. Other writers may use any content.
    return undefined;
  }
}

function installedOf(
  name: string,
  bundle: Bundle | undefined,
): Pick<InstalledOperator, 'bundle' | 'version'> {
  const version = bundle?.version ?? /\.v?(\d+\.\d+\.\d+.*)$/s.exec(name)?.[1];
  return { version: isVersion(version) ? version : undefined, bundle: isName(name) ? name : undefined };
}

export function byPackage(a: { package: string }, b: { package: string }): number {
  return a.package < b.package ? -1 : 1;
}
