import type { ImageKind } from '../../../base/collected/collected.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { RULE, Rule } from '../../../base/errors/rules.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { RegistryPicture } from './registry-picture.ts';

/** An image that a configuration asks for, under its name at the registry, namespace included. */
export interface NeededImage {
  repository: string;
  tag: string;
  /** What the workspace mirrored under this name; empty where it does not know. */
  digests: readonly Digest[];
  kind: ImageKind;
  origin: string;
  deliverable: string;
  /** What is given up or stays as one, and cannot do without this image: a release, a bundle in a channel, a chart. */
  parts: readonly Part[];
}

/** Equal ids mean the same part, whichever configuration asks for it. */
export interface Part {
  id: string;
  /** For people: `release 4.16.1-x86_64`. */
  words: string;
  /** Of a bundle: the same for all channels that it is in. */
  bundle?: string;
}

/** A configuration that the workspace knows of. Its texts over time have one `identity`. */
export interface AskingConfiguration {
  identity: string;
  name: string;
  images: readonly NeededImage[];
}

/** Why a name stays. */
export interface Reason {
  reason: string;
  [RULE]?: Rule;
}

/** A line of a `--protect` file. */
export interface ProtectedName {
  /** Says whether an image is meant; `repository` is without registry. */
  matches(image: { repository: string; tag: string; digest: Digest }): boolean;
  reason: string;
}

/** Everything that a deletion is decided by. */
export interface DeleteValues {
  selected: readonly NeededImage[];
  configurations: readonly AskingConfiguration[];
  /** The configurations were named to be kept: nothing that one of them asks for is given up. */
  keepAll: boolean;
  protect: readonly ProtectedName[];
  registry: RegistryPicture;
}

/** A name at the registry with what it stands for. */
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
  /** The selected names, `repository:tag`, that it goes with. */
  of: string[];
}

/** What of a deliverable goes. Bytes that several share are counted for the first. */
export interface DeletedGroup {
  deliverable: string;
  kind: ImageKind;
  images: number;
  /** Of how many that were selected. */
  of: number;
  bytes: number;
}

/** What a deletion does, and what it leaves, each with the reason. */
export interface DeletePlan {
  /** Names whose manifest goes. */
  images: DeletedImage[];
  /**
   * Selected names whose manifest something else needs: the tag alone can go, where the registry deletes tags.
   * `keptFor` is the deliverable that the keeping tag belongs to, where a configuration tells.
   */
  tagsOnly: (DeletedImage & { savedBy: string; savedFor?: string })[];
  /** In the order of deletion: images, then what is below them, then what is attached. */
  manifests: DeletedManifest[];
  /** Tags of signatures and referrers that go with their image. */
  attachments: TagAt[];
  protected: ({ image: string } & Reason)[];
  /** Selected names that the registry does not have. */
  absent: string[];
  /** Tags that stay in the repositories that are touched. */
  kept: TagAt[];
  /** Bytes that the registry's garbage collection can free: content that nothing needs which stays, each once. */
  bytesFreed: number;
  groups: DeletedGroup[];
  problems: Problem[];
}

/** `repository:tag` */
export function nameAt({ repository, tag }: { repository: string; tag: string }): string {
  return `${repository}:${tag}`;
}
