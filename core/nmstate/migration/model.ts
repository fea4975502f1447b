import type { NmstateProblem } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import type { Step } from '../scale-out/steps.ts';
import type { Decision } from './decision.ts';

/** A node, and whether its br-ex can be migrated. `done`: NMState created it. */
export interface MigrationNode {
  name: string;
  /** The pool; undefined if it is unknown. */
  role: string | undefined;
  verdict: 'ready' | 'done' | 'blocked';
  uplink: readonly string[];
  addresses: readonly string[];
  automatic: boolean;
  mtu: number | undefined;
  problems: readonly NmstateProblem[];
  /** The file with its document, if it has one. */
  file?: string;
  /** Its machine, if its state can become a document. */
  host?: Host;
}

/** A file of the package. */
export interface MigrationFile {
  /** Path in the folder. */
  file: string;
  about: string;
  text: string;
  /** For documents: the hosts that use it, with its role and decisions. */
  document?: { role: string; hosts: readonly string[]; decisions: readonly Decision[] };
}

/** Everything that changes br-ex of nodes from configure-ovs to NMState. */
export interface Migration {
  nodes: readonly MigrationNode[];
  /** README.md, MachineConfigs and documents. Empty if no node can be migrated. */
  files: readonly MigrationFile[];
  steps: readonly Step[];
  rollback: readonly Step[];
  /** About the complete migration. */
  problems: readonly NmstateProblem[];
}
