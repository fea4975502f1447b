import { existsSync } from 'node:fs';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { AirlockError, onSide, type Problem } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { isIndexType } from '../../base/image/media-types.ts';
import { manifestFrom } from '../../content/plan/manifest-origin.ts';
import { contentOf, type PlannedImage, type PlannedManifest } from '../../content/plan/planned-image.ts';
import { profileProblems } from '../../registry/capabilities/obey.ts';
import {
  type ManifestShape,
  type PlannedPushImage,
  shapeOf,
} from '../../registry/capabilities/planned-push.ts';
import { probeDestination } from '../../registry/capabilities/probe/destination.ts';
import { isFresh, type RegistryProfile } from '../../registry/capabilities/profile.ts';
import { readProfile, writeProfile } from '../../registry/capabilities/profile-file.ts';
import { t } from '../messages.ts';
import type { HostFacts, MirrorRequest } from './request.ts';
import type { Session } from './session.ts';
import { defaultStateDirectory } from './state-directory.ts';
import type { Destination } from './workflow.ts';

/** Manifests read at once. */
const READ_AT_ONCE = 32;

/** Returns the folder of registry profiles in a workspace or state folder. */
export function profileFolder(root: string): string {
  return airlockDirectory(root, 'registries');
}

/** Returns the first elements of the pushed names. Empty for a namespace, which is probed itself. */
export function projectsOf(
  images: readonly Pick<CollectedImage, 'destination'>[],
  { namespace }: Destination,
  { maxNestedPaths }: Pick<MirrorRequest, 'maxNestedPaths'>,
): string[] {
  if (namespace !== '') return [];
  const names = images.map((image) => resolveDestination(image, { namespace, maxNestedPaths }).repository);
  return [...new Set(names.map((name) => name.split('/')[0] ?? name))];
}

/** A saved profile. */
export interface KnownProfile {
  profile: RegistryProfile;
  /** True if it is recent and covers all projects. */
  valid: boolean;
}

/**
 * Returns the latest profile of a destination, from the workspace or state folder, or from the user's state folder, to
 * which `airlock doctor` writes.
 */
export async function knownProfile(
  root: string,
  host: HostFacts,
  destination: Destination,
  projects: readonly string[],
): Promise<KnownProfile | undefined> {
  const found: RegistryProfile[] = [];
  for (const folder of new Set([root, defaultStateDirectory(host)])) {
    const profile = await readProfile(profileFolder(folder), destination.host, destination.namespace);
    if (profile) found.push(profile);
  }
  const [profile] = found.sort((a, b) => (a.checkedAt > b.checkedAt ? -1 : 1));
  return profile && { profile, valid: isFresh(profile, new Date()) && mentions(profile, projects) };
}

function mentions({ capabilities, existingProjects }: RegistryProfile, projects: readonly string[]): boolean {
  return (
    capabilities.projects.value !== 'must-exist' ||
    projects.every((project) => existingProjects.includes(project))
  );
}

/**
 * Returns the saved profile of a destination, or probes the destination now and saves the profile. Undefined if there is
 * no image to push.
 * @param options.onAsk called before the destination is probed
 * @throws AirlockError on the destination's side: connection faults, `unauthorized`; `interrupted`
 */
export async function destinationProfile(
  images: readonly Pick<CollectedImage, 'destination'>[],
  options: {
    /** Of the workspace or state. */
    root: string;
    request: MirrorRequest;
    host: HostFacts;
    destination: Destination;
    session: Session;
    onAsk: () => void;
    signal: AbortSignal;
  },
): Promise<RegistryProfile | undefined> {
  if (images.length === 0) return undefined;
  const { root, request, host, destination, session, onAsk, signal } = options;
  const { namespace } = destination;
  const projects = projectsOf(images, destination, request);
  const known = await knownProfile(root, host, destination, projects);
  if (known?.valid) return known.profile;
  onAsk();
  const registries = session.separate();
  try {
    const profile = await probeDestination(registries.at(destination.host), { namespace, projects, signal });
    await writeProfile(profileFolder(root), profile);
    return profile;
  } catch (error) {
    throw onSide(error, 'destination');
  } finally {
    await registries.close();
  }
}

