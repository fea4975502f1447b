import { z } from 'zod';
import type { WorkingFiles } from '../collect/collected.ts';
import { type Digest, isDigest } from '../image/digest.ts';
import type { TrustedImage } from '../trust/evaluate.ts';

/** The image that a graph-data image was built on, as a trust policy sees it. */
export type NamedGraphBase = Required<Pick<TrustedImage, 'reference' | 'digest' | 'instances'>>;

/** Below `working-dir/`: tells the other side what its policy has to decide about. */
export const GRAPH_BASE_FILE = 'airlock/graph-base.json';

const digest = z.string().refine(isDigest);
const SCHEMA = z.object({ format: z.literal(1), reference: z.string(), digest, instances: z.array(digest) });

export function graphBaseText({ reference, digest, instances }: NamedGraphBase): string {
  return `${JSON.stringify({ format: 1, reference, digest, instances }, null, 2)}\n`;
}

/** What was carried; undefined when nothing was, or nothing that can be read. */
export async function carriedGraphBase(files: WorkingFiles): Promise<NamedGraphBase | undefined> {
  const content = await files.read(GRAPH_BASE_FILE);
  if (!content) return undefined;
  try {
    const { reference, digest, instances } = SCHEMA.parse(JSON.parse(content.toString('utf8')));
    return { reference, digest: digest as Digest, instances: instances as Digest[] };
  } catch {
    return undefined;
  }
}
