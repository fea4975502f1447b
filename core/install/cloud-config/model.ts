import type { FieldTable, ObjectField, ValueOf } from '../../base/document/fields.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import type { GLOBAL, LABELS, NODES, VCENTER, WORKSPACE } from './settings.ts';

/** Settings of one block. The values of user and password are stored nowhere, only that they are given in clear text. */
type Settings<Table extends FieldTable> = Omit<ValueOf<ObjectField<Table>>, 'user' | 'password'> & {
  clearText?: { user: boolean; password: boolean };
};
export type GlobalSettings = Settings<typeof GLOBAL>;
export type VCenterSettings = Settings<typeof VCENTER>;
export type NodeSettings = Settings<typeof NODES>;

/** A configuration as its file says it: nothing is inherited, no default is filled in. Empty values are absent. */
export interface CloudConfig {
  global: GlobalSettings;
  /** By the key of the vCenter (INI: the section's name), in the order of the file. */
  vcenters: Map<string, VCenterSettings>;
  labels: Settings<typeof LABELS>;
  nodes: NodeSettings;
  /** Blocks of the load balancer and NSX-T, which only the upstream provider has: names as in YAML. */
  upstream: Record<string, Record<string, unknown>>;
  /** INI only. */
  workspace: Settings<typeof WORKSPACE>;
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
