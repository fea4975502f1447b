import { z } from 'zod';
import { listOf, mapOf } from '../document/list-schema.ts';

const RISK = z.object({
  name: z.string().default(''),
  message: z.string().default(''),
  url: z.string().default(''),
  matchingRules: listOf(
    z.object({ type: z.string(), promql: z.object({ promql: z.string() }).optional() }),
  ).default([]),
});
/** What an update service answers, and what files of its answers hold (reference 3.1). */
export const GRAPH_RESPONSE = z.object({
  nodes: listOf(
    z.object({
      version: z.string(),
      payload: z.string().optional(),
      metadata: mapOf(z.string()).nullish(),
    }),
  ),
  edges: listOf(z.tuple([z.int(), z.int()])).nullish(),
  conditionalEdges: listOf(
    z.object({
      edges: listOf(z.object({ from: z.string(), to: z.string() })).default([]),
      risks: listOf(RISK).default([]),
    }),
  ).nullish(),
});
