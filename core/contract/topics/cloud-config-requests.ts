import { z } from 'zod';
import type { CloudConfigConversion } from '../../install/cloud-config/convert-cloud-config.ts';
import { made } from './vocabulary.ts';

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
    /** `given`: what was given, with asterisks for credentials. */
    output: made<CloudConfigConversion & { given: string }>(),
  },
  /** Writes a converted configuration. Throws `file-changed` if the file exists already. */
  'cloudConfig.save': {
    input: z.object({ file: path, text }),
    output: z.object({ file: z.string() }),
  },
} as const;
