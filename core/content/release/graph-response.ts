import { z } from 'zod';
import { listOf as anyListOf, mapOf } from '../../base/document/list-schema.ts';

/** The maximum length of a list. The graph of all architectures and channels has a few thousand entries. */
const MOST_ENTRIES = 100_000;

const listOf = <Element extends z.ZodType>(element: Element) => anyListOf(element, { max: MOST_ENTRIES });

const RISK = z.object({
  name: z.string().default(''),
  message: z.string().default(''),
  url: z.string().default(''),
  matchingRules: listOf(
    z.object({ type: z.string(), promql: z.object({ promql: z.string() }).optional() }),
  ).default([]),
});
/** The response of an update service, also in files (openshift/cincinnati, "Graph API"). */
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
