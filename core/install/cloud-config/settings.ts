import type { GlobalSettings, VCenterSettings } from './model.ts';

export type SettingKind = 'text' | 'flag' | 'number' | 'list' | 'secret';

/** One setting: its name in YAML, and its key in INI where it has one. */
export interface Setting {
  yaml: string;
  ini?: string;
  kind: SettingKind;
}

const setting = (yaml: string, kind: SettingKind, ini?: string): Setting => ({
  yaml,
  kind,
  ...(ini !== undefined && { ini }),
});

const CONNECTION: Setting[] = [
  setting('port', 'number', 'port'),
  setting('insecureFlag', 'flag', 'insecure-flag'),
  setting('datacenters', 'list', 'datacenters'),
  setting('soapRoundtripCount', 'number', 'soap-roundtrip-count'),
  setting('caFile', 'text', 'ca-file'),
  setting('thumbprint', 'text', 'thumbprint'),
];
const SECRET = [
  setting('secretName', 'text', 'secret-name'),
  setting('secretNamespace', 'text', 'secret-namespace'),
];
const ACCOUNT = [setting('user', 'secret', 'user'), setting('password', 'secret', 'password')];
const SERVER = setting('server', 'text', 'server');
const IP_FAMILY = setting('ipFamily', 'list', 'ip-family');

/** `global`, in the order in which the installer writes it. */
export const GLOBAL: Setting[] = [
  ...ACCOUNT,
  SERVER,
  ...CONNECTION,
  ...SECRET,
  setting('secretsDirectory', 'text', 'secrets-directory'),
  setting('apiDisable', 'flag', 'api-disable'),
  setting('apiBinding', 'text', 'api-binding'),
  IP_FAMILY,
];

/** A vCenter; `tenantref` and `secretref` are the provider's own and only written as empty. */
export const VCENTER: Setting[] = [
  ...ACCOUNT,
  setting('tenantref', 'text'),
  SERVER,
  ...CONNECTION,
  setting('secretref', 'text'),
  ...SECRET,
  IP_FAMILY,
];

export const LABELS: Setting[] = [setting('zone', 'text', 'zone'), setting('region', 'text', 'region')];

export const NODES: Setting[] = [
  setting('internalNetworkSubnetCidr', 'text', 'internal-network-subnet-cidr'),
  setting('externalNetworkSubnetCidr', 'text', 'external-network-subnet-cidr'),
  setting('internalVmNetworkName', 'text', 'internal-vm-network-name'),
  setting('externalVmNetworkName', 'text', 'external-vm-network-name'),
  setting('excludeInternalNetworkSubnetCidr', 'text', 'exclude-internal-network-subnet-cidr'),
  setting('excludeExternalNetworkSubnetCidr', 'text', 'exclude-external-network-subnet-cidr'),
];

const PROFILES = ['tcpAppProfileName', 'tcpAppProfilePath', 'udpAppProfileName', 'udpAppProfilePath'];
const POOL = ['ipPoolName', 'ipPoolId', 'ipPoolID'];

/** Blocks that only the upstream provider has, with their settings; those of a load balancer class are below its name. */
export const UPSTREAM_BLOCKS: Readonly<Record<string, readonly string[]>> = {
  loadBalancer: [...POOL, ...PROFILES, 'size', 'lbServiceId', 'tier1GatewayPath', 'snatDisabled', 'tags'],
  loadBalancerClass: [...POOL, ...PROFILES],
  nsxt: [
    ...['host', 'insecureFlag', 'remoteAuth', 'vmcAuthHost', 'clientAuthCertFile', 'clientAuthKeyFile'],
    ...['caFile', 'secretName', 'secretNamespace'],
  ],
  route: ['routerPath', 'clusterName'],
};

/** Tags as far as their names are those of no credentials. */
export function harmlessTags(tags: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tags).flatMap(([name, value]): [string, string][] =>
      typeof value === 'object' || /pas|pw|secret|token|user|cred|key/i.test(name)
        ? []
        : [[name, String(value)]],
    ),
  );
}

/** A key's name in messages. One that may be a misplaced password is not named. */
export function shownName(name: string): string {
  return /^[A-Za-z][A-Za-z_-]{0,39}$/.test(name) ? name : '(unnamed key)';
}

/** `[Workspace]` of the in-tree provider, named as `LegacyWorkspace` has them. */
export const WORKSPACE: Setting[] = [
  setting('server', 'text', 'server'),
  setting('datacenter', 'text', 'datacenter'),
  setting('defaultDatastore', 'text', 'default-datastore'),
  setting('folder', 'text', 'folder'),
  setting('resourcePoolPath', 'text', 'resourcepool-path'),
];

/** Comma-separated: trimmed, empty ones left out. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Puts a setting into a block; empty values count as absent, and of credentials only that they are there is kept. */
export function put(
  block: GlobalSettings | VCenterSettings | Record<string, unknown>,
  { yaml, kind }: Setting,
  value: string | number | boolean | string[],
): void {
  const target = block as Record<string, unknown>;
  if (kind === 'secret') {
    const before = (block as VCenterSettings).clearText ?? { user: false, password: false };
    const clearText = { ...before, [yaml]: value !== '' };
    if (clearText.user || clearText.password) target.clearText = clearText;
    else delete target.clearText;
    return;
  }
  if (value === '' || value === 0 || (Array.isArray(value) && value.length === 0)) delete target[yaml];
  else target[yaml] = value;
}
