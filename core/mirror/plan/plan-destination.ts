import type { Problem } from '../../base/errors/airlock-error.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import type { PlannedImage, PlannedManifest } from '../../content/plan/planned-image.ts';
import { knownProfile, notRequested, projectsOf, unfitProblems } from '../run/destination-profile.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import { absentReleaseSignatures } from '../sides/release-image-signatures.ts';
import type { Presence } from './plan-presence.ts';

/** What a destination cannot take of the plan, as far as it is known: nothing is written there to find out. */
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
  if (!known) return [...signatures, notRequested(destination)];
  const { profile, holds: matches } = known;
  const unfit = await unfitProblems(profile, {
    images: missing,
    repositoryOf: (image) =>
      resolveDestination(image, { namespace: destination.namespace, maxNestedPaths }).repository,
    manifest,
    digestAt: async (image) => at.digest(image),
    hasBlob: () => false,
  });
  // What people were told to mend may be mended by now: the push asks again.
  const reported = matches
    ? unfit
    : unfit.map((problem) => ({
        ...problem,
        level: 'warning' as const,
        message: `${problem.message} (as of ${profile.checkedAt}; a push asks again)`,
      }));
  return [...reported, ...signatures];
}
