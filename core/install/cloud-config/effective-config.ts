import type { CloudConfig, Credentials, EffectiveCloudConfig, EffectiveVCenter } from './model.ts';

const DEFAULT_PORT = 443;
const DEFAULT_ROUND_TRIPS = 3;
const DEFAULT_API_BINDING = ':43001';
const DEFAULT_IP_FAMILY = 'ipv4';

/**
 * Returns the configuration that the vSphere cloud provider uses (its `validateConfig`): with defaults, a vCenter for
 * `global.server` unless one has that name, values inherited from `global` (`insecureFlag: false` of a vCenter doesn't override
 * true), and the source of credentials. For a rejected configuration, the result is incomplete.
 */
export function effectiveConfig(config: CloudConfig): EffectiveCloudConfig {
  const { global, labels } = config;
  const named = new Map(config.vcenters);
  if (global.server && !named.has(global.server)) named.set(global.server, { server: global.server });
  const families = (list: string[] | undefined) => list?.map((family) => family.toLowerCase());
  const vcenters = [...named].map(
    ([name, own]): EffectiveVCenter => ({
      name,
      server: own.server ?? name,
      port: own.port || global.port || DEFAULT_PORT,
      insecureFlag: (own.insecureFlag || global.insecureFlag) ?? false,
      datacenters: nonEmpty(own.datacenters) ?? global.datacenters ?? [],
      soapRoundtripCount: own.soapRoundtripCount || global.soapRoundtripCount || DEFAULT_ROUND_TRIPS,
      caFile: own.caFile || global.caFile || '',
      thumbprint: own.thumbprint || global.thumbprint || '',
      ipFamily: families(nonEmpty(own.ipFamily) ?? nonEmpty(global.ipFamily)) ?? [DEFAULT_IP_FAMILY],
      credentials: credentialsOf(config, name),
    }),
  );
  return {
    vcenters: vcenters.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    apiDisable: global.apiDisable ?? false,
    apiBinding: global.apiBinding || DEFAULT_API_BINDING,
    labels: { region: labels.region ?? '', zone: labels.zone ?? '' },
    nodes: config.nodes,
    upstream: config.upstream,
  };
}

/**
 * Returns the source of the credentials of a vCenter. Its own secret has precedence. A secret together with a directory in
 * `global` counts as none, because the provider uses neither.
 */
export function credentialsOf({ global, vcenters }: CloudConfig, name: string): Credentials {
  const own = vcenters.get(name) ?? {};
  if (own.secretName && own.secretNamespace)
    return { from: 'secret', namespace: own.secretNamespace, name: own.secretName };
  const { secretName, secretNamespace, secretsDirectory } = global;
  if (secretName && secretNamespace && !secretsDirectory)
    return { from: 'secret', namespace: secretNamespace, name: secretName };
  if (!secretName && !secretNamespace && secretsDirectory)
    return { from: 'directory', path: secretsDirectory };
  const user = own.clearText?.user || global.clearText?.user;
  const password = own.clearText?.password || global.clearText?.password;
  return user && password ? { from: 'clear-text' } : { from: 'nowhere' };
}

/** The Secret of OpenShift with the credentials of all vCenters, in keys `SERVER.username` and `SERVER.password`. */
const CREDENTIALS_SECRET = { namespace: 'kube-system', name: 'vsphere-creds' } as const;

/**
 * Returns the Secret that the file names for a vCenter, or for all if `name` is undefined. A missing part is that of
 * OpenShift's Secret.
 */
export function secretFor(
  { global, vcenters }: CloudConfig,
  name?: string,
): { namespace: string; name: string } {
  const own = (name === undefined ? undefined : vcenters.get(name)) ?? {};
  const named = own.secretName || own.secretNamespace ? own : global;
  return {
    namespace: named.secretNamespace || CREDENTIALS_SECRET.namespace,
    name: named.secretName || CREDENTIALS_SECRET.name,
  };
}

function nonEmpty(list: string[] | undefined): string[] | undefined {
  return list?.length ? list : undefined;
}
