import type { NmstateDocument } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import type { Answers } from '../presets/preset.ts';

/** The source of the hosts' documents: a preset or a custom template. */
export interface Layout {
  /** ID of a preset. If empty, `template` is used. */
  preset: string;
  /** Answers for all hosts, unless the table or the host has others. */
  answers: Answers;
  /** A template with `{{ variables }}`. */
  template?: string;
}

/** A host of a set: a row of the table, and the settings of this host only. Never contains the password of its BMC. */
export interface SetHost extends Omit<Host, 'bmc' | 'line' | 'given'> {
  bmc?: { address: string; username?: string };
  /** Answers to questions of the preset that have no column. */
  answers?: Answers;
  /** Its own document, if it differs from that of the layout. */
  own?: string;
}

/** A host of an import. */
export interface ImportedHost extends SetHost {
  /** The parts that its source contains, also those without a value. A merge of a table changes only these. */
  given?: readonly PartName[] | undefined;
}

/** Hosts that are edited together. */
export interface HostSet {
  layout: Layout;
  /** install-config.yaml or its short form, see `readClusterNetwork`. Empty if the cluster isn't known. */
  cluster: string;
  openShiftVersion: string;
  hosts: readonly SetHost[];
}

/** Returns a host for a set: without the password of its BMC and without its place in a text. */
export function setHostOf({ bmc, line: _line, given: _given, ...host }: Host): SetHost {
  return {
    ...host,
    bmc: bmc && { address: bmc.address, username: bmc.username },
  };
}

/** Returns a host for an import from its document in a MachineConfig, which contains its role. */
export function documentHost({ host, document }: { host: Host; document: NmstateDocument }): ImportedHost {
  return { ...setHostOf(host), own: document.yaml.text, given: ['role'] };
}

/**
 * Names of the parts of a host in templates: `name`, `role`, `nic1`, `mac1`, `address`, `prefix`, `cidr`, the same
 * with 6, `addresses` (all of them), `bmc`, `bmc_user`, `boot_mac`, `preset`, `root_device`; every other name is a variable.
 */
export type PartName = string;

/** Returns a host for an import: as for a set, with the parts that its table contains. */
export function importedHostOf(host: Host): ImportedHost {
  return { ...setHostOf(host), given: host.given };
}
