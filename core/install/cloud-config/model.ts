import type { FieldTable, ObjectField, ValueOf } from '../../base/document/fields.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import type { GLOBAL, LABELS, NODES, VCENTER, WORKSPACE } from './settings.ts';

/** Settings of one block. Values of user and password are never stored, only whether they are in clear text. */
type Settings<Table extends FieldTable> = Omit<ValueOf<ObjectField<Table>>, 'user' | 'password'> & {
  clearText?: { user: boolean; password: boolean };
};
export type GlobalSettings = Settings<typeof GLOBAL>;
export type VCenterSettings = Settings<typeof VCENTER>;
export type NodeSettings = Settings<typeof NODES>;

/** The settings of a file, without inherited values and defaults. Empty values are absent. */
export interface CloudConfig {
  global: GlobalSettings;
  /** vCenters by key (in INI: name of the section), in the order of the file. */
  vcenters: Map<string, VCenterSettings>;
  labels: Settings<typeof LABELS>;
  nodes: NodeSettings;
  /** Blocks of the upstream provider for load balancers and NSX-T, with names as in YAML. */
  upstream: Record<string, Record<string, unknown>>;
  /** Only in INI. */
  workspace: Settings<typeof WORKSPACE>;
}

/** Source of the credentials of a vCenter. */
export type Credentials =
  | { from: 'secret'; namespace: string; name: string }
  | { from: 'directory'; path: string }
  | { from: 'clear-text' }
  | { from: 'nowhere' };

export interface EffectiveVCenter {
  /** The key, which is the name of the tenant in the provider. */
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

/** The configuration that the provider uses, with defaults and values inherited from `global`. vCenters are sorted by name. */
export interface EffectiveCloudConfig {
  vcenters: EffectiveVCenter[];
  apiDisable: boolean;
  apiBinding: string;
  labels: { region: string; zone: string };
  nodes: NodeSettings;
  upstream: Record<string, Record<string, unknown>>;
}

/** A setting or section of INI that is unknown or no longer used. */
export interface Leftover {
  section: string;
  subsection?: string;
  key: string;
  line: number;
  kind: 'workspace' | 'in-tree' | 'clear-text' | 'unknown';
}

/** The result of one of the two readers. */
export interface ParsedConfig {
  config: CloudConfig;
  leftovers: Leftover[];
  /** Number of comments. */
  comments: number;
  problems: Problem[];
  /** Whether the text isn't in this format. */
  unreadable: boolean;
}

export function emptyConfig(): CloudConfig {
  return { global: {}, vcenters: new Map(), labels: {}, nodes: {}, upstream: {}, workspace: {} };
}
