import { firstWords } from '../../base/document/words.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import type { UploadMode } from '../exchange/upload-mode.ts';
import { bytesText } from './bytes-text.ts';
import { isDockerType, type PlannedPush, type PlannedPushImage } from './planned-push.ts';
import { remedyFor, type Shortcoming } from './product-words.ts';
import type { Limit, RegistryProfile } from './profile.ts';

const NAMED = 3;

/**
 * What a plan asks that its destination cannot take; each with a remedy. Errors stop the plan; warnings name what the
 * profile does not tell for sure. Nothing is said of capabilities that are unknown.
 */
export function profileProblems(profile: RegistryProfile, push: PlannedPush): Problem[] {
  const names = nameProblems(profile, push);
  // Where nothing could be pushed nothing else is known.
  if (profile.capabilities.namespace.value !== 'ready') return names;
  return [...names, ...manifestProblems(profile, push), ...sizeProblems(profile, push)];
}

/** How blobs have to be uploaded; for `Registries.obey`. */
export function uploadMode({ capabilities }: RegistryProfile): UploadMode {
  const { mounts, mountsFromItself, pieces: volumes, requestBytes, concurrentPushes } = capabilities;
  const completeOnly = volumes.value === 'no';
  return {
    mounts: mounts.value === 'no' ? 'never' : mountsFromItself.value === 'no' ? 'from-others' : 'everywhere',
    completeOnly,
    requestBytes: completeOnly ? null : stored(requestBytes.value),
    parallel: stored(concurrentPushes.value),
  };
}

function nameProblems(profile: RegistryProfile, { images }: PlannedPush): Problem[] {
  const { namespace, capabilities, host, existingProjects, missingProjects } = profile;
  const { value, evidence } = capabilities.namespace;
  const report = sayer(profile);
  if (namespace !== '' && (value === 'missing' || value === 'rejected')) {
    const which = value === 'missing' ? 'is not there' : 'is not there, or the account may not push to it';
    const first = namespace.split('/')[0] ?? namespace;
    return [report('namespace', `${host}/${namespace} ${which} (${evidence})`, first)];
  }
  const problems: Problem[] = [];
  if (namespace === '' && capabilities.projects.value === 'must-exist') {
    for (const project of new Set(images.map(({ repository }) => repository.split('/')[0] ?? repository))) {
      if (existingProjects.includes(project)) continue;
      const requested = missingProjects.includes(project);
      const state = requested ? 'is not there, or the account may not push to it' : 'may not be there';
      const message = `${host} makes no projects or organizations by itself, and ${project} ${state}`;
      problems.push(report('namespace', message, project, requested ? 'error' : 'warning'));
    }
  } else if (value === 'rejected' || value === 'missing')
    problems.push(report('namespace', `${host} lets nothing be pushed (${evidence})`, 'a namespace'));
  const depth = stored(capabilities.pathDepth.value);
  if (depth !== null) {
    const deep = images.filter(({ repository }) => repository.split('/').length > depth);
    const message = `${host} takes names of at most ${depth} elements, but not ${some(deep, ({ repository }) => repository)}`;
    if (deep.length > 0) problems.push(report('pathDepth', message, String(depth)));
  }
  return problems;
}

function manifestProblems(profile: RegistryProfile, { images, deletes }: PlannedPush): Problem[] {
  const { capabilities, host } = profile;
  const report = sayer(profile);
  const checks: [Shortcoming & keyof typeof capabilities, string, (image: PlannedPushImage) => boolean][] = [
    ['dockerImages', 'takes no docker images', hasType(true)],
    ['ociImages', 'takes no OCI images', hasType(false)],
    ['sparseIndexes', 'takes no list whose images are not all there', ({ shape }) => shape.sparse],
    ['mixedIndexes', 'takes no list of images of another format', ({ shape }) => shape.mixed],
    ['subjects', 'takes nothing that is attached to an image', ({ shape }) => shape.subject],
    ['tagsMove', 'does not let a tag be moved', ({ moves }) => moves],
  ];
  const problems = checks.flatMap(([capability, words, queries]) => {
    if (capabilities[capability].value !== 'no') return [];
    const hit = images.filter(queries);
    return hit.length > 0 ? [report(capability, `${host} ${words}: ${some(hit, nameOf)}`, host)] : [];
  });
  if (deletes && capabilities.deletes.value === 'no')
    problems.push(report('deletes', `${host} refuses deletes (${capabilities.deletes.evidence})`, host));
  return problems;
}

