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

/** What a release consists of. */
export interface ReleasePayload {
  /** What the release calls itself; absent when it does not. */
  version?: string;
  components: ReleaseComponent[];
  /** KubeVirt disks by architecture as RPM names it (x86_64, s390x); empty when the release names none. */
  kubevirt: ReadonlyMap<string, ReleaseComponent['reference']>;
  /**
   * True when the list of components comes from the payload with the wanted digest. False when the payload itself is
   * not held here and the list is what travelled beside it.
   */
  fromPayload: boolean;
}

export interface PayloadRequest {
  source: PayloadSource;
  /** What the release is called: gives the folder its manifests are kept in. */
  name: { repository: string; tag: string };
  content: ImageContentReader;
  files: WorkingFiles;
  signal?: AbortSignal;
}

/**
 * Reads what a payload consists of. On the connected side what an earlier run saved of the same digest is enough, and
 * no layer is fetched; otherwise the layers are read and the manifests saved.
 *
 * On the disconnected side the payload comes first, because its digest is the signed one and the saved files are not
 * signed; they are used when the payload is not in the sets at hand (an increment does not repeat it).
 * @throws AirlockError `payload-invalid`, and what the reader throws
 */
export async function readPayload(request: PayloadRequest): Promise<ReleasePayload> {
  const { source, name, content, files, signal } = request;
  const folder = manifestsFolder(name.repository, name.tag);
  const saved = files.write && (await savedManifests(files, source.digest, folder));
  if (saved) return payloadOf(saved, name.tag, true);
  try {
    const manifests = await readReleaseManifests(content, source, signal);
    const payload = payloadOf(manifests, name.tag, true);
    if (files.write) await saveManifests(files, source.digest, folder, manifests);
    return payload;
  } catch (error) {
    const notStored = error instanceof AirlockError && ['content-missing', 'not-found'].includes(error.code);
    if (files.write || !notStored) throw error;
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
