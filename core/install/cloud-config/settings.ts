import {
  type Field,
  type FieldTable,
  flag,
  integer,
  list,
  secret,
  text,
} from '../../base/document/fields.ts';
import { t } from './messages.ts';

/** Settings of a vCenter that it can inherit from `global`. */
const CONNECTION = {
  port: integer(0),
  insecureFlag: flag,
  datacenters: list(text),
  /** 0 or absent means 3. */
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
 * Settings of a vCenter. `tenantref` and `secretref` are internal to the provider and only written as empty. YAML requires
 * `server`. In INI, its default is the name of the section.
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

/** Selection of node addresses, as comma-separated lists. */
export const NODES = {
  internalNetworkSubnetCidr: text,
  externalNetworkSubnetCidr: text,
  internalVmNetworkName: text,
  externalVmNetworkName: text,
  excludeInternalNetworkSubnetCidr: text,
  excludeExternalNetworkSubnetCidr: text,
};

/**
 * `[Workspace]` of the in-tree provider, only in INI. `Infrastructure.spec.platformSpec.vsphere.failureDomains` replaces these
 * settings.
 */
export const WORKSPACE = {
  server: text,
  datacenter: text,
  defaultDatastore: text,
  folder: text,
  resourcePoolPath: text,
};

/** Keys of INI that aren't the name of the setting in lower case with hyphens. Undefined for settings that only YAML has. */
const INI_KEYS: Readonly<Record<string, string | undefined>> = {
  resourcePoolPath: 'resourcepool-path',
  tenantref: undefined,
  secretref: undefined,
};

/** Returns the key of a setting in INI. Undefined for settings that only YAML has. */
export function iniKey(name: string): string | undefined {
  return name in INI_KEYS
    ? INI_KEYS[name]
    : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const PROFILES = ['tcpAppProfileName', 'tcpAppProfilePath', 'udpAppProfileName', 'udpAppProfilePath'];
const POOL = ['ipPoolName', 'ipPoolId', 'ipPoolID'];

/** Blocks of the upstream provider with their settings. Those of a load balancer class are below its name. */
export const UPSTREAM_BLOCKS: Readonly<Record<string, readonly string[]>> = {
  loadBalancer: [...POOL, ...PROFILES, 'size', 'lbServiceId', 'tier1GatewayPath', 'snatDisabled', 'tags'],
  loadBalancerClass: [...POOL, ...PROFILES],
  nsxt: [
    ...['host', 'insecureFlag', 'remoteAuth', 'vmcAuthHost', 'clientAuthCertFile', 'clientAuthKeyFile'],
    ...['caFile', 'secretName', 'secretNamespace'],
  ],
  route: ['routerPath', 'clusterName'],
};

/** Returns the tags without those whose names suggest credentials. */
export function harmlessTags(tags: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tags).flatMap(([name, value]): [string, string][] =>
      typeof value === 'object' || /pas|pw|secret|token|user|cred|key/i.test(name)
        ? []
        : [[name, String(value)]],
    ),
  );
}

/** Returns the name of a key for messages. Hides a name that may be a misplaced password. */
export function shownName(name: string): string {
  return /^[A-Za-z][A-Za-z_-]{0,39}$/.test(name) ? name : t('unnamedKey');
}

/** Splits a comma-separated list into trimmed items and omits empty ones. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Stores a setting in a block. Omits empty values. For credentials, it only stores that they exist. */
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

/** Returns whether a setting is a user name or a password. */
export function isSecret(field: Field | undefined): boolean {
  return field?.kind === 'text' && field.secret === true;
}
