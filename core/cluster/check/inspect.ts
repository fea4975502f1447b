import { alternativeList } from '../../base/document/words.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { inventoryOfObjects } from '../../content/inventory/from-cluster.ts';
import { entryName, parseAuthFile } from '../../registry/access/auth-file.ts';
import { certificatesIn } from '../../registry/access/trusted-authorities.ts';
import { explainedKind } from '../client/known-kinds.ts';
import type { LiveObject } from '../client/object-ref.ts';
import { poolState } from '../client/readiness.ts';
import { catalogsOf, installedOf } from './catalog-facts.ts';
import type { ClusterFacts, FactPart } from './cluster-facts.ts';
import { conditionsOf } from './conditions.ts';
import { t } from './messages.ts';
import { mirrorRows } from './mirror-rows.ts';
import type { ObjectKind, ObjectSource } from './object-source.ts';
import { versionFacts } from './version-facts.ts';

/** The result of an inspection. */
export interface InspectedCluster {
  facts: ClusterFacts;
  /** The pull secret itself (`.dockerconfigjson`), to query registries as nodes do. It is never written or shown. */
  pullSecret: string | undefined;
}

const CONFIG = 'config.openshift.io/v1';

/**
 * Reads the facts of a cluster that matter for upgrades. Unreadable parts are listed in `unread`.
 * @throws AirlockError if the cluster can't be queried: unreachable, credentials
 */
export async function inspectCluster(
  source: ObjectSource,
  options: { now?: Date; signal?: AbortSignal } = {},
): Promise<InspectedCluster> {
  const objects = objectsOf(source, options.signal);
  const unread: ClusterFacts['unread'] = {};
  const part = async <T>(
    name: FactPart,
    otherwise: NoInfer<T>,
    read: (objects: ClusterObjects) => Promise<T>,
  ): Promise<T> => {
    try {
      return await read(objects);
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (!READ_ON.has(error.code)) throw error;
      unread[name] = error.message;
      return otherwise;
    }
  };
  const version = await part<LiveObject | undefined>('version', undefined, readVersion);
  const acknowledgments = await part('acknowledgments', { gates: {}, given: [] }, readAcknowledgments);
  const operators = await part('operators', [], readOperators);
  const nodes = await part('nodes', [], readArchitectures);
  const pools = await part('pools', [], async ({ all }) => (await all(POOL)).map(poolState));
  const mirrors = await part('mirrors', [], async ({ some }) => mirrorRows(await some(...MIRROR_KINDS)));
  const noTrust = { registrySources: { insecure: [], blocked: [] }, trust: { registries: {} } };
  const trust = await part('trust', noTrust, readTrust);
  const pullSecret = await part('pull-secret', undefined, readPullSecret);
  const signatures = await part('signatures', [], async ({ all }) => signaturesOf(await all(SIGNATURE_MAP)));
  const catalogs = await part('catalogs', [], async ({ some }) => catalogsOf(await some(...CATALOG_KINDS)));
  const installed = await part('installed', [], ({ all }) => all(INSTALLED));
  const subscriptions = await part('subscriptions', [], ({ all }) => all(SUBSCRIPTION));
  const imagePolicies = await part('image-policy', [], async ({ all }) =>
    policiesOf(await all(IMAGE_POLICY)),
  );

  const inventory = inventoryOfObjects([version, ...subscriptions, ...installed]) ?? { operators: [] };
  const { server, context, kubernetesVersion, architecture } = source;
  const architectures = nodes.length > 0 ? nodes : architecture === undefined ? [] : [architecture];
  return {
    pullSecret: pullSecret?.text,
    facts: {
      ...{ type: 'airlock-cluster-inspection', format: 1 },
      inspectedAt: (options.now ?? new Date()).toISOString(),
      ...{ server, context, kubernetesVersion },
      ...versionFacts(version),
      ...{ architectures, acknowledgments, operators, pools, mirrors, ...trust },
      pullSecret: pullSecret?.names ?? [],
      ...{ signatures, catalogs, installed: installedOf(installed), inventory, imagePolicies, unread },
    },
  };
}

