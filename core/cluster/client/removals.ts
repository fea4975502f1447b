import { ownEntry } from '../../base/document/own-entry.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';
import { explainedKind } from './known-kinds.ts';
import { listObjects, readObject } from './live-objects.ts';
import { t } from './messages.ts';
import { loginsOf, withoutServerFields } from './object-changes.ts';
import { type LiveObject, refOf } from './object-ref.ts';

/** One object before and after. */
export interface Replaced {
  before: LiveObject | undefined;
  after: LiveObject;
}

interface MirrorEntry {
  source: string;
  mirrors?: string[];
}

/** Returns the names of the packages in a catalog image, or undefined if it can't be read. */
export type PackagesOf = (image: string, signal?: AbortSignal) => Promise<string[] | undefined>;

/** Fields with mirror entries, and whether they apply to pulls by digest or by tag. */
const MIRROR_FIELDS: Record<string, readonly [field: string, by: 'digest' | 'tag']> = {
  ImageDigestMirrorSet: ['imageDigestMirrors', 'digest'],
  ImageContentSourcePolicy: ['repositoryDigestMirrors', 'digest'],
  ImageTagMirrorSet: ['imageTagMirrors', 'tag'],
};

/** The default CatalogSources of a cluster. */
const DEFAULT_CATALOGS = [
  'redhat-operators',
  'certified-operators',
  'community-operators',
  'redhat-marketplace',
];

const CATALOGS = { apiVersion: 'operators.coreos.com/v1alpha1', namespace: 'openshift-marketplace' };

/**
 * Returns what a cluster would lose by each of the objects, in their order: mirrors, catalogs, operators, trusted CAs,
 * logins, signatures. A mirror that another object contains isn't lost.
 * @throws as `ApiClient.call`
 */
export async function removalsOf(
  cluster: Cluster,
  objects: readonly Replaced[],
  options: { packagesOf?: PackagesOf; signal?: AbortSignal } = {},
): Promise<string[][]> {
  const saved = new Set(objects.flatMap(({ after }) => mirrorsOf(after)).map(({ key }) => key));
  const removals: string[][] = [];
  for (const { before, after } of objects) {
    const lost = before
      ? mirrorsOf(before)
          .filter(({ key }) => !saved.has(key))
          .map(({ text }) => text)
      : [];
    removals.push([...lost, ...(await ofOneKind(cluster, { before, after }, objects, options))]);
  }
  return removals;
}

async function ofOneKind(
  cluster: Cluster,
  { before, after }: Replaced,
  all: readonly Replaced[],
  options: { packagesOf?: PackagesOf; signal?: AbortSignal },
): Promise<string[]> {
  const { signal } = options;
  switch (explainedKind(after)) {
    case 'OperatorHub':
      return before === undefined || disablesAll(before) ? [] : lostDefaults(cluster, after, signal);
    case 'CatalogSource':
      return before === undefined ? [] : lostPackages(cluster, before, after, options);
    case 'Image':
      return before === undefined ? [] : lostAuthorities(cluster, before, after, all, signal);
    case 'PullSecret': {
      const now = new Set(loginsOf(after));
      const old = before === undefined ? [] : (loginsOf(before) ?? []);
      return old
        .filter((registry) => !now.has(registry))
        .map((registry) => t('lostCredentials', { registry }));
    }
    case 'AuthorityConfigMap':
      return lostKeys(before, after).map((key) => t('lostAuthority', { registry: key.replace('..', ':') }));
    case 'SignatureConfigMap':
      return lostKeys(before, after).map((key) => t('lostSignature', { key }));
    default:
      return [];
  }
}

function mirrorsOf(object: Resource): { key: string; text: string }[] {
  const [field, by] = ownEntry(MIRROR_FIELDS, object.kind) ?? [];
  if (field === undefined) return [];
  const entries = ((object.spec as Record<string, unknown> | undefined)?.[field] ?? []) as MirrorEntry[];
  return entries.flatMap(({ source, mirrors = [] }) =>
    mirrors.map((mirror) => ({
      key: [by, source, mirror].join(' '),
      text: t('lostMirror', { mirror, source, by: by ?? 'digest' }),
    })),
  );
}

