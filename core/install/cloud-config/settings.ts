import {
  type Field,
  type FieldTable,
  flag,
  integer,
  list,
  secret,
  text,
} from '../../base/document/fields.ts';

/** What a vCenter has of its own or takes from `global`. */
const CONNECTION = {
  port: integer(0),
  insecureFlag: flag,
  datacenters: list(text),
  /** 0 or absent: 3. */
  soapRoundtripCount: integer(0),
  caFile: text,
  thumbprint: text,
};
const SECRET = { secretName: text, secretNamespace: text };
const ACCOUNT = { user: secret, password: secret };
/** `ipv4`, `ipv6`, in order of preference. */
const IP_FAMILY = list(text);

/** `global`, in the order in which the installer writes it. */
export const GLOBAL = {
  ...ACCOUNT,
  server: text,
  ...CONNECTION,
  ...SECRET,
  secretsDirectory: text,
  apiDisable: flag,
  apiBinding: text,
  ipFamily: IP_FAMILY,
};

/**
 * A vCenter; `tenantref` and `secretref` are the provider's own and only written as empty. `server` may be absent in INI, where
 * the section's name counts; YAML must have it.
 */
export const VCENTER = {
  ...ACCOUNT,
  tenantref: text,
  server: text,
  ...CONNECTION,
  secretref: text,
  ...SECRET,
  ipFamily: IP_FAMILY,
};

export const LABELS = { zone: text, region: text };

/** Where addresses of nodes are taken from: comma-separated texts. */
export const NODES = {
  internalNetworkSubnetCidr: text,
  externalNetworkSubnetCidr: text,
  internalVmNetworkName: text,
  externalVmNetworkName: text,
  excludeInternalNetworkSubnetCidr: text,
  excludeExternalNetworkSubnetCidr: text,
};

/**
 * `[Workspace]` of the in-tree provider, INI only. `Infrastructure.spec.platformSpec.vsphere.failureDomains` has these settings
 * now.
 */
export const WORKSPACE = {
  server: text,
  datacenter: text,
  defaultDatastore: text,
  folder: text,
  resourcePoolPath: text,
};

/** Keys of INI that aren't the setting's name in lower case with hyphens; undefined for those that only YAML has. */
const INI_KEYS: Readonly<Record<string, string | undefined>> = {
  resourcePoolPath: 'resourcepool-path',
  tenantref: undefined,
  secretref: undefined,
};

/** Returns the key of a setting in INI; undefined for those that only YAML has. */
export function iniKey(name: string): string | undefined {
  return name in INI_KEYS
    ? INI_KEYS[name]
    : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

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

/** Comma-separated: trimmed, empty ones left out. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Puts a setting into a block; empty values count as absent, and of credentials only that they are there is kept. */
export function put(block: object, table: FieldTable, name: string, value: unknown): void {
  const target = block as { [name: string]: unknown; clearText?: { user: boolean; password: boolean } };
  if (isSecret(table[name])) {
    const clearText = { user: false, password: false, ...target.clearText, [name]: value !== '' };
    if (clearText.user || clearText.password) target.clearText = clearText;
    else delete target.clearText;
    return;
  }
  if (value === '' || value === 0 || (Array.isArray(value) && value.length === 0)) delete target[name];
  else target[name] = value;
}

/** Whether a setting is a user name or a password. */
export function isSecret(field: Field | undefined): boolean {
  return field?.kind === 'text' && field.secret === true;
}
