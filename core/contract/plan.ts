import { z } from 'zod';
import { problem, window } from './vocabulary.ts';

const count = z.number().int().nonnegative();

/** What a run with these settings would do. */
export const planSummary = z.object({
  /** Names the plan in later requests; lives as long as the engine. */
  plan: z.string(),
  madeAt: z.string(),
  images: count,
  /** Unique bytes needed. */
  bytes: count,
  /** Of these, already there. */
  bytesPresent: count,
  sections: z.array(z.object({ name: z.string(), images: count, bytes: count })),
  problems: z.array(problem),
  /** Nothing to carry, nothing to push. */
  nothingNew: z.boolean(),
  /** The command that does the same headless, shell-quoted. */
  command: z.string(),
});
export type PlanSummary = z.infer<typeof planSummary>;

export const planItem = z.object({
  source: z.string(),
  destination: z.string(),
  digest: z.string(),
  kind: z.string(),
  bytes: count,
  why: z.string(),
  verdict: z.string(),
});
export type PlanItem = z.infer<typeof planItem>;

export const planItemsQuery = z.object({
  plan: z.string(),
  ...window,
  search: z.string().max(200).optional(),
  section: z.string().optional(),
});

export const planItemsAnswer = z.object({ total: count, matching: count, rows: z.array(planItem) });
export type PlanItemsAnswer = z.infer<typeof planItemsAnswer>;
