import { join } from 'node:path';
import { ADDITIONAL_IMAGES } from '../../base/collected/deliverables.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type DestinationName, destinationOf } from '../../base/image/destination.ts';
import { parseReference } from '../../base/image/reference.ts';
import { catalogNames } from '../../content/catalog-image/catalog-names.ts';
import { payloadTag } from '../../content/release/requested-releases.ts';
import type { ImageSetConfiguration, PlatformSelection } from '../../image-set/config/image-set.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { imagesOfSet } from '../../store/archive/complete-images.ts';
import { INDEX_NAME, type SetIndex, sha256OfFile } from '../../store/set-format/set-index.ts';
import { byDeliverable, type ConcernedDeliverable } from '../import/report.ts';
import { deliverableNames } from '../record/deliverable-names.ts';
import { t } from './messages.ts';

/** A set that arrived, at least in part. */
export interface SetHere {
  index: SetIndex;
  directory: string;
}

/** Content that a configuration needs and this side is missing, determined without contacting a registry. */
export interface MissingContent {
  /** Deliverables with their missing or incomplete images. Without images if the entire deliverable is missing. */
  deliverables: ConcernedDeliverable[];
  /** Descriptions of content that only the other side can determine. */
  unknown: string[];
}

/**
 * Compares a configuration with the local content: incomplete images of sets, additional images, releases that the
 * configuration names by version, and catalogs. Only the other side knows the newer content of a channel or catalog.
 * @param sets sets of the enclave that arrived, at least in part
 * @throws AirlockError `disk`
 */
export async function missingContent(
  directory: string,
  sets: readonly SetHere[],
  configuration: ImageSetConfiguration,
): Promise<MissingContent> {
  let source: ImageSource | undefined;
  try {
    source = await openImageSource(directory);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    // Without any set yet, all content is missing. An unreadable set has its own message.
    if (error.code !== 'workspace-invalid') return { deliverables: [], unknown: [error.message] };
  }
  const missing = new Map<string, Set<string>>();
  const attached = new Set<string>();
  const add = (name: string, images: readonly string[]): void => {
    const known = missing.get(name) ?? new Set<string>();
    for (const image of images) known.add(image);
    missing.set(name, known);
  };
  try {
    const halves = new Set<string>();
    for (const { index, directory: folder } of source ? sets : []) {
      const images = (await imagesOfSet(index, source!)).filter(
        ({ missing: missingContent }) => missingContent.length > 0,
      );
      const digest = (await sha256OfFile(join(folder, INDEX_NAME))) ?? '';
      const named = await deliverableNames(directory, { index, sha256: digest });
      for (const image of images) {
        halves.add(image.name);
        if (image.attached) attached.add(image.name);
      }
      for (const { name, images: names } of byDeliverable(images, named)) add(name, names);
    }
    const isHere = ({ repository, tag }: DestinationName): boolean =>
      source?.tag(repository, tag) !== undefined && !halves.has(`${repository}:${tag}`);
    const { platform, additionalImages, operators } = configuration;
    const additional = additionalImages.flatMap((image) => {
      const destination = additionalName(image);
      return destination && !isHere(destination) ? [`${destination.repository}:${destination.tag}`] : [];
    });
    for (const image of additional) attached.delete(image);
    // Without a record, only the configuration shows which deliverable an image belongs to.
    for (const [name, images] of missing) {
      for (const image of additional) images.delete(image);
      if (images.size === 0) missing.delete(name);
    }
    if (additional.length > 0) add(ADDITIONAL_IMAGES, additional);
    for (const tag of platform ? releaseTags(platform) : [])
      if (!isHere(destinationOf({ kind: 'payload', tag }))) add(`release ${tag}`, []);
    for (const operator of operators) {
      const { repository } = catalogNames(operator).original;
      if (!source?.tags().has(repository)) add(`catalog ${operator.catalog}`, []);
    }
    const deliverables = [...missing].map(([name, images]): ConcernedDeliverable => {
      const all = [...images].toSorted();
      const attachments = all.filter((image) => attached.has(image));
      return { name, images: all, attached: attachments.length > 0 ? attachments : undefined };
    });
    return { deliverables, unknown: unreportedOf(configuration) };
  } finally {
    await source?.close();
  }
}

/** Returns the destination of an additional image, or undefined for an invalid name, which the other side reports. */
function additionalName(
  image: ImageSetConfiguration['additionalImages'][number],
): DestinationName | undefined {
  const { name, targetRepo, targetTag } = image;
  try {
    const reference = parseReference(name);
    if (reference.transport === 'oci') return undefined;
    const target = { targetRepo: targetRepo || undefined, targetTag: targetTag || undefined };
    return destinationOf({ kind: 'image', reference, ...target });
  } catch {
    return undefined;
  }
}

/** Returns the releases at the ends of the channels' version ranges in a configuration. */
function releaseTags({ release, channels, architectures, platforms }: PlatformSelection): string[] {
  if (release) return [];
  const versions = channels.flatMap(({ minVersion, maxVersion }) => [minVersion, maxVersion]);
  const named = [...new Set(versions.filter((version) => version !== undefined))];
  const of = platforms.length > 0 ? ['multi'] : architectures;
  return named.flatMap((version) => of.map((architecture) => payloadTag(version, architecture)));
}

function unreportedOf({ platform, operators, helm }: ImageSetConfiguration): string[] {
  const open = platform && !platform.release ? platform.channels : [];
  return [
    ...open.map(({ name, maxVersion }) =>
      maxVersion === undefined
        ? t('unreportedNewest', { channel: name })
        : t('unreportedRange', { channel: name }),
    ),
    ...(platform?.release ? [t('unreportedRelease', { release: platform.release })] : []),
    ...operators.map(({ catalog }) => t('unreportedOperators', { catalog })),
    ...(helm && helm.repositories.length + helm.local.length > 0 ? [t('unreportedCharts')] : []),
  ];
}