function sizeProblems(profile: RegistryProfile, { images }: PlannedPush): Problem[] {
  const { capabilities, host } = profile;
  const report = sayer(profile);
  const problems: Problem[] = [];
  const compare = (
    capability: 'blobBytes' | 'requestBytes' | 'manifestBytes',
    what: string,
    sizeOf: (image: PlannedPushImage) => number,
  ) => {
    const limit = capabilities[capability].value;
    if (limit === 'unknown' || limit.rejected === null) return;
    const large = images.filter((image) => sizeOf(image) > limit.taken);
    if (large.length === 0) return;
    const largest = Math.max(...large.map(sizeOf));
    const level = largest >= limit.rejected ? 'error' : 'warning';
    const message = `${host} takes ${what} of ${bytesText(limit.taken)}, and refuses ${bytesText(limit.rejected)}: ${some(large, nameOf)}`;
    problems.push(report(capability, message, bytesText(largest), level));
  };
  const largestBlob = ({ blobs }: PlannedPushImage) => largestOf(blobs);
  compare('blobBytes', 'blobs', largestBlob);
  // Pieces are made as small as they have to be.
  if (capabilities.pieces.value === 'no') compare('requestBytes', 'requests', largestBlob);
  compare('manifestBytes', 'manifests', ({ manifests }) => largestOf(manifests));

  const quota = capabilities.quotaBytes.value;
  if (quota !== 'unknown' && quota.rejected !== null) {
    const bytes = bytesOf(images);
    const message = `a quota of ${host} has room for ${bytesText(quota.taken)}, not for ${bytesText(quota.rejected)}; planned are at most ${bytesText(bytes)}`;
    if (bytes > quota.taken)
      problems.push(
        report(
          'quotaBytes',
          message,
          bytesText(bytes - quota.taken),
          bytes >= quota.rejected ? 'error' : 'warning',
        ),
      );
  }
  return problems;
}

function sayer({ product }: RegistryProfile) {
  return (
    shortcoming: Shortcoming,
    message: string,
    what: string,
    level: 'error' | 'warning' = 'error',
  ): Problem => ({
    code: 'destination-unfit',
    level,
    message,
    remedy: remedyFor(shortcoming, product?.name, what),
  });
}

/** What is known to be taken, where anything is refused. */
function stored(limit: Limit | 'unknown'): number | null {
  return limit === 'unknown' || limit.rejected === null ? null : limit.taken;
}

function hasType(docker: boolean): (image: PlannedPushImage) => boolean {
  return ({ manifests }) => manifests.some(({ mediaType }) => isDockerType(mediaType) === docker);
}

function nameOf({ origin, repository, tag }: PlannedPushImage): string {
  return `${origin} (${repository}:${tag})`;
}

function some(images: readonly PlannedPushImage[], name: (image: PlannedPushImage) => string): string {
  return firstWords([...new Set(images.map(name))], NAMED);
}

function largestOf(parts: readonly { size: number }[]): number {
  return parts.reduce((largest, { size }) => Math.max(largest, size), 0);
}

/** Of unique blobs; manifests weigh nothing beside them. */
function bytesOf(images: readonly PlannedPushImage[]): number {
  const sizes = new Map(
    images.flatMap(({ blobs }) => blobs.map(({ digest, size }) => [digest, size] as const)),
  );
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
