import type { ImageKind } from '../../../base/collected/collected.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { RULE, Rule } from '../../../base/errors/rules.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { RegistryPicture } from './registry-picture.ts';

/** An image that a configuration selects, under its name at the registry, with the namespace. */
export interface NeededImage {
  repository: string;
  tag: string;
  /** Digests that the workspace mirrored under this name. Empty if unknown. */
  digests: readonly Digest[];
  kind: ImageKind;
  origin: string;
  deliverable: string;
  /** The units of deletion that need this image: a release, a bundle in a channel, a chart. */
  parts: readonly Part[];
}

/** Equal ids are the same part, independent of the configuration. */
export interface Part {
  id: string;
  /** For people: `release 4.16.1-x86_64`. */
  words: string;
  /** Key of a bundle, the same for all its channels. */
  bundle?: string;
}

/** A configuration in the workspace. Its versions share one `identity`. */
export interface AskingConfiguration {
  identity: string;
  name: string;
  images: readonly NeededImage[];
}

/** Why a name is retained. */
export interface Reason {
  reason: string;
  [RULE]?: Rule;
}

/** A line of a `--protect` file. */
export interface ProtectedName {
  /** Returns whether the line matches an image. `repository` is without registry. */
  matches(image: { repository: string; tag: string; digest: Digest }): boolean;
  reason: string;
}

/** All data for the plan of a deletion. */
export interface DeleteValues {
  selected: readonly NeededImage[];
  configurations: readonly AskingConfiguration[];
  /** The configurations were given explicitly, so all their content is retained. */
  keepAll: boolean;
  protect: readonly ProtectedName[];
  registry: RegistryPicture;
}

/** A name at the registry with its digest. */
export interface TagAt {
  repository: string;
  tag: string;
  digest: Digest;
}

export interface DeletedImage extends TagAt {
  kind: ImageKind;
  origin: string;
  deliverable: string;
}

/** A manifest that is deleted by digest. */
export interface DeletedManifest {
  repository: string;
  digest: Digest;
  /** `instance` of an index; `attachment`: a signature or referrer. */
  role: 'image' | 'instance' | 'attachment';
  /** The selected names, `repository:tag`, with which it is deleted. */
  of: string[];
}

/** The deleted part of a deliverable. Bytes that several share are counted for the first. */
export interface DeletedGroup {
  deliverable: string;
  kind: ImageKind;
  images: number;
  /** Number of selected images. */
  of: number;
  bytes: number;
}

/** The deleted and the retained images, with reasons. */
export interface DeletePlan {
  /** Names whose manifest is deleted. */
  images: DeletedImage[];
  /**
   * Selected names whose manifest another tag needs. Only the tag can be deleted, if the registry supports it. `savedFor`
   * is the deliverable of the other tag, if a configuration contains it.
   */
  tagsOnly: (DeletedImage & { requiredBy: string; requiredFor?: string })[];
  /** In the order of deletion: images, then their instances, then attachments. */
  manifests: DeletedManifest[];
  /** Tags of signatures and referrers that are deleted with their image. */
  attachments: TagAt[];
  protected: ({ image: string } & Reason)[];
  /** Selected names that aren't in the registry. */
  absent: string[];
  /** Retained tags of the changed repositories. */
  retained: TagAt[];
  /** Bytes that the registry's garbage collection can free: content that no retained image needs, each once. */
  bytesFreed: number;
  groups: DeletedGroup[];
  problems: Problem[];
}

/** `repository:tag` */
export function nameAt({ repository, tag }: { repository: string; tag: string }): string {
  return `${repository}:${tag}`;
}
