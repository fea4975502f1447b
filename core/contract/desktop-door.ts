import type { Answer } from './envelope.ts';
import type { EventPosition, SequencedEvent } from './events.ts';

/** What the desktop host's preload exposes to its page as `window.airlock`, and nothing beside it. */
export interface DesktopDoor {
  /** @param id the page's own, for `cancel` */
  request(id: string, name: string, input: unknown): Promise<Answer>;
  cancel(id: string): void;
  /** Tells the latest of every topic that changed after `after` (all, without it), then what comes. @returns the end */
  subscribe(after: EventPosition | undefined, listener: (event: SequencedEvent) => void): () => void;
  /** Commands of the native menu. @returns the end */
  onMenu(listener: (command: string) => void): () => void;
}
