import type { AirlockError } from '../../base/errors/airlock-error.ts';
import type { FileFault } from '../export/drive-checksums.ts';
import type { EmitMediaEvent } from '../export/events.ts';
import type { FoundIndex } from '../volumes/found-index.ts';
import type { PlaceOfDamage } from '../volumes/receive-volume.ts';
import type { DamagedPlace, TransferArrival } from './report.ts';

/** What a file turned out to be. */
export type FileOutcome =
  /** All of it is here now; `kept`: it was before. */
  | { state: 'received' | 'present'; transfer: string; volume: number }
  | { state: 'damaged'; transfer: string; volume: number; places: PlaceOfDamage[] }
  /** A piece of a set whose index has not come yet. */
  | { state: 'waiting'; transfer: string; volume: number }
  /** Nothing of a set, as far as can be seen now. */
  | { state: 'foreign' };

/** What a reception has come to. */
export interface ReceptionState {
  transfers: TransferArrival[];
  /** Of files that were read by this reception. */
  damage: DamagedPlace[];
  /** Other files of drives that aren't what the drives' checksum lists say; nothing of a set is missing because of them. */
  files: FileFault[];
  /** Documents and pieces that were not taken, each with its cause. */
  rejected: AirlockError[];
  /** Carry pieces whose set's index has not come yet. */
  waiting: { transfer: string; volume: number; file: string }[];
  /** Bytes given to write calls by this process. */
  written: number;
}

export interface ReceptionControl {
  signal: AbortSignal;
  emit: EmitMediaEvent;
  /** Asked before the first byte of a set is taken; throws to refuse it. */
  admit?: (found: FoundIndex, directory: string) => Promise<void>;
  /** Asked before a set of which everything is here gets its name; throws to leave it as it is. */
  release?: (found: FoundIndex, incoming: string) => Promise<void>;
  /** Asked before a set of another tool is taken; throws to refuse it. */
  admitForeign?: (directory: string) => Promise<void>;
}
