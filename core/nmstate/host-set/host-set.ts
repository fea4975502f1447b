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
export interface SetHost extends Omit<Host, 'bmc' | 'line'> {
  bmc?: { address: string; username?: string };
  /** Answers to questions of the preset that have no column. */
  answers?: Answers;
  /** Its own document, if it differs from that of the layout. */
  own?: string;
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
export function setHostOf({ bmc, line: _line, ...host }: Host): SetHost {
  return {
    ...host,
    bmc: bmc && { address: bmc.address, username: bmc.username },
  };
}
