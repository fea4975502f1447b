import type { Problem } from '../../base/errors/airlock-error.ts';

/** The current activity of a long call on drives. */
export type MediaPhase =
  | 'planning'
  | 'writing'
  | 'reading-back'
  | 'flushing'
  | 'waiting-for-drive'
  | 'checking'
  | 'receiving'
  | 'verifying'
  | 'done';

/** The state of one volume. `present`: already present. */
export type VolumeState =
  | 'writing'
  | 'reading-back'
  | 'written'
  | 'present'
  | 'received'
  | 'missing'
  | 'damaged'
  | 'altered';

/**
 * Progress of exports and imports. `progress` is emitted at most four times a second. An event contains the complete state of
 * its kind, so all but the latest may be dropped.
 */
export type MediaEvent =
  | { type: 'phase'; phase: MediaPhase; drive?: string; volume?: number; detail?: string }
  /** An export uses the drive at this path from now on. */
  | { type: 'drive'; path: string }
  | {
      type: 'progress';
      phase: MediaPhase;
      /** Bytes that the complete call has processed. */
      done: number;
      total: number;
      /** Bytes a second, over the last ten seconds. */
      rate: number;
      /** In ms. Absent while it's uncertain. */
      remainingMs?: number;
      drive?: string;
      volume?: number;
    }
  | {
      type: 'volume';
      number: number;
      of: number;
      name: string;
      size: number;
      state: VolumeState;
      drive?: string;
    }
  /** The drive contains everything that was written, so it can be removed. `name`: its label before it was numbered. */
  | { type: 'safe-to-remove'; drive: string; name?: string; path?: string; volumes: number[] }
  | { type: 'problem'; problem: Problem };

/** Receives events. Must not throw. */
export type EmitMediaEvent = (event: MediaEvent) => void;
