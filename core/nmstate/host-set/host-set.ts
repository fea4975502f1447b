import type { Host } from '../model/host.ts';
import type { Answers } from '../presets/preset.ts';

/** How the documents of hosts are made: by a preset, or by a template of one's own. */
export interface Layout {
  /** Id of a preset. Empty: `template` is used. */
  preset: string;
  /** The same for all hosts, unless the table or the host says otherwise. */
  answers: Answers;
  /** A template with `{{ variables }}`. */
  template?: string;
}

/** A host of a set: a row of the table, with what only this host has. Never the password of its BMC. */
export interface SetHost extends Omit<Host, 'bmc' | 'line'> {
  bmc?: { address: string; username?: string };
  /** Answers to questions of the preset that have no column. */
  answers?: Answers;
  /** Its document, where it is not what the layout gives. */
  own?: string;
}

/** Hosts that are worked on together. */
export interface HostSet {
  layout: Layout;
  /** An install-config.yaml or its short form, see `readClusterNetwork`; empty: nothing is known of the cluster. */
  cluster: string;
  openShiftVersion: string;
  hosts: readonly SetHost[];
}

/** A host as a set has it: without the password of its BMC and without its place in a text. */
export function setHostOf({ bmc, line: _line, ...host }: Host): SetHost {
  return {
    ...host,
    bmc: bmc && { address: bmc.address, username: bmc.username },
  };
}