/**
 * Saves a profile for plans and pushes, in the user's state folder and in a workspace.
 * @param workspace its folder. Nothing is written to a folder that isn't a workspace yet
 * @throws system errors
 */
export async function keepProfile(
  profile: RegistryProfile,
  host: HostFacts,
  workspace: string | undefined,
): Promise<void> {
  await writeProfile(profileFolder(defaultStateDirectory(host)), profile);
  if (workspace === undefined || !existsSync(airlockDirectory(workspace))) return;
  await writeProfile(profileFolder(workspace), profile);
}

/** The properties of a push that a profile may limit. */
export interface PushToCheck {
  images: readonly PlannedImage[];
  /** Returns the repository at the destination, with namespace and nested paths applied. */
  repositoryOf(image: PlannedImage): string;
  /** Returns the bytes of a manifest of an image. */
  manifest(image: PlannedImage, manifest: PlannedManifest): Promise<Buffer>;
  /** Returns the current digest of a tag at the destination. Undefined if the tag doesn't exist. */
  digestAt(image: PlannedImage): Promise<Digest | undefined>;
  /** Returns true for blobs that the destination has. */
  hasBlob(digest: Digest): boolean;
}

/**
 * Returns the problems of a push at its destination. Images that are already present are ignored. Tags are requested from
 * the destination only if they make a difference.
 */
export async function unfitProblems(profile: RegistryProfile, push: PushToCheck): Promise<Problem[]> {
  const tags = profile.capabilities.tagsMove.value === 'no';
  const first = await problemsOf(profile, push, push.images, tags);
  if (first.length === 0 || tags) return first;
  return problemsOf(profile, push, push.images, true);
}

async function problemsOf(
  profile: RegistryProfile,
  push: PushToCheck,
  all: readonly PlannedImage[],
  queryTagList: boolean,
): Promise<Problem[]> {
  const images: PlannedPushImage[] = [];
  const looking = inOrder(all, READ_AT_ONCE, async (image) => {
    const there = queryTagList ? await push.digestAt(image) : undefined;
    if (there === image.digest) return;
    const { manifests, blobs } = contentOf(image);
    images.push({
      origin: image.origin,
      repository: push.repositoryOf(image),
      tag: image.destination.tag,
      shape: await neededShape(profile, image, push),
      moves: there !== undefined,
      manifests,
      blobs: blobs.filter(({ digest }) => !push.hasBlob(digest)),
    });
  });
  for await (const _ of looking);
  return images.length === 0 ? [] : profileProblems(profile, { images, deletes: false });
}

/** Returns the shape of an image. Reads manifests only if the profile limits them. */
async function neededShape(
  { capabilities }: RegistryProfile,
  image: PlannedImage,
  push: PushToCheck,
): Promise<ManifestShape> {
  const { sparseIndexes, mixedIndexes, subjects } = capabilities;
  const lists = sparseIndexes.value === 'no' || mixedIndexes.value === 'no';
  const { manifests } = contentOf(image);
  const wanted = manifests.filter(
    ({ mediaType }) => subjects.value === 'no' || (lists && isIndexType(mediaType)),
  );
  const read = wanted.map(async (manifest) => ({
    ...manifestFrom(manifest.digest, await push.manifest(image, manifest)),
    mediaType: manifest.mediaType,
  }));
  return shapeOf(await Promise.all(read), new Set(manifests.map(({ digest }) => digest)));
}

/** Rejects a push. @throws AirlockError `destination-unfit` with every problem that is an error */
export function rejectUnfit(host: string, problems: readonly Problem[]): void {
  const errors = problems.filter(({ level }) => level === 'error');
  const [first] = errors;
  if (!first) return;
  throw new AirlockError(
    'destination-unfit',
    errors.length === 1 ? first.message : t('destinationUnfit', { host, count: errors.length }),
    { side: 'destination', problems: errors, remedy: errors.length === 1 ? first.remedy : undefined },
  );
}

/** Returns the note of a plan, which doesn't probe destinations. */
export function notProbed({ host, namespace }: Destination): Problem {
  const name = namespace === '' ? host : `${host}/${namespace}`;
  return {
    code: 'destination-not-probed',
    level: 'info',
    message: t('destinationNotProbed', { name }),
    remedy: t('destinationNotProbedRemedy', { name }),
  };
}
