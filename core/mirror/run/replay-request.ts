import type { MirrorRequest } from './request.ts';
import type { NetworkSettings } from './session.ts';

/** What `runs replay` is asked to do. */
export interface ReplayRequest extends NetworkSettings {
  /** The workspace. */
  directory: string;
  /** Number of the mirror-to-disk run to repeat. */
  sequence: number;
  arguments: MirrorRequest['arguments'];
}
