import type { MirrorRequest } from './request.ts';
import type { NetworkSettings } from './session.ts';

/** A request of `runs replay`. */
export interface ReplayRequest extends NetworkSettings {
  /** The workspace. */
  directory: string;
  /** Number of the mirror-to-disk run to repeat. */
  sequence: number;
  arguments: MirrorRequest['arguments'];
}