function lostKeys(before: Resource | undefined, after: Resource): string[] {
  const keys = (object: Resource | undefined) =>
    Object.keys({ ...(object?.data as object), ...(object?.binaryData as object) });
  const now = keys(after);
  return keys(before).filter((key) => !now.includes(key));
}

function disablesAll(hub: Resource): boolean {
  return (hub.spec as { disableAllDefaultSources?: boolean } | undefined)?.disableAllDefaultSources === true;
}

/** Returns the default catalogs that work or that Subscriptions use. Disabling the others loses nothing. */
async function lostDefaults(
  cluster: Cluster,
  hub: Resource,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  if (!disablesAll(hub)) return [];
  const sources = (await listObjects(cluster, { ...CATALOGS, kind: 'CatalogSource' }, signal)) ?? [];
  const subscriptions =
    (await listObjects(cluster, { apiVersion: CATALOGS.apiVersion, kind: 'Subscription' }, signal)) ?? [];
  return sources
    .filter(({ metadata }) => DEFAULT_CATALOGS.includes(metadata.name))
    .flatMap((source) => {
      const { name } = source.metadata;
      const users = subscriptions.filter(({ spec }) => {
        const { source: from, sourceNamespace } = (spec ?? {}) as {
          source?: string;
          sourceNamespace?: string;
        };
        return from === name && sourceNamespace === CATALOGS.namespace;
      });
      if (users.length === 0 && catalogState(source) !== 'READY') return [];
      if (users.length === 0) return [t('lostCatalog', { name })];
      const names = users.map(({ metadata }) => metadata.name).join(', ');
      return [t('lostCatalogInUse', { name, subscriptions: names })];
    });
}

/** Returns the state of a catalog's connection: `READY` if it serves. */
export function catalogState(source: Resource): string | undefined {
  const status = source.status as { connectionState?: { lastObservedState?: string } } | undefined;
  return status?.connectionState?.lastObservedState;
}

async function lostPackages(
  cluster: Cluster,
  before: LiveObject,
  after: LiveObject,
  { packagesOf, signal }: { packagesOf?: PackagesOf; signal?: AbortSignal },
): Promise<string[]> {
  const imageOf = (object: Resource) => (object.spec as { image?: string } | undefined)?.image;
  const image = imageOf(after);
  if (image === undefined || image === imageOf(before)) return [];
  const { name, namespace = '' } = refOf(before);
  const manifests = await listObjects(
    cluster,
    { apiVersion: 'packages.operators.coreos.com/v1', kind: 'PackageManifest', namespace },
    signal,
  );
  const served = (manifests ?? [])
    .filter(({ status, metadata }) => {
      const { catalogSource } = (status ?? {}) as { catalogSource?: string };
      return (catalogSource ?? metadata.labels?.catalog) === name;
    })
    .map(({ metadata }) => metadata.name);
  if (served.length === 0) return [];
  const now = await packagesOf?.(image, signal);
  if (!now) return [t('lostOperatorsUnknown', { catalog: name, image })];
  return served
    .filter((one) => !now.includes(one))
    .map((operator) => t('lostOperator', { operator, catalog: name }));
}

/** Returns the CAs of the previous ConfigMap that are missing in the new one: Image refers to a single ConfigMap. */
async function lostAuthorities(
  cluster: Cluster,
  before: LiveObject,
  after: LiveObject,
  all: readonly Replaced[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const named = (image: Resource) =>
    (image.spec as { additionalTrustedCA?: { name?: string } } | undefined)?.additionalTrustedCA?.name;
  const [old, now] = [named(before), named(after)];
  if (!old || old === now) return [];
  const mapOf = (name: string) =>
    readObject(cluster, { apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'openshift-config' }, signal);
  const isNow = ({ after: { kind, metadata } }: Replaced) => kind === 'ConfigMap' && metadata.name === now;
  const applied = all.find(isNow)?.after;
  const next = applied ?? (now === undefined ? undefined : await mapOf(now));
  const lost = await mapOf(old);
  if (!lost) return [];
  return lostKeys(withoutServerFields(lost), next ?? { apiVersion: 'v1', kind: 'ConfigMap' }).map((key) =>
    t('lostAuthorityOf', { registry: key.replace('..', ':'), name: old }),
  );
}
