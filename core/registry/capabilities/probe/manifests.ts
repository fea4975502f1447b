import type { Manifest } from '../../../base/image/manifest.ts';
import { OCI_INDEX } from '../../../base/image/media-types.ts';
import type { RegistryAnswer } from '../../exchange/question.ts';
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

/** What was pushed for the questions about manifests. */
export interface ScratchImages {
  blob: ScratchBlob;
  /** Layer of the image that tags are moved to. */
  secondLayer: ScratchBlob;
  config: ScratchBlob;
  /** Undefined where the registry does not take this format. */
  oci: Manifest | undefined;
  docker: Manifest | undefined;
}

/** Pushes the blobs and an image of each format. Blobs that are refused leave nothing to be found out: the finding says so. */
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
    const evidence = `PUT of a blob of ${part.bytes.length} bytes ${answered(answer)}`;
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
    return yesNo(family === 'oci' ? 'ociImages' : 'dockerImages', answer, `PUT of a ${family} image`);
  };
  const findings = await Promise.all([push('docker'), push('oci')]);
  return { images, findings };
}

/** Indexes that name what is not there, and indexes of the other format. */
export async function probeIndexes(scratch: Scratch, { oci, docker }: ScratchImages): Promise<Finding[]> {
  const family = oci ? 'oci' : 'docker';
  const image = oci ?? docker;
  if (!image) return [];
  const sparse = async (): Promise<Finding> => {
    const complete = await scratch.put('index', scratchIndex(family, [image]));
    if (!isUsed(complete)) {
      const evidence = `PUT of a complete index ${answered(complete)}`;
      return { capability: 'sparseIndexes', value: 'unknown', evidence };
    }
    const absent: Manifest = { ...image, digest: scratchBlob().digest };
    const answer = await scratch.put('sparse', scratchIndex(family, [image, absent]));
    return yesNo('sparseIndexes', answer, 'PUT of an index whose s390x image is missing');
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
    return yesNo('mixedIndexes', ofDocker, 'PUT of an OCI index that references a Docker image');
  return yesNo('mixedIndexes', ofOci, 'PUT of a Docker manifest list that references an OCI image');
}

/** An artifact that is attached to an image, and whether the registry lists it. */
export async function probeSubjects(scratch: Scratch, { oci }: ScratchImages): Promise<Finding[]> {
  if (!oci) return [];
  const empty = scratchBlob(Buffer.from('{}'));
  const config = await scratch.upload(empty);
  if (!isUsed(config)) return [];
  const artifact = scratchArtifact(oci, empty);
  const put = await scratch.put(artifact.digest, artifact);
  const subjects = yesNo('subjects', put, 'PUT of an artifact with subject');
  const list = await scratch.ask({
    method: 'GET',
    path: `referrers/${oci.digest}`,
    headers: { accept: OCI_INDEX },
  });
  const evidence = `GET referrers ${answered(list)}`;
  const capability = 'referrersApi';
  const isList = list.status === 200 && (list.headers['content-type'] ?? '').startsWith(OCI_INDEX);
  if (!isList) return [subjects, { capability, value: list.status >= 500 ? 'unknown' : 'no', evidence }];
  if (!isUsed(put)) return [subjects, { capability, value: 'yes', evidence }];
  const listed = list.body.includes(artifact.digest);
  const what = listed ? 'with the artifact' : 'without the artifact that was pushed';
  return [subjects, { capability, value: listed ? 'yes' : 'no', evidence: `${evidence} ${what}` }];
}

/** Whether a tag moves, and whether a tagged manifest can be deleted. */
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
  const tagsMove = yesNo('tagsMove', moved, `PUT of another image under the tag ${family}`);
  let removed = await scratch.delete(second.digest);
  if (removed.status === 404) {
    // Quay knows manifests by their tags only.
    await scratch.put('to-be-deleted', second);
    removed = await scratch.delete(second.digest);
  }
  const deletes = yesNo('deletes', removed, 'DELETE of a manifest');
  return [tagsMove, removed.status === 404 ? { ...deletes, value: 'unknown' } : deletes];
}

function yesNo(capability: YesNo['capability'], answer: RegistryAnswer, what: string): YesNo {
  const value = isUsed(answer) ? 'yes' : isRejected(answer) ? 'no' : 'unknown';
  return { capability, value, evidence: `${what} ${answered(answer)}` };
}
