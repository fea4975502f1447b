import type { CollectedImage } from '../../../base/collected/collected.ts';
import { GRAPH_DATA } from '../../../base/collected/deliverables.ts';
import { AirlockError, asAirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import {
  type DestinationLayout,
  destinationOf,
  resolveDestination,
} from '../../../base/image/destination.ts';
import { collectAdditional } from '../../../content/additional/collect.ts';
import { collectHelm } from '../../../content/helm/collect-helm.ts';
import { savedGraphs } from '../../../content/release/cincinnati.ts';
import { collectReleases } from '../../../content/release/collect.ts';
import type { VerificationKeys } from '../../../content/signature/verification-keys.ts';
import { isBlocked } from '../../../image-set/config/blocked.ts';
import type {
  DeleteImageSetConfiguration,
  ImageSetConfiguration,
} from '../../../image-set/config/image-set.ts';
import { type CatalogChoices, type ImageOfParts, operatorParts } from './operator-parts.ts';
import type { NeededImage, Part } from './plan.ts';
import type { Era, WorkspaceView } from './workspace-view.ts';

/** The content that a configuration selects to mirror or to delete. */
export type Content = Pick<
  DeleteImageSetConfiguration,
  'platform' | 'operators' | 'additionalImages' | 'helm'
> &
  Partial<Pick<ImageSetConfiguration, 'blockedImages'>>;

/** A part of a configuration whose images the workspace can't determine. */
export interface UnknownPart {
  deliverable: string;
  error: AirlockError;
}

export interface ContentParts {
  images: ImageOfParts[];
  unknown: UnknownPart[];
  /** Deliverables of `unknown` parts that this era could determine. */
  determined: string[];
  /** Errors of the configuration and warnings. */
  problems: Problem[];
}

export interface PartsContext extends CatalogChoices {
  view: Pick<WorkspaceView, 'content' | 'cacheDirectory'>;
  keys: () => Promise<VerificationKeys>;
  /** Folder of the configuration. Paths of local charts are relative to it. */
  directory?: string;
}

/**
 * Returns the images that a configuration selected in an era, from the workspace alone. Parts that the workspace can't
 * determine are `unknown`. Signatures aren't requested, because nothing is copied.
 * @throws AirlockError `interrupted`, disk errors
 */
export async function contentParts(
  configuration: Content,
  era: Era,
  context: PartsContext,
): Promise<ContentParts> {
  const { signal } = context;
  const { platform, operators, additionalImages, helm, blockedImages = [] } = configuration;
  const found: ContentParts = { images: [], unknown: [], determined: [], problems: [] };
  const blocked = (image: Pick<CollectedImage, 'origin' | 'destination'>) => isBlocked(image, blockedImages);
  const take = (image: ImageOfParts['image'], ...parts: Part[]) => {
    if (!blocked(image)) found.images.push({ image, parts });
  };
  if (platform) {
    await trying(found, 'releases', signal, async () => {
      for await (const each of collectReleases(platform, {
        files: era.files.write ? { read: era.files.read, list: era.files.list } : era.files,
        graphs: savedGraphs(era.files),
        content: context.view.content,
        keys: context.keys,
        storedTag: era.tag,
        ignoreReleaseSignature: true,
        signal,
      })) {
        if (each.type === 'image') take(each.image, part(each.image.deliverable));
        else if (each.type === 'rejected')
          found.unknown.push({ deliverable: each.deliverable, error: asError(each.problem) });
        else if (!each.problem.code.startsWith('signature-')) found.problems.push(each.problem);
      }
    });
    if (platform.graph) {
      const destination = destinationOf({ kind: 'graph' });
      const deliverable = GRAPH_DATA;
      const source = { registry: '', ...destination };
      take(
        { kind: 'cincinnatiGraph', origin: destination.repository, source, destination, deliverable },
        part(deliverable),
      );
    }
  }
  for (const operator of operators)
    await trying(found, `catalog ${operator.catalog}`, signal, async () => {
      for (const { image, parts } of await operatorParts(operator, era, context.view, context))
        take(image, ...parts);
    });
  for (const each of collectAdditional(additionalImages, blockedImages)) {
    if (each.type === 'problem') {
      if (each.problem.level !== 'info') found.problems.push(each.problem);
    } else if (each.type === 'image') {
      const { repository, tag } = each.image.destination;
      take(each.image, { id: `image ${repository}:${tag}`, words: `additional image ${each.image.origin}` });
    }
  }
  if (helm)
    await trying(found, 'helm charts', signal, async () => {
      const { files } = era;
      const { directory } = context;
      const options = { files, directory, perChart: true, signal };
      for await (const each of collectHelm(helm, options)) {
        if (each.type === 'image') take(each.image, part(each.image.deliverable));
        else if (each.type === 'rejected')
          found.unknown.push({ deliverable: each.deliverable, error: asError(each.problem) });
        else if (each.problem.level === 'error') found.problems.push(each.problem);
      }
    });
  return found;
}

/** Returns images under their names at a registry, with their digests in this era. */
export function namedAt(images: readonly ImageOfParts[], era: Era, layout: DestinationLayout): NeededImage[] {
  return images.map(({ image, parts }) => {
    const { kind, origin, source, destination, deliverable } = image;
    // Catalogs and graph-data images are built by Airlock, so their digests differ from those of the source.
    const made = kind === 'operatorCatalog' || kind === 'cincinnatiGraph';
    const digest = made ? undefined : (source.digest ?? era.tag(destination.repository, destination.tag));
    return {
      ...resolveDestination(image, layout),
      digests: digest ? [digest] : [],
      kind,
      origin,
      deliverable,
      parts,
    };
  });
}

function part(deliverable: string): Part {
  return { id: deliverable, words: deliverable };
}

/** Runs one collector, whose errors must not hide the results of the others. */
async function trying(
  found: ContentParts,
  deliverable: string,
  signal: AbortSignal,
  collect: () => Promise<void>,
): Promise<void> {
  try {
    await collect();
    found.determined.push(deliverable);
  } catch (thrown) {
    signal.throwIfAborted();
    const error = asAirlockError(thrown);
    if (error.code === 'internal' || error.code.startsWith('disk')) throw error;
    found.unknown.push({ deliverable, error });
  }
}

function asError({ code, message, remedy }: Problem): AirlockError {
  return new AirlockError(code as AirlockError['code'], message, { remedy });
}
