import type { AirlockError } from '../../base/errors/airlock-error.ts';
import type { FileFault } from '../export/drive-checksums.ts';
import type { EmitMediaEvent } from '../export/events.ts';
import type { FoundIndex } from '../volumes/found-index.ts';
import type { PlaceOfDamage } from '../volumes/receive-volume.ts';
import type { DamagedPlace, TransferArrival } from './report.ts';

/** The type of a received file. */
export type FileOutcome =
  /** All of it is here now; `present`: it already was. */
  | { state: 'received' | 'present'; transfer: string; volume: number }
  | { state: 'damaged'; transfer: string; volume: number; places: PlaceOfDamage[] }
  /** A volume of a set whose index hasn't arrived. */
  | { state: 'waiting'; transfer: string; volume: number }
  /** Not part of a set, as far as can be seen now. */
  | { state: 'foreign' };

/** Progress and results of a reception. */
export interface ReceptionState {
  transfers: TransferArrival[];
  /** In files that this reception read. */
  damage: DamagedPlace[];
  /**
   * Other files of drives that don't match the drives' checksum lists. No content of a set is missing because of them.
   */
  files: FileFault[];
  /** Documents and volumes that were rejected, each with its cause. */
  rejected: AirlockError[];
  /** Volumes of an export whose set's index hasn't arrived. */
  waiting: { transfer: string; volume: number; file: string }[];
  /** Bytes given to write calls by this process. */
  written: number;
}

export interface ReceptionControl {
  signal: AbortSignal;
  emit: EmitMediaEvent;
  /** Called before the first byte of a set is accepted. Throws to reject the set. */
  admit?: (found: FoundIndex, directory: string) => Promise<void>;
  /** Called before a set that has fully arrived gets its final name. Throws to leave it unchanged. */
  release?: (found: FoundIndex, incoming: string) => Promise<void>;
  /** Called before a set of another tool is accepted. Throws to reject it. */
  admitForeign?: (directory: string) => Promise<void>;
}
