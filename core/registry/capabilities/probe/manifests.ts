import type { Manifest } from '../../../base/image/manifest.ts';
import { OCI_INDEX } from '../../../base/image/media-types.ts';
import type { RegistryAnswer } from '../../exchange/question.ts';
import { t } from '../messages.ts';
import type { Finding } from '../profile.ts';
import { answered, isRejected, isUsed, type Scratch } from './scratch.ts';
import {
  type Family,
  type ScratchBlob,
  scratchArtifact,
  scratchBlob,
  scratchConfig,
  scratchImage,
  scratchIndex,
} from './scratch-content.ts';

type YesNo = Extract<Finding, { value: 'yes' | 'no' | 'unknown' }>;

/** Content pushed for the checks of manifests. */
export interface ScratchImages {
  blob: ScratchBlob;
  /** Layer of the image that tags are moved to. */
  secondLayer: ScratchBlob;
  config: ScratchBlob;
  /** Undefined if the registry doesn't support this format. */
  oci: Manifest | undefined;
  docker: Manifest | undefined;
}

/** Pushes the blobs and an image of each format. If a blob is rejected, the findings are `unknown`. */
export async function probeImages(scratch: Scratch): Promise<{ images: ScratchImages; findings: Finding[] }> {
  const blob = scratchBlob();
  const config = scratchConfig(blob);
  const secondLayer = scratchBlob();
  const images: ScratchImages = { blob, secondLayer, config, oci: undefined, docker: undefined };
  const uploads = [blob, secondLayer, config].map(async (part) => ({
    part,
    answer: await scratch.upload(part),
  }));
  for (const { part, answer } of await Promise.all(uploads)) {
    if (isUsed(answer)) continue;
    const evidence = t('blobPut', { bytes: part.bytes.length, answer: answered(answer) });
    return {
      images,
      findings: [
        { capability: 'dockerImages', value: 'unknown', evidence },
        { capability: 'ociImages', value: 'unknown', evidence },
      ],
    };
  }
  const push = async (family: Family): Promise<Finding> => {
    const image = scratchImage(family, config, blob);
    const answer = await scratch.put(family, image);
    if (isUsed(answer)) images[family] = image;
    return yesNo(
      family === 'oci' ? 'ociImages' : 'dockerImages',
      answer,
      t('imagePut', { family, answer: answered(answer) }),
    );
  };
  const findings = await Promise.all([push('docker'), push('oci')]);
  return { images, findings };
}

/** Probes indexes with missing images, and indexes of the other format. */
export async function probeIndexes(scratch: Scratch, { oci, docker }: ScratchImages): Promise<Finding[]> {
  const family = oci ? 'oci' : 'docker';
  const image = oci ?? docker;
  if (!image) return [];
  const sparse = async (): Promise<Finding> => {
    const complete = await scratch.put('index', scratchIndex(family, [image]));
    if (!isUsed(complete)) {
      const evidence = t('completeIndexPut', { answer: answered(complete) });
      return { capability: 'sparseIndexes', value: 'unknown', evidence };
    }
    const absent: Manifest = { ...image, digest: scratchBlob().digest };
    const answer = await scratch.put('sparse', scratchIndex(family, [image, absent]));
    return yesNo('sparseIndexes', answer, t('sparseIndexPut', { answer: answered(answer) }));
  };
  if (!oci || !docker) return [await sparse()];
  return await Promise.all([sparse(), mixed(scratch, oci, docker)]);
}

async function mixed(scratch: Scratch, oci: Manifest, docker: Manifest): Promise<Finding> {
  const [ofDocker, ofOci] = await Promise.all([
    scratch.put('mixed-index', scratchIndex('oci', [docker])),
    scratch.put('mixed-list', scratchIndex('docker', [oci])),
  ]);
  if (!isUsed(ofDocker))
    return yesNo('mixedIndexes', ofDocker, t('ociIndexPut', { answer: answered(ofDocker) }));
  return yesNo('mixedIndexes', ofOci, t('dockerListPut', { answer: answered(ofOci) }));
}

/** Probes an artifact attached to an image, and whether the registry lists it. */
export async function probeSubjects(scratch: Scratch, { oci }: ScratchImages): Promise<Finding[]> {
  if (!oci) return [];
  const empty = scratchBlob(Buffer.from('{}'));
  const config = await scratch.upload(empty);
  if (!isUsed(config)) return [];
  const artifact = scratchArtifact(oci, empty);
  const put = await scratch.put(artifact.digest, artifact);
  const subjects = yesNo('subjects', put, t('artifactPut', { answer: answered(put) }));
  const list = await scratch.ask({
    method: 'GET',
    path: `referrers/${oci.digest}`,
    headers: { accept: OCI_INDEX },
  });
  const evidence = t('referrersGet', { answer: answered(list) });
  const capability = 'referrersApi';
  const isList = list.status === 200 && (list.headers['content-type'] ?? '').startsWith(OCI_INDEX);
  if (!isList) return [subjects, { capability, value: list.status >= 500 ? 'unknown' : 'no', evidence }];
  if (!isUsed(put)) return [subjects, { capability, value: 'yes', evidence }];
  const listed = list.body.includes(artifact.digest);
  return [
    subjects,
    {
      capability,
      value: listed ? 'yes' : 'no',
      evidence: listed ? t('referrersGetWith') : t('referrersGetWithout', { status: list.status }),
    },
  ];
}

/** Probes whether a tag can be moved, and whether a tagged manifest can be deleted. */
export async function probeTags(
  scratch: Scratch,
  { oci, docker, config, secondLayer }: ScratchImages,
): Promise<Finding[]> {
  const first = oci ?? docker;
  if (!first) return [];
  const family = oci ? 'oci' : 'docker';
  const second = scratchImage(family, config, secondLayer);
  const byDigest = await scratch.put(second.digest, second);
  if (!isUsed(byDigest)) return [];
  const moved = await scratch.put(family, second);
  const tagsMove = yesNo('tagsMove', moved, t('tagPut', { tag: family, answer: answered(moved) }));
  let removed = await scratch.delete(second.digest);
  if (removed.status === 404) {
    // Quay finds manifests only by their tags.
    await scratch.put('to-be-deleted', second);
    removed = await scratch.delete(second.digest);
  }
  const deletes = yesNo('deletes', removed, t('manifestDelete', { answer: answered(removed) }));
  return [tagsMove, removed.status === 404 ? { ...deletes, value: 'unknown' } : deletes];
}

function yesNo(capability: YesNo['capability'], answer: RegistryAnswer, evidence: string): YesNo {
  const value = isUsed(answer) ? 'yes' : isRejected(answer) ? 'no' : 'unknown';
  return { capability, value, evidence };
}
