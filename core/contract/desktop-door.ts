import type { Answer } from './envelope.ts';
import type { EventPosition, SequencedEvent } from './events.ts';

/** The only API that the desktop host's preload exposes to its page, as `window.airlock`. */
export interface DesktopDoor {
  /** @param id the page's own, for `cancel` */
  request(id: string, name: string, input: unknown): Promise<Answer>;
  cancel(id: string): void;
  /** Sends the latest event of every topic changed since `after` (default: all), then new events. @returns a function that unsubscribes */
  subscribe(after: EventPosition | undefined, listener: (event: SequencedEvent) => void): () => void;
  /** Subscribes to commands of the native menu. @returns a function that unsubscribes */
  onMenu(listener: (command: string) => void): () => void;
}
