import { z } from 'zod';
import type { SequencedEvent } from '../core/contract/events.ts';

/** The one channel between a page and the host. */
export const CHANNEL = 'airlock';

const id = z.string().min(1).max(200);

/** What the preload sends; `request` is answered, the others are not. */
export const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id, name: z.string().max(100), input: z.unknown() }),
  z.object({ kind: z.literal('cancel'), id }),
  z.object({
    kind: z.literal('subscribe'),
    id,
    after: z.object({ epoch: z.string().max(200), seq: z.number().int().nonnegative() }).optional(),
  }),
  z.object({ kind: z.literal('unsubscribe'), id }),
  z.object({ kind: z.literal('menu'), wanted: z.boolean() }),
]);
export type FromPage = z.infer<typeof fromPage>;

/** What the host sends to a page. */
export type ToPage = { kind: 'event'; id: string; event: SequencedEvent } | { kind: 'menu'; command: string };
