import type { Problem } from '../../base/errors/airlock-error.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import type { PlannedImage, PlannedManifest } from '../../content/plan/planned-image.ts';
import { t } from '../messages.ts';
import { knownProfile, notProbed, projectsOf, unfitProblems } from '../run/destination-profile.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import { absentReleaseSignatures } from '../sides/release-image-signatures.ts';
import type { Presence } from './plan-presence.ts';

/** Returns the problems of the plan at its destination, from the saved profile. Nothing is written to the destination. */
export async function destinationProblems(
  planned: readonly PlannedImage[],
  presence: Presence,
  options: {
    request: MirrorRequest;
    host: HostFacts;
    root: string;
    manifest(image: PlannedImage, manifest: PlannedManifest): Promise<Buffer>;
  },
): Promise<Problem[]> {
  const { request, host, root, manifest } = options;
  const { workflow, maxNestedPaths, probe } = request;
  const { at, settled } = presence;
  const signatures = await absentReleaseSignatures(planned, at?.hasTag);
  if (workflow.kind === 'mirrorToDisk' || !at || !probe) return signatures;
  const { destination } = workflow;
  const missing = planned.filter((image) => !settled(image));
  if (missing.length === 0) return signatures;
  const projects = projectsOf(missing, destination, request);
  const known = await knownProfile(root, host, destination, projects);
  if (!known) return [...signatures, notProbed(destination)];
  const { profile, valid } = known;
  const unfit = await unfitProblems(profile, {
    images: missing,
    repositoryOf: (image) =>
      resolveDestination(image, { namespace: destination.namespace, maxNestedPaths }).repository,
    manifest,
    digestAt: async (image) => at.digest(image),
    hasBlob: () => false,
  });
  // The problems may be fixed by now, so the push probes again.
  const reported = valid
    ? unfit
    : unfit.map((problem) => ({
        ...problem,
        level: 'warning' as const,
        message: t('destinationProblemAsOf', { problem: problem.message, time: profile.checkedAt }),
      }));
  return [...reported, ...signatures];
}
