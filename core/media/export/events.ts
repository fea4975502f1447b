import type { Problem } from '../../base/errors/airlock-error.ts';

/** What a long call on media is doing. */
export type MediaPhase =
  | 'planning'
  | 'writing'
  | 'reading-back'
  | 'flushing'
  | 'waiting-for-medium'
  | 'checking'
  | 'receiving'
  | 'verifying'
  | 'done';

/** What became of one carry piece. `kept`: it was there already. */
export type PieceState =
  | 'writing'
  | 'reading-back'
  | 'written'
  | 'kept'
  | 'received'
  | 'missing'
  | 'damaged'
  | 'altered';

/**
 * What export and import tell while they work. `progress` comes at most four times a second; an event holds the whole
 * state of its kind, so all but the latest may be dropped.
 */
export type MediaEvent =
  | { type: 'phase'; phase: MediaPhase; medium?: string; piece?: number; detail?: string }
  | {
      type: 'progress';
      phase: MediaPhase;
      /** Bytes of the whole call. */
      done: number;
      total: number;
      /** Bytes a second, over the last ten seconds. */
      rate: number;
      /** Ms; absent while it is a guess. */
      remainingMs?: number;
      medium?: string;
      piece?: number;
    }
  | {
      type: 'piece';
      number: number;
      of: number;
      name: string;
      size: number;
      state: PieceState;
      medium?: string;
    }
  /** Everything that was written is on it: it may be taken out. */
  | { type: 'safe-to-remove'; medium: string; pieces: number[] }
  | { type: 'problem'; problem: Problem };

/** Takes events; it must not throw. */
export type EmitMediaEvent = (event: MediaEvent) => void;
