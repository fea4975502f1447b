import type { ImageKind } from '../base/collected/collected.ts';
import type { Digest } from '../base/image/digest.ts';
import type { BuiltAdditional } from './additional.ts';
import { type BuiltImage, cosignTag, referrersTag } from './built-image.ts';
import type { PracticeContent } from './content.ts';
import { type BuiltRepositories, repositoryOf } from './materials.ts';
import type { BuiltRelease } from './releases.ts';

/** A manifest or blob. `size` is in bytes. */
export interface PracticePart {
  digest: Digest;
  size: number;
}

/** An attachment of an image by a tag with the image's digest, in the same repository. */
export interface PracticeAttachment {
  kind: 'cosign-signature' | 'referrers';
  tag: string;
  digest: Digest;
  manifests: PracticePart[];
  blobs: PracticePart[];
}

/** An image that a mirror may contain, with all its instances. */
export interface PracticeImage {
  kind: ImageKind;
  /** Its reference in the configuration, the payload or the catalog. */
  source: string;
  /** `repository:tag` at the destination, without registry and namespace. */
  destination: string;
  digest: Digest;
  mediaType: string;
  /** Manifests, with the image's own manifest last. */
  manifests: PracticePart[];
  /** Blobs of all instances, each once, without attachments. */
  blobs: PracticePart[];
  attachments: PracticeAttachment[];
}

export interface PracticeRelease {
  version: string;
  architecture: 'amd64' | 'multi';
  tag: string;
  digest: Digest;
  /** By digest, as in the update graph. */
  reference: string;
  payload: PracticeImage;
  components: (PracticeImage & { name: string })[];
  /** Whether it is part of a mirror only with `kubeVirtContainer`. */
  kubevirt: PracticeImage;
}

/** The content of the upstream as plain values, for comparison in tests and for output as JSON. */
export interface PracticeInventory {
  releases: PracticeRelease[];
  additional: (PracticeImage & { note: string })[];
  base: PracticeImage;
  catalog: PracticeImage & {
    packages: {
      name: string;
      defaultChannel: string;
      channels: { name: string; bundles: string[] }[];
      bundles: { name: string; version: string; bundle: PracticeImage; related: PracticeImage[] }[];
    }[];
  };
}

/**
 * Describes content. Destinations are the names of oc-mirror v2, computed independently of the code that is tested with
 * them.
 */
export function takeInventory({
  releases,
  additional,
  base,
  catalog,
  repositories,
}: PracticeContent): PracticeInventory {
  const describe = (
    kind: ImageKind,
    source: string,
    image: BuiltImage,
    destination = destinationOf(source),
  ) => describeImage(repositories, { kind, source, destination, image });
  const generic = ({ reference, image }: BuiltAdditional) => describe('generic', reference, image);
  return {
    releases: releases.map((release) => describeRelease(release, describe)),
    additional: additional.map((each) => ({ ...generic(each), note: each.note })),
    base: generic(base),
    catalog: {
      ...describe('operatorCatalog', catalog.reference, catalog.image),
      packages: catalog.packages.map(({ name, defaultChannel, channels, bundles }) => ({
        name,
        defaultChannel,
        channels: channels.map((channel) => ({
          name: channel.name,
          bundles: channel.entries.map((entry) => entry.name),
        })),
        bundles: bundles.map((bundle) => ({
          name: bundle.name,
          version: bundle.version,
          bundle: describe('operatorBundle', bundle.reference, bundle.image),
          related: bundle.related.map(({ reference, image }) =>
            describe('operatorRelatedImage', reference, image),
          ),
        })),
      })),
    },
  };
}

function describeRelease(
  release: BuiltRelease,
  describe: (kind: ImageKind, source: string, image: BuiltImage, destination: string) => PracticeImage,
): PracticeRelease {
  const { version, architecture, tag, repository, payload, contentRepository, components, kubevirt } =
    release;
  const content = (name: string, image: BuiltImage) =>
    describe(
      'ocpReleaseContent',
      `${contentRepository}@${image.digest}`,
      image,
      `openshift/release:${tag}-${name}`,
    );
  return {
    version,
    architecture,
    tag,
    digest: payload.digest,
    reference: `${repository}@${payload.digest}`,
    payload: describe('ocpRelease', `${repository}:${tag}`, payload, `openshift/release-images:${tag}`),
    components: components.map(({ name, image }) => ({ name, ...content(name, image) })),
    kubevirt: content('kube-virt-container', kubevirt),
  };
}

function describeImage(
  repositories: BuiltRepositories,
  {
    kind,
    source,
    destination,
    image,
  }: { kind: ImageKind; source: string; destination: string; image: BuiltImage },
): PracticeImage {
  const repository = repositories.get(repositoryOf(nameOf(source)))!;
  const attachments = [...image.children, image].flatMap(({ digest }): PracticeAttachment[] =>
    [
      { kind: 'cosign-signature' as const, tag: cosignTag(digest) },
      { kind: 'referrers' as const, tag: referrersTag(digest) },
    ].flatMap(({ kind, tag }) => {
      const attached = repository.manifests.get(repository.tags.get(tag) ?? digest)!;
      return attached.digest === digest ? [] : [{ kind, tag, digest: attached.digest, ...partsOf(attached) }];
    }),
  );
  const { digest, mediaType } = image;
  return { kind, source, destination, digest, mediaType, ...partsOf(image), attachments };
}

function partsOf(image: BuiltImage): { manifests: PracticePart[]; blobs: PracticePart[] } {
  const all = [...image.children, image];
  const blobs = new Map(
    all.flatMap((each) => each.blobs).map(({ digest, size }) => [digest, { digest, size }]),
  );
  return {
    manifests: all.map(({ digest, bytes }) => ({ digest, size: bytes.length })),
    blobs: [...blobs.values()],
  };
}

/** Returns a reference without tag and digest. */
function nameOf(source: string): string {
  return source.replace(/@.*|:[^:/]*$/, '');
}

/** Returns the path with the tag, or with the digest as the tag: the name of every image except those of a release. */
function destinationOf(source: string): string {
  return repositoryOf(source).replace('@sha256:', ':sha256-');
}
