import { z } from 'zod';
import { problem } from './vocabulary.ts';

const path = z.string().min(1).max(4096);
const text = z.string().max(1_000_000);

export const CLOUD_CONFIG_REQUESTS = {
  /** A configuration of the vSphere cloud provider as YAML; credentials in clear text are never copied. */
  'cloudConfig.convert': {
    input: z.object({
      file: path.optional(),
      text: text.optional(),
      layout: z.enum(['minimal', 'full']).default('minimal'),
    }),
    output: z.object({
      from: z.enum(['ini', 'yaml']).optional(),
      /** What was given, with asterisks for credentials. */
      given: z.string(),
      /** Absent when it cannot be read wholly. */
      text: z.string().optional(),
      /** The ConfigMap that it was found in, with the converted text. */
      configMap: z.string().optional(),
      /** What is not in the result, and why; the line is that of the configuration itself. */
      dropped: z.array(
        z.object({
          section: z.string(),
          keys: z.array(z.string()),
          line: z.number().int(),
          reason: z.string(),
          secret: z.boolean(),
        }),
      ),
      problems: z.array(problem),
      /** The Secret that must hold the credentials. */
      secret: z.object({ namespace: z.string(), name: z.string(), keys: z.array(z.string()) }).optional(),
    }),
  },
  /** Writes a converted configuration; refused with `file-changed` where a file is there. */
  'cloudConfig.save': {
    input: z.object({ file: path, text }),
    output: z.object({ file: z.string() }),
  },
} as const;
