import { z } from 'zod';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { memoryKey } from '../../../content/plan/closure-memory.ts';
import { parseImageReferences, releaseVersion } from '../../../content/release/image-references.ts';
import { IMAGE_REFERENCES } from '../../../content/release/payload-layers.ts';
import { PAYLOAD_RECORDS } from '../../../content/release/saved-payload.ts';
import type { KnownRelease } from './release-guesses.ts';
import type { StatePlace } from './state-place.ts';

const COMPLETION = z.object({ folder: z.string() });
/** Maximum number of releases. More don't improve estimates. */
const MOST = 40;

/**
 * Returns releases with a locally saved list of images, and the content of these images, independent of the draft.
 * Releases with less than nine tenths of known images are excluded.
 * @throws AirlockError `disk`
 */
export async function knownReleases(
  place: Pick<StatePlace, 'files' | 'payloadRecords' | 'contents'>,
): Promise<KnownRelease[]> {
  const found: KnownRelease[] = [];
  for (const name of (await place.payloadRecords.list(PAYLOAD_RECORDS)).slice(-MOST)) {
    const folder = folderOf(await place.payloadRecords.read(name));
    const references = folder === undefined ? undefined : await place.files.read(folder + IMAGE_REFERENCES);
    if (folder === undefined || !references) continue;
    const tag = folder.split('/').at(-3) ?? folder;
    try {
      const components = parseImageReferences(references, tag);
      const known = components.flatMap(
        ({ reference }) => place.contents.get(memoryKey(reference.digest, undefined, true)) ?? [],
      );
      if (known.length < components.length * 0.9) continue;
      const contents = Uint32Array.from(new Set(known.flatMap((each) => [...each])));
      found.push({
        tag,
        version: releaseVersion(references) ?? tag,
        contents,
        images: components.length + 1,
      });
    } catch (thrown) {
      // An invalid list is skipped here. Its error is reported when the release is selected.
      if (asAirlockError(thrown).code !== 'payload-invalid') throw thrown;
    }
  }
  return found;
}

/** Returns the folder of a release's manifests from its completion record; undefined if the record is invalid. */
function folderOf(bytes: Buffer | undefined): string | undefined {
  try {
    return COMPLETION.parse(JSON.parse(String(bytes))).folder;
  } catch {
    return undefined;
  }
}
