import { z } from 'zod';

const RISK = z.object({
  name: z.string().default(''),
  message: z.string().default(''),
  url: z.string().default(''),
  matchingRules: z
    .array(z.object({ type: z.string(), promql: z.object({ promql: z.string() }).optional() }))
    .default([]),
});
/** What an update service answers, and what files of its answers hold (reference 3.1). */
export const GRAPH_RESPONSE = z.object({
  nodes: z.array(
    z.object({
      version: z.string(),
      payload: z.string().optional(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  ),
  edges: z.array(z.tuple([z.int(), z.int()])).nullish(),
  conditionalEdges: z
    .array(
      z.object({
        edges: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
        risks: z.array(RISK).default([]),
      }),
    )
    .nullish(),
});
