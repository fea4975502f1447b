import { z } from 'zod';
import { runRef, window } from '../vocabulary.ts';

const count = z.number().int().nonnegative();

/** Lines of a `mapping.txt` as oc-mirror writes it: `docker://SOURCE=docker://DESTINATION`. */
const mappingPage = z.object({ total: count, lines: z.array(z.string()) });
export type MappingPage = z.infer<typeof mappingPage>;

const savedMapping = z.object({ file: z.string(), lines: count });

const file = z.string().min(1).max(4096);

/** The sources and destinations of the images of a plan or a run, as lines of `mapping.txt`. */
export const MAPPING_REQUESTS = {
  'plans.mapping': { input: z.object({ plan: z.string(), ...window }), output: mappingPage },
  'plans.saveMapping': { input: z.object({ plan: z.string(), file }), output: savedMapping },
  'runs.mapping': { input: z.object({ run: runRef, ...window }), output: mappingPage },
  'runs.saveMapping': { input: z.object({ run: runRef, file }), output: savedMapping },
} as const;
