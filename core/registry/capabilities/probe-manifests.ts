import type { Manifest } from '../../image/manifest.ts';
import { OCI_INDEX } from '../../image/media-types.ts';
import type { RegistryAnswer } from '../question.ts';
import type { Finding } from './profile.ts';
import { answered, isRefused, isTaken, type Scratch } from './scratch.ts';
import {
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
  config: ScratchBlob;
  /** Undefined where the registry does not take this format. */
  oci: Manifest | undefined;
  docker: Manifest | undefined;
}

/** Pushes the blobs and an image of each format. Blobs that are refused leave nothing to be found out: the finding says so. */
export async function probeImages(scratch: Scratch): Promise<{ images: ScratchImages; findings: Finding[] }> {
  const blob = scratchBlob();
  const config = scratchConfig(blob);
  const images: ScratchImages = { blob, config, oci: undefined, docker: undefined };
  for (const part of [blob, config]) {
    const answer = await scratch.upload(part);
    if (isTaken(answer)) continue;
    const evidence = `PUT of a blob of ${part.bytes.length} bytes ${answered(answer)}`;
    return {
      images,
      findings: [
        { capability: 'dockerImages', value: 'unknown', evidence },
        { capability: 'ociImages', value: 'unknown', evidence },
      ],
    };
  }
  const findings: Finding[] = [];
  for (const family of ['docker', 'oci'] as const) {
    const image = scratchImage(family, config, blob);
    const answer = await scratch.put(family, image);
    if (isTaken(answer)) images[family] = image;
    findings.push(yesNo(family === 'oci' ? 'ociImages' : 'dockerImages', answer, `PUT of a ${family} image`));
  }
  return { images, findings };
}

/** Indexes that name what is not there, and indexes of the other format. */
export async function probeIndexes(scratch: Scratch, { oci, docker }: ScratchImages): Promise<Finding[]> {
  const family = oci ? 'oci' : 'docker';
  const image = oci ?? docker;
  if (!image) return [];
  const whole = await scratch.put('index', scratchIndex(family, [image]));
  const findings: Finding[] = [];
  if (isTaken(whole)) {
    const absent: Manifest = { ...image, digest: scratchBlob().digest };
    const sparse = await scratch.put('sparse', scratchIndex(family, [image, absent]));
    findings.push(yesNo('sparseIndexes', sparse, 'PUT of an index whose s390x image is not there'));
  } else {
    const evidence = `PUT of an index that is whole ${answered(whole)}`;
    findings.push({ capability: 'sparseIndexes', value: 'unknown', evidence });
  }
  if (oci && docker) {
    const ofDocker = await scratch.put('mixed-index', scratchIndex('oci', [docker]));
    const ofOci = await scratch.put('mixed-list', scratchIndex('docker', [oci]));
    const worse = isTaken(ofDocker) ? ofOci : ofDocker;
    const what = isTaken(ofDocker)
      ? 'PUT of a docker list of an OCI image'
      : 'PUT of an OCI index of a docker image';
    findings.push(yesNo('mixedIndexes', worse, what));
  }
  return findings;
}

/** An artifact that is attached to an image, and whether the registry lists it. */
export async function probeSubjects(scratch: Scratch, { oci, blob }: ScratchImages): Promise<Finding[]> {
  if (!oci) return [];
  const empty = scratchBlob(Buffer.from('{}'));
  const config = await scratch.upload(empty);
  if (!isTaken(config)) return [];
  const artifact = scratchArtifact(oci, empty, blob);
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
  if (!isTaken(put)) return [subjects, { capability, value: 'yes', evidence }];
  const listed = list.body.includes(artifact.digest);
  const what = listed ? 'with the artifact' : 'without the artifact that was pushed';
  return [subjects, { capability, value: listed ? 'yes' : 'no', evidence: `${evidence} ${what}` }];
}

/** Whether a tag moves, and whether a tagged manifest can be deleted. */
export async function probeTags(
  scratch: Scratch,
  { oci, docker, config }: ScratchImages,
): Promise<Finding[]> {
  const first = oci ?? docker;
  if (!first) return [];
  const family = oci ? 'oci' : 'docker';
  const layer = scratchBlob();
  if (!isTaken(await scratch.upload(layer))) return [];
  const second = scratchImage(family, config, layer);
  const byDigest = await scratch.put(second.digest, second);
  if (!isTaken(byDigest)) return [];
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
  const value = isTaken(answer) ? 'yes' : isRefused(answer) ? 'no' : 'unknown';
  return { capability, value, evidence: `${what} ${answered(answer)}` };
}
