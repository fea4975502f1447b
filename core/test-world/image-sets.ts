import type { Digest } from '../base/image/digest.ts';
import type { PracticeImage, PracticeInventory, PracticePart } from './inventory.ts';

/** The minimum bytes of an image set: each blob and manifest once, sizes in bytes. */
export interface PracticeCost {
  blobs: number;
  bytes: number;
  manifests: number;
  manifestBytes: number;
}

export interface PracticeSet {
  /** The ImageSetConfiguration as text. */
  yaml: string;
  expected: { images: { source: string; destination: string; digest: Digest }[] };
  /** Images with all their instances, without attachments and release signatures. */
  needed: PracticeCost;
  /** The same, with the cosign signatures of these images. */
  neededWithSignatures: PracticeCost;
}

/**
 * `core`: all releases for amd64 and all additional images. `release-one`: the oldest release. `multi`: the newest for
 * several architectures. `additional`: additional images only. `first`: the oldest release and all additional images. `later`: the same with all newer releases.
 */
export type PracticeSetName = 'core' | 'release-one' | 'multi' | 'additional' | 'first' | 'later';

/** Returns the image sets of a world, with the expected result of mirroring each. */
export function practiceSets(inventory: PracticeInventory): Record<PracticeSetName, PracticeSet> {
  const { releases, additional } = inventory;
  const single = releases.filter(({ architecture }) => architecture === 'amd64');
  const multi = releases.filter(({ architecture }) => architecture === 'multi');
  return {
    core: practiceSet(single, additional),
    'release-one': practiceSet(single.slice(0, 1), []),
    multi: practiceSet(multi, []),
    additional: practiceSet([], additional),
    first: practiceSet(single.slice(0, 1), additional),
    later: practiceSet(single.slice(1), additional),
  };
}

function practiceSet(
  releases: PracticeInventory['releases'],
  additional: PracticeInventory['additional'],
): PracticeSet {
  const images = [...releases.flatMap(({ components, payload }) => [...components, payload]), ...additional];
  return {
    yaml: configuration(releases, additional),
    expected: { images: images.map(({ source, destination, digest }) => ({ source, destination, digest })) },
    needed: costOf(images),
    neededWithSignatures: costOf([
      ...images,
      ...images.flatMap(({ attachments }) => attachments.filter(({ kind }) => kind === 'cosign-signature')),
    ]),
  };
}

function configuration(
  releases: PracticeInventory['releases'],
  additional: PracticeInventory['additional'],
): string {
  const platform = releases.length > 0 && [
    '  platform:',
    `    architectures: [${releases[0]!.architecture}]`,
    '    channels:',
    '      - name: stable-4.16',
    `        minVersion: ${releases[0]!.version}`,
    `        maxVersion: ${releases.at(-1)!.version}`,
  ];
  const images = additional.length > 0 && [
    '  additionalImages:',
    ...additional.map(({ source }) => `    - name: ${source}`),
  ];
  return `${[
    'kind: ImageSetConfiguration',
    'apiVersion: mirror.openshift.io/v2alpha1',
    'mirror:',
    ...(platform || []),
    ...(images || []),
  ].join('\n')}\n`;
}

function costOf(images: Pick<PracticeImage, 'blobs' | 'manifests'>[]): PracticeCost {
  const blobs = unique(images.flatMap((image) => image.blobs));
  const manifests = unique(images.flatMap((image) => image.manifests));
  const sum = (parts: PracticePart[]) => parts.reduce((total, { size }) => total + size, 0);
  return {
    blobs: blobs.length,
    bytes: sum(blobs),
    manifests: manifests.length,
    manifestBytes: sum(manifests),
  };
}

function unique(parts: PracticePart[]): PracticePart[] {
  return [...new Map(parts.map((part) => [part.digest, part])).values()];
}
