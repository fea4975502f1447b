import { z } from 'zod';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { isDigest } from '../../base/image/digest.ts';
import type { TrustedImage } from '../../content/trust/evaluate.ts';

/** An original of a built image, for a trust policy. */
export type NamedOriginal = Required<Pick<TrustedImage, 'reference' | 'digest' | 'instances'>>;

/**
 * Originals of the images that Airlock built for a set. Policies of the other side judge them, also when the originals
 * are in an earlier set or in none.
 */
export interface CarriedOriginals {
  graphBase?: NamedOriginal;
  catalogs: NamedOriginal[];
}

/** Below `working-dir/`. */
export const BUILT_FROM_FILE = 'airlock/built-from.json';

const digest = z.custom<NamedOriginal['digest']>((value) => typeof value === 'string' && isDigest(value));
const original = z.object({ reference: z.string(), digest, instances: z.array(digest) });
/** Content of the file. */
export const BUILT_FROM = z.object({
  format: z.literal(1),
  graphBase: original.optional().describe('Base image of the graph-data image'),
  catalogs: z.array(original).describe('Source catalogs of the rebuilt catalogs'),
});

export function builtFromText({ graphBase, catalogs }: CarriedOriginals): string {
  return `${JSON.stringify({ format: 1, graphBase, catalogs }, null, 2)}\n`;
}

/** Returns the originals of a set. Empty if the file is missing or unreadable. */
export async function carriedOriginals(files: WorkingFiles): Promise<CarriedOriginals> {
  const content = await files.read(BUILT_FROM_FILE);
  if (!content) return { catalogs: [] };
  try {
    const { graphBase, catalogs } = BUILT_FROM.parse(JSON.parse(content.toString('utf8')));
    return { graphBase, catalogs };
  } catch {
    return { catalogs: [] };
  }
}
