import { isMap, type Json, type ListTypes } from './field-sets.ts';

/** The part of OpenAPI v3 that the kinds of the test server use. */
export interface Schema {
  type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  required?: string[];
  properties?: Record<string, Schema>;
  /** Schema of the values in maps with arbitrary keys. */
  additional?: Schema;
  items?: Schema;
  enum?: string[];
  pattern?: string;
  minimum?: number;
  /** Preserves unknown fields (x-kubernetes-preserve-unknown-fields). */
  free?: boolean;
}

/** A kind that the test server serves. */
export interface ServedKind {
  group: string;
  version: string;
  kind: string;
  plural: string;
  namespaced: boolean;
  /** Writes to the object don't change its status. */
  status: boolean;
  lists: ListTypes;
  /** Schema of the object without apiVersion, kind and metadata. */
  schema: Schema;
}

const text: Schema = { type: 'string' };
const free: Schema = { type: 'object', free: true };
const texts: Schema = { type: 'object', additional: text };
const bytes: Schema = {
  type: 'object',
  additional: { type: 'string', pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
};
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const spec = (properties: Record<string, Schema>, required: string[] = []): Schema =>
  object({ spec: object(properties, required), status: free });

const IMAGE_SOURCE =
  '^((?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:(?:\\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))+)?(?::[0-9]+)?)(?:(?:/[a-z0-9]+(?:(?:(?:[._]|__|[-]*)[a-z0-9]+)+)?)+)?$';
const mirrors = (field: string): Schema =>
  spec({
    [field]: list(
      object(
        {
          source: { type: 'string', pattern: IMAGE_SOURCE },
          mirrors: list({ type: 'string', pattern: IMAGE_SOURCE }),
          mirrorSourcePolicy: { type: 'string', enum: ['NeverContactSource', 'AllowContactingSource'] },
        },
        ['source'],
      ),
    ),
  });

const CORE: Omit<ServedKind, 'group' | 'version' | 'lists'>[] = [
  {
    kind: 'Namespace',
    plural: 'namespaces',
    namespaced: false,
    status: true,
    schema: object({ spec: free, status: free }),
  },
  {
    ...{ kind: 'Node', plural: 'nodes', namespaced: false, status: true },
    schema: object({ spec: free, status: free }),
  },
  {
    ...{ kind: 'ConfigMap', plural: 'configmaps', namespaced: true, status: false },
    schema: object({ data: texts, binaryData: bytes, immutable: { type: 'boolean' } }),
  },
  {
    ...{ kind: 'Secret', plural: 'secrets', namespaced: true, status: false },
    schema: object({ data: bytes, stringData: texts, type: text, immutable: { type: 'boolean' } }),
  },
];

/** Kinds whose objects Airlock replaces or only reads. */
const FREE_KINDS: [group: string, version: string, kind: string, plural: string, namespaced: boolean][] = [
  ['config.openshift.io', 'v1', 'Infrastructure', 'infrastructures', false],
  ['operator.openshift.io', 'v1', 'Etcd', 'etcds', false],
  ['operator.openshift.io', 'v1', 'ClusterCSIDriver', 'clustercsidrivers', false],
  ['machine.openshift.io', 'v1beta1', 'MachineSet', 'machinesets', true],
  ['machine.openshift.io', 'v1', 'ControlPlaneMachineSet', 'controlplanemachinesets', true],
  ['nmstate.io', 'v1', 'NodeNetworkConfigurationPolicy', 'nodenetworkconfigurationpolicies', false],
  ['nmstate.io', 'v1beta1', 'NodeNetworkConfigurationEnactment', 'nodenetworkconfigurationenactments', false],
  ['nmstate.io', 'v1beta1', 'NodeNetworkState', 'nodenetworkstates', false],
];

const CONDITIONS: ListTypes = { 'status.conditions': { keys: ['type'] } };
const FINALIZERS: ListTypes = { 'metadata.finalizers': 'set' };

type Row = [
  group: string,
  version: string,
  kind: string,
  plural: string,
  namespaced: boolean,
  schema: Schema,
];
const CUSTOM: Row[] = [
  [
    'config.openshift.io',
    'v1',
    'ImageDigestMirrorSet',
    'imagedigestmirrorsets',
    false,
    mirrors('imageDigestMirrors'),
  ],
  ['config.openshift.io', 'v1', 'ImageTagMirrorSet', 'imagetagmirrorsets', false, mirrors('imageTagMirrors')],
  [
    ...(['operator.openshift.io', 'v1alpha1', 'ImageContentSourcePolicy'] as const),
    ...(['imagecontentsourcepolicies', false] as const),
    spec({ repositoryDigestMirrors: list(object({ source: text, mirrors: list(text) }, ['source'])) }),
  ],
  [
    ...(['config.openshift.io', 'v1', 'Image', 'images', false] as const),
    spec({
      additionalTrustedCA: object({ name: text }, ['name']),
      registrySources: free,
      allowedRegistriesForImport: list(free),
      externalRegistryHostnames: list(text),
    }),
  ],
  [
    'config.openshift.io',
    'v1',
    'ClusterVersion',
    'clusterversions',
    false,
    spec({ clusterID: text, channel: text, upstream: text, desiredUpdate: free }),
  ],
  ['config.openshift.io', 'v1', 'ClusterOperator', 'clusteroperators', false, spec({})],
  ['config.openshift.io', 'v1', 'Proxy', 'proxies', false, spec({ trustedCA: object({ name: text }) })],
  [
    ...(['config.openshift.io', 'v1', 'ClusterImagePolicy', 'clusterimagepolicies', false] as const),
    spec({ scopes: list(text), policy: free }, ['scopes', 'policy']),
  ],
  [
    ...(['config.openshift.io', 'v1', 'OperatorHub', 'operatorhubs', false] as const),
    spec({
      disableAllDefaultSources: { type: 'boolean' },
      sources: list(object({ name: text, disabled: { type: 'boolean' } })),
    }),
  ],
  [
    'machineconfiguration.openshift.io',
    'v1',
    'MachineConfigPool',
    'machineconfigpools',
    false,
    spec({ paused: { type: 'boolean' }, configuration: free, maxUnavailable: { type: 'integer' } }),
  ],
  [
    ...(['operators.coreos.com', 'v1alpha1', 'CatalogSource', 'catalogsources', true] as const),
    object(
      {
        spec: object(
          {
            ...{
              sourceType: text,
              image: text,
              address: text,
              configMap: text,
              displayName: text,
              publisher: text,
            },
            ...{
              description: text,
              priority: { type: 'integer' },
              secrets: list(text),
              updateStrategy: free,
              grpcPodConfig: free,
              icon: object({ base64data: text, mediatype: text }),
              runAsRoot: { type: 'boolean' },
            },
          },
          ['sourceType'],
        ),
        status: free,
      },
      ['spec'],
    ),
  ],
  [
    'operators.coreos.com',
    'v1alpha1',
    'Subscription',
    'subscriptions',
    true,
    spec({
      source: text,
      sourceNamespace: text,
      name: text,
      channel: text,
      installPlanApproval: text,
      startingCSV: text,
      config: free,
    }),
  ],
  [
    ...(['operators.coreos.com', 'v1', 'OperatorGroup', 'operatorgroups', true] as const),
    spec({ targetNamespaces: list(text), upgradeStrategy: text, serviceAccountName: text, selector: free }),
  ],
  [
    'operators.coreos.com',
    'v1alpha1',
    'ClusterServiceVersion',
    'clusterserviceversions',
    true,
    object({ spec: free, status: free }),
  ],
  [
    'packages.operators.coreos.com',
    'v1',
    'PackageManifest',
    'packagemanifests',
    true,
    object({ spec: free, status: free }),
  ],
  [
    ...(['olm.operatorframework.io', 'v1', 'ClusterCatalog', 'clustercatalogs', false] as const),
    object(
      {
        spec: object(
          {
            priority: { type: 'integer' },
            availabilityMode: { type: 'string', enum: ['Available', 'Unavailable'] },
            source: object(
              {
                type: { type: 'string', enum: ['Image'] },
                image: object({ ref: text, pollIntervalMinutes: { type: 'integer' } }, ['ref']),
              },
              ['type'],
            ),
          },
          ['source'],
        ),
        status: free,
      },
      ['spec'],
    ),
  ],
  [
    ...(['updateservice.operator.openshift.io', 'v1', 'UpdateService', 'updateservices', true] as const),
    spec({ graphDataImage: text, releases: text, replicas: { type: 'integer', minimum: 1 } }, [
      'graphDataImage',
      'releases',
      'replicas',
    ]),
  ],
];

/** All kinds of the test server, with the parts of their published CRDs that Airlock writes or reads. */
export const SERVED_KINDS: readonly ServedKind[] = [
  ...CORE.map((kind) => ({ group: '', version: 'v1', lists: FINALIZERS, ...kind })),
  ...[...CUSTOM, ...FREE_KINDS.map((row): Row => [...row, object({ spec: free, status: free })])].map(
    ([group, version, kind, plural, namespaced, schema]) => ({
      ...{ group, version, kind, plural, namespaced, schema },
      status: true,
      lists: { ...FINALIZERS, ...CONDITIONS },
    }),
  ),
];

/** Returns the schema violations of an object in the words of the server, and its unknown fields. */
export function schemaFaults(
  value: Json,
  schema: Schema,
  at = '',
): { faults: { field: string; message: string }[]; unknown: string[] } {
  const faults: { field: string; message: string }[] = [];
  const unknown: string[] = [];
  const fault = (message: string) => faults.push({ field: at, message });
  const inner = (child: Json, of: Schema, place: string) => {
    const found = schemaFaults(child, of, place);
    faults.push(...found.faults);
    unknown.push(...found.unknown);
  };
  const actual = Array.isArray(value)
    ? 'array'
    : isMap(value)
      ? 'object'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;
  if (actual !== schema.type) {
    fault(`Invalid value: "${actual}": ${at} in body must be of type ${schema.type}: "${actual}"`);
  } else if (isMap(value)) {
    for (const name of schema.required ?? [])
      if (value[name] === undefined)
        faults.push({ field: at === '' ? name : `${at}.${name}`, message: 'Required value' });
    for (const [name, child] of Object.entries(value)) {
      const place = at === '' ? name : `${at}.${name}`;
      const of = schema.properties?.[name] ?? schema.additional;
      if (of) inner(child, of, place);
      else if (!schema.free) unknown.push(place);
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      if (schema.items) inner(item, schema.items, `${at}[${index}]`);
    });
  } else if (schema.enum && !schema.enum.includes(String(value))) {
    fault(
      `Unsupported value: ${JSON.stringify(value)}: supported values: ${schema.enum.map((one) => `"${one}"`).join(', ')}`,
    );
  } else if (schema.pattern && !new RegExp(schema.pattern).test(String(value))) {
    fault(`Invalid value: ${JSON.stringify(value)}: ${at} in body should match '${schema.pattern}'`);
  } else if (schema.minimum !== undefined && Number(value) < schema.minimum) {
    fault(`Invalid value: ${value}: ${at} in body should be greater than or equal to ${schema.minimum}`);
  }
  return { faults, unknown };
}
