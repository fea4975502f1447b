import type { Problem } from '../../base/errors/airlock-error.ts';

/** Names of the settings that a vCenter has of its own or takes from `global`. */
export interface ConnectionSettings {
  port?: number;
  insecureFlag?: boolean;
  datacenters?: string[];
  /** 0 or absent: 3. */
  soapRoundtripCount?: number;
  caFile?: string;
  thumbprint?: string;
  secretName?: string;
  secretNamespace?: string;
  /** `ipv4`, `ipv6`, in order of preference. */
  ipFamily?: string[];
  /** User and password are given in clear text. Their values are kept nowhere. */
  clearText?: { user: boolean; password: boolean };
}

export interface GlobalSettings extends ConnectionSettings {
  server?: string;
  secretsDirectory?: string;
  apiDisable?: boolean;
  apiBinding?: string;
}

export interface VCenterSettings extends ConnectionSettings {
  /** Absent in INI: the section's name. YAML must have it. */
  server?: string;
}

export const NODE_SETTINGS = [
  'internalNetworkSubnetCidr',
  'externalNetworkSubnetCidr',
  'internalVmNetworkName',
  'externalVmNetworkName',
  'excludeInternalNetworkSubnetCidr',
  'excludeExternalNetworkSubnetCidr',
] as const;

/** Where addresses of nodes are taken from: comma-separated texts. */
export type NodeSettings = Partial<Record<(typeof NODE_SETTINGS)[number], string>>;

/** Settings of the in-tree provider, which `Infrastructure.spec.platformSpec.vsphere.failureDomains` has now. */
export interface LegacyWorkspace {
  server?: string;
  datacenter?: string;
  defaultDatastore?: string;
  folder?: string;
  resourcePoolPath?: string;
}

/** A configuration as its file says it: nothing is inherited, no default is filled in. Empty values are absent. */
export interface CloudConfig {
  global: GlobalSettings;
  /** By the key of the vCenter (INI: the section's name), in the order of the file. */
  vcenters: Map<string, VCenterSettings>;
  labels: { region?: string; zone?: string };
  nodes: NodeSettings;
  /** Blocks of the load balancer and NSX-T, which only the upstream provider has: names as in YAML. */
  upstream: Record<string, Record<string, unknown>>;
  /** INI only. */
  workspace: LegacyWorkspace;
}

/** Where the provider takes the credentials of a vCenter from. */
export type Credentials =
  | { from: 'secret'; namespace: string; name: string }
  | { from: 'directory'; path: string }
  | { from: 'clear text' }
  | { from: 'nowhere' };

export interface EffectiveVCenter {
  /** The key, which the provider has as the tenant's name. */
  name: string;
  server: string;
  port: number;
  insecureFlag: boolean;
  datacenters: string[];
  soapRoundtripCount: number;
  caFile: string;
  thumbprint: string;
  ipFamily: string[];
  credentials: Credentials;
}

/** What the provider works with: defaults filled in, `global` inherited. vCenters are sorted by name. */
export interface EffectiveCloudConfig {
  vcenters: EffectiveVCenter[];
  apiDisable: boolean;
  apiBinding: string;
  labels: { region: string; zone: string };
  nodes: NodeSettings;
  upstream: Record<string, Record<string, unknown>>;
}

/** A setting or section of INI that is not known, or not of use any more. */
export interface Leftover {
  section: string;
  subsection?: string;
  key: string;
  line: number;
  kind: 'workspace' | 'in-tree' | 'clear text' | 'unknown';
}

/** What one of the two readers gives. */
export interface ParsedConfig {
  config: CloudConfig;
  leftovers: Leftover[];
  /** Number of comments. */
  comments: number;
  problems: Problem[];
  /** Nothing of the text could be taken: it is not of this format. */
  unreadable: boolean;
}

export function emptyConfig(): CloudConfig {
  return { global: {}, vcenters: new Map(), labels: {}, nodes: {}, upstream: {}, workspace: {} };
}
