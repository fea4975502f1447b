import { firstWords } from '../../base/document/words.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { isDockerType } from '../../base/image/media-types.ts';
import { bytesText } from '../../base/messages/bytes-text.ts';
import type { UploadMode } from '../exchange/upload-mode.ts';
import { t } from './messages.ts';
import type { PlannedPush, PlannedPushImage } from './planned-push.ts';
import { remedyFor, type Shortcoming } from './product-words.ts';
import type { Limit, RegistryProfile } from './profile.ts';

const NAMED = 3;

/**
 * Returns the requirements of a plan that its destination doesn't support, each with a remedy. Errors stop the plan.
 * Warnings are about values that the profile doesn't show for certain. Unknown capabilities aren't reported.
 */
export function profileProblems(profile: RegistryProfile, push: PlannedPush): Problem[] {
  const names = nameProblems(profile, push);
  // If nothing could be pushed, nothing else is known.
  if (profile.capabilities.namespace.value !== 'ready') return names;
  return [...names, ...manifestProblems(profile, push), ...sizeProblems(profile, push)];
}

/** Returns how blobs must be uploaded, for `Registries.obey`. */
export function uploadMode({ capabilities }: RegistryProfile): UploadMode {
  const { mounts, mountsFromItself, chunks, requestBytes, concurrentPushes } = capabilities;
  const completeOnly = chunks.value === 'no';
  return {
    mounts: mounts.value === 'no' ? 'never' : mountsFromItself.value === 'no' ? 'from-others' : 'everywhere',
    completeOnly,
    requestBytes: completeOnly ? null : knownLimit(requestBytes.value),
    parallel: knownLimit(concurrentPushes.value),
  };
}

function nameProblems(profile: RegistryProfile, { images }: PlannedPush): Problem[] {
  const { namespace, capabilities, host, existingProjects, missingProjects } = profile;
  const { value, evidence } = capabilities.namespace;
  const report = reporter(profile);
  if (namespace !== '' && (value === 'missing' || value === 'rejected')) {
    const message = t(value === 'missing' ? 'namespaceMissing' : 'namespaceRejected', {
      host,
      namespace,
      evidence,
    });
    return [report('namespace', message, namespace.split('/')[0] ?? namespace)];
  }
  const problems: Problem[] = [];
  if (namespace === '' && capabilities.projects.value === 'must-exist') {
    for (const project of new Set(images.map(({ repository }) => repository.split('/')[0] ?? repository))) {
      if (existingProjects.includes(project)) continue;
      const requested = missingProjects.includes(project);
      const message = t(requested ? 'projectMissing' : 'projectUnknown', { host, project });
      problems.push(report('namespace', message, project, requested ? 'error' : 'warning'));
    }
  } else if (value === 'rejected' || value === 'missing')
    problems.push(report('namespace', t('pushesRejected', { host, evidence }), t('anyNamespace')));
  const depth = knownLimit(capabilities.pathDepth.value);
  if (depth !== null) {
    const deep = images.filter(({ repository }) => repository.split('/').length > depth);
    const message = t('namesTooDeep', { host, depth, names: some(deep, ({ repository }) => repository) });
    if (deep.length > 0) problems.push(report('pathDepth', message, String(depth)));
  }
  return problems;
}

function manifestProblems(profile: RegistryProfile, { images, deletes }: PlannedPush): Problem[] {
  const { capabilities, host } = profile;
  const report = reporter(profile);
  const checks = [
    ['dockerImages', hasType(true)],
    ['ociImages', hasType(false)],
    ['sparseIndexes', ({ shape }: PlannedPushImage) => shape.sparse],
    ['mixedIndexes', ({ shape }: PlannedPushImage) => shape.mixed],
    ['subjects', ({ shape }: PlannedPushImage) => shape.subject],
    ['tagsMove', ({ moves }: PlannedPushImage) => moves],
  ] as const;
  const problems = checks.flatMap(([capability, requires]) => {
    if (capabilities[capability].value !== 'no') return [];
    const hit = images.filter(requires);
    if (hit.length === 0) return [];
    return [report(capability, t(`${capability}Rejected`, { host, images: some(hit, nameOf) }), host)];
  });
  if (deletes && capabilities.deletes.value === 'no')
    problems.push(
      report('deletes', t('deletesRejected', { host, evidence: capabilities.deletes.evidence }), host),
    );
  return problems;
}

function sizeProblems(profile: RegistryProfile, { images }: PlannedPush): Problem[] {
  const { capabilities, host } = profile;
  const report = reporter(profile);
  const problems: Problem[] = [];
  const compare = (
    capability: 'blobBytes' | 'requestBytes' | 'manifestBytes',
    message: 'blobsTooLarge' | 'requestsTooLarge' | 'manifestsTooLarge',
    sizeOf: (image: PlannedPushImage) => number,
  ) => {
    const limit = capabilities[capability].value;
    if (limit === 'unknown' || limit.rejected === null) return;
    const large = images.filter((image) => sizeOf(image) > limit.accepted);
    if (large.length === 0) return;
    const largest = Math.max(...large.map(sizeOf));
    const level = largest >= limit.rejected ? 'error' : 'warning';
    const text = t(message, {
      host,
      accepted: bytesText(limit.accepted),
      rejected: bytesText(limit.rejected),
      images: some(large, nameOf),
    });
    problems.push(report(capability, text, bytesText(largest), level));
  };
  const largestBlob = ({ blobs }: PlannedPushImage) => largestOf(blobs);
  compare('blobBytes', 'blobsTooLarge', largestBlob);
  // Chunks are made as small as required.
  if (capabilities.chunks.value === 'no') compare('requestBytes', 'requestsTooLarge', largestBlob);
  compare('manifestBytes', 'manifestsTooLarge', ({ manifests }) => largestOf(manifests));

  const quota = capabilities.quotaBytes.value;
  if (quota !== 'unknown' && quota.rejected !== null) {
    const bytes = bytesOf(images);
    const message = t('quotaTooSmall', {
      host,
      accepted: bytesText(quota.accepted),
      rejected: bytesText(quota.rejected),
      planned: bytesText(bytes),
    });
    if (bytes > quota.accepted)
      problems.push(
        report(
          'quotaBytes',
          message,
          bytesText(bytes - quota.accepted),
          bytes >= quota.rejected ? 'error' : 'warning',
        ),
      );
  }
  return problems;
}

function reporter({ product }: RegistryProfile) {
  return (
    shortcoming: Shortcoming,
    message: string,
    value: string,
    level: 'error' | 'warning' = 'error',
  ): Problem => ({
    code: 'destination-unfit',
    level,
    message,
    remedy: remedyFor(shortcoming, product?.name, value),
  });
}

/** Returns the largest accepted value, or null if no value was rejected. */
function knownLimit(limit: Limit | 'unknown'): number | null {
  return limit === 'unknown' || limit.rejected === null ? null : limit.accepted;
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

/** Returns the size of unique blobs. The size of manifests is negligible. */
function bytesOf(images: readonly PlannedPushImage[]): number {
  const sizes = new Map(
    images.flatMap(({ blobs }) => blobs.map(({ digest, size }) => [digest, size] as const)),
  );
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
