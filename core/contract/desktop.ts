import { z } from 'zod';
import type { Answer } from './envelope.ts';
import type { EventPosition, SequencedEvent } from './events.ts';

/** What the desktop's menu asks of the page. */
export const menuCommand = z.discriminatedUnion('type', [
  /** Show the screen at this route, e.g. `/settings`. */
  z.object({ type: z.literal('go'), to: z.string().startsWith('/') }),
  /** Show the sheet of keyboard shortcuts. */
  z.object({ type: z.literal('shortcuts') }),
]);
export type MenuCommand = z.infer<typeof menuCommand>;

/** All that a page in the desktop app sees of its host: `window.airlock`. In a browser there is none. */
export interface DesktopDoor {
  /** `id` names the request for `cancel`; the page chooses it, and never twice. */
  request(id: string, name: string, input: unknown): Promise<Answer>;
  cancel(id: string): void;
  /** Tells events, first the latest of every topic that changed after `after`. Returns what ends it. */
  subscribe(after: EventPosition | undefined, listener: (event: SequencedEvent) => void): () => void;
  /** Tells menu commands, first those that were given before the page was there. Returns what ends it. */
  onMenu(listener: (command: MenuCommand) => void): () => void;
}
