import type { ImageContentReader, WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import {
  parseImageReferences,
  parseKubevirtImages,
  type ReleaseComponent,
  releaseVersion,
} from './image-references.ts';
import {
  IMAGE_REFERENCES,
  type PayloadSource,
  type ReleaseManifests,
  readReleaseManifests,
} from './payload-layers.ts';
import {
  anyManifests,
  BOOT_IMAGES,
  manifestsFolder,
  savedManifests,
  saveManifests,
} from './saved-payload.ts';

/** The content of a release. */
export interface ReleasePayload {
  /** The version in the release; absent if it has none. */
  version?: string;
  components: ReleaseComponent[];
  /** KubeVirt disks by RPM architecture (x86_64, s390x); empty if the release has none. */
  kubevirt: ReadonlyMap<string, ReleaseComponent['reference']>;
  /**
   * True if the list of components is from the payload with the requested digest. False if the payload isn't available
   * and the list is from the files that were transferred with it.
   */
  fromPayload: boolean;
}

export interface PayloadRequest {
  source: PayloadSource;
  /** The name of the release, which determines the folder of its manifests. */
  name: { repository: string; tag: string };
  content: ImageContentReader;
  files: WorkingFiles;
  /** Airlock's own state. Absent on the disconnected side. */
  state?: WorkingFiles | undefined;
  signal?: AbortSignal;
}

/**
 * Reads the content of a payload. On the connected side, uses files that an earlier run saved for the same digest without
 * fetching layers, or reads the layers and saves the manifests.
 *
 * On the disconnected side, reads the payload first, because its digest is signed. The saved files aren't signed, and are
 * only used if the payload isn't in the available sets, because an increment doesn't repeat it.
 * @throws AirlockError `payload-invalid`, and the errors of the reader
 */
export async function readPayload(request: PayloadRequest): Promise<ReleasePayload> {
  const { source, name, content, files, signal } = request;
  const folder = manifestsFolder(name.repository, name.tag);
  const saved = files.writeAll && (await savedManifests(request, source.digest, folder));
  if (saved) return payloadOf(saved, name.tag, true);
  try {
    const manifests = await readReleaseManifests(content, source, signal);
    const payload = payloadOf(manifests, name.tag, true);
    if (files.writeAll) await saveManifests(request, source.digest, folder, manifests);
    return payload;
  } catch (error) {
    const notStored = error instanceof AirlockError && ['content-missing', 'not-found'].includes(error.code);
    if (files.writeAll || !notStored) throw error;
    const carried = await anyManifests(files, folder);
    if (!carried) throw error;
    return payloadOf(carried, name.tag, false);
  }
}

function payloadOf(manifests: ReleaseManifests, tag: string, fromPayload: boolean): ReleasePayload {
  const bootImages = manifests.get(BOOT_IMAGES);
  const references = manifests.get(IMAGE_REFERENCES)!;
  const components = parseImageReferences(references, tag);
  const version = releaseVersion(references);
  return {
    version: version || undefined,
    components,
    kubevirt: bootImages ? parseKubevirtImages(bootImages, tag) : new Map(),
    fromPayload,
  };
}
