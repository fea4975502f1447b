import { z } from 'zod';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { goArchitecture } from '../../base/image/architecture.ts';
import type { ReleaseFacts } from '../ocp/from-graph-data.ts';

const FOLDER = 'hold-release/';
const NAME = /^hold-release\/[^/]+\/([^/]+)\/release-manifests\/release-metadata$/;
const Metadata = z.object({
  version: z.string(),
  previous: z.array(z.string()).nullish(),
  next: z.array(z.string()).nullish(),
  metadata: z.object({ url: z.string().optional() }).nullish(),
});

/**
 * Returns the metadata of the releases of a workspace or set, from the saved `release-metadata` of their payloads.
 * Unreadable metadata is ignored, so graph-data is used for that release.
 */
export async function storedReleaseFacts(files: WorkingFiles, architecture: string): Promise<ReleaseFacts[]> {
  const facts: ReleaseFacts[] = [];
  for (const name of await files.list(FOLDER)) {
    const tag = NAME.exec(name)?.[1];
    if (tag === undefined || goArchitecture(tag.slice(tag.lastIndexOf('-') + 1)) !== architecture) continue;
    const found = metadataOf(await files.read(name));
    if (!found) continue;
    const { version, previous, next, metadata } = found;
    facts.push({
      version,
      previous: previous ?? [],
      next: next ?? undefined,
      errata: metadata?.url || undefined,
    });
  }
  return facts;
}

function metadataOf(bytes: Buffer | undefined): z.infer<typeof Metadata> | undefined {
  if (!bytes) return undefined;
  try {
    return Metadata.parse(JSON.parse(String(bytes)));
  } catch {
    return undefined;
  }
}