const POOL = { apiVersion: 'machineconfiguration.openshift.io/v1', kind: 'MachineConfigPool' };
const MIRROR_KINDS = [
  { apiVersion: CONFIG, kind: 'ImageDigestMirrorSet' },
  { apiVersion: CONFIG, kind: 'ImageTagMirrorSet' },
  { apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ImageContentSourcePolicy' },
];
const SIGNATURE_MAP = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'openshift-config-managed' };
const CATALOG_KINDS = [
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource' },
  { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog' },
];
const INSTALLED = {
  ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' },
  // Operators for all namespaces are copied to each of them, which are thousands of identical objects.
  labelSelector: '!olm.copiedFrom',
};
const SUBSCRIPTION = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription' };
const IMAGE_POLICY = { apiVersion: CONFIG, kind: 'ClusterImagePolicy' };

/** Objects of a cluster. Missing objects of `all` and `some` are `cluster-missing`. */
interface ClusterObjects {
  server: string;
  one(apiVersion: string, kind: string, name: string, namespace?: string): Promise<LiveObject | undefined>;
  all(kind: ObjectKind): Promise<LiveObject[]>;
  /** Returns the objects of all these kinds, if at least one kind exists. */
  some(...kinds: ObjectKind[]): Promise<LiveObject[]>;
}

function objectsOf(source: ObjectSource, signal: AbortSignal | undefined): ClusterObjects {
  const some = async (...kinds: ObjectKind[]): Promise<LiveObject[]> => {
    const found = await Promise.all(kinds.map((kind) => source.list(kind, signal)));
    if (found.some((list) => list !== undefined)) return found.flatMap((list) => list ?? []);
    throw missing(source, alternativeList(kinds.map(({ kind }) => kind)));
  };
  return {
    server: source.server,
    one: (apiVersion, kind, name, namespace) => source.read({ apiVersion, kind, name, namespace }, signal),
    all: (kind) => some(kind),
    some,
  };
}

function missing({ server }: Pick<ObjectSource, 'server'>, objects: string): AirlockError {
  return new AirlockError('cluster-missing', t('objectsMissing', { source: server, objects }));
}

async function readVersion(objects: ClusterObjects): Promise<LiveObject> {
  const found = await objects.one(CONFIG, 'ClusterVersion', 'version');
  if (found) return found;
  throw missing(objects, 'ClusterVersion version');
}

async function readAcknowledgments({ one }: ClusterObjects): Promise<ClusterFacts['acknowledgments']> {
  const gates = await one('v1', 'ConfigMap', 'admin-gates', 'openshift-config-managed');
  const acks = await one('v1', 'ConfigMap', 'admin-acks', 'openshift-config');
  const given = Object.entries(textsOf(acks)).filter(([, value]) => value === 'true');
  return { gates: textsOf(gates), given: given.map(([name]) => name) };
}

async function readOperators({ all }: ClusterObjects): Promise<ClusterFacts['operators']> {
  return (await all({ apiVersion: CONFIG, kind: 'ClusterOperator' })).map(({ metadata, status }) => ({
    name: metadata.name,
    conditions: conditionsOf(status),
  }));
}

/** Returns the architectures of the nodes, each once. */
async function readArchitectures({ all }: ClusterObjects): Promise<string[]> {
  const found = (await all({ apiVersion: 'v1', kind: 'Node' })).flatMap(({ status }) => {
    const { nodeInfo } = (status ?? {}) as { nodeInfo?: { architecture?: string } };
    return nodeInfo?.architecture ?? [];
  });
  return [...new Set(found)].sort();
}

async function readTrust({ one }: ClusterObjects): Promise<Pick<ClusterFacts, 'registrySources' | 'trust'>> {
  const image = specOf(await one(CONFIG, 'Image', 'cluster'));
  const proxy = specOf(await one(CONFIG, 'Proxy', 'cluster'));
  const mapOf = async (named: unknown) => {
    const name = (named as { name?: string } | undefined)?.name;
    return name ? textsOf(await one('v1', 'ConfigMap', name, 'openshift-config')) : {};
  };
  const own = Object.entries(await mapOf(image.additionalTrustedCA));
  // Only certificates are read, in case someone added a private key by mistake.
  const certificates = (text: string) => certificatesIn(text).join('\n');
  const everywhere = certificates((await mapOf(proxy.trustedCA))['ca-bundle.crt'] ?? '');
  const sources = (image.registrySources ?? {}) as Record<string, string[] | undefined>;
  return {
    registrySources: {
      insecure: sources.insecureRegistries ?? [],
      blocked: sources.blockedRegistries ?? [],
    },
    trust: {
      registries: Object.fromEntries(
        own.map(([name, text]) => [name.replace('..', ':'), certificates(text)]),
      ),
      everywhere: everywhere || undefined,
    },
  };
}

async function readPullSecret(
  objects: ClusterObjects,
): Promise<{ text: string; names: string[] } | undefined> {
  const secret = await objects.one('v1', 'Secret', 'pull-secret', 'openshift-config');
  const data = (secret?.data as Record<string, string> | undefined)?.['.dockerconfigjson'];
  const text = data === undefined ? undefined : Buffer.from(data, 'base64').toString();
  // A must-gather contains no secrets, or empty ones.
  if (!text) throw missing(objects, 'Secret pull-secret');
  return { text, names: loginsIn(text) };
}

/** Faults of one object or kind. After any other fault, all requests would fail. */
const READ_ON = new Set(['cluster-forbidden', 'cluster-missing', 'cluster-rejected', 'config-invalid']);

function textsOf(map: LiveObject | undefined): Record<string, string> {
  return (map?.data ?? {}) as Record<string, string>;
}

function specOf(object: LiveObject | undefined): Record<string, unknown> {
  return (object?.spec ?? {}) as Record<string, unknown>;
}

function loginsIn(text: string): string[] {
  const { auths } = parseAuthFile(text, t('pullSecretOrigin'), false);
  return [...auths.keys()].map(entryName).sort();
}

/**
 * Keys of a signature ConfigMap begin with the digest of the release (openshift/library-go:
 * pkg/verify/store/configmap).
 */
const SIGNATURE_KEY = /^sha256-([0-9a-f]{64})/;

function signaturesOf(maps: readonly LiveObject[]): ClusterFacts['signatures'] {
  return maps
    .filter((map) => explainedKind(map) === 'SignatureConfigMap')
    .flatMap(({ metadata, binaryData }) =>
      Object.entries((binaryData ?? {}) as Record<string, string>).flatMap(([key, message]) => {
        const hex = SIGNATURE_KEY.exec(key)?.[1];
        return hex ? [{ object: `ConfigMap ${metadata.name}`, digest: `sha256:${hex}`, message }] : [];
      }),
    );
}

interface PolicySpec {
  scopes?: string[];
  policy?: { rootOfTrust?: { policyType?: string; publicKey?: { keyData?: string } } };
}

function policiesOf(policies: readonly LiveObject[]): ClusterFacts['imagePolicies'] {
  return policies.map(({ metadata, spec }) => {
    const { scopes = [], policy } = (spec ?? {}) as PolicySpec;
    const data = policy?.rootOfTrust?.publicKey?.keyData;
    return {
      ...{ object: `ClusterImagePolicy ${metadata.name}`, scopes },
      key: data === undefined ? undefined : Buffer.from(data, 'base64').toString(),
    };
  });
}
