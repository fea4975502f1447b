import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import { isIndexType } from '../../base/image/media-types.ts';
import { nameOf } from '../../base/image/reference.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import { type PlannedImage, sourceText } from '../../content/plan/planned-image.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import { writeClusterResources } from '../cluster-resources/write-cluster-resources.ts';
import { templateFor } from '../push/conclude-push.ts';
import type { Collection } from '../run/collect-images.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import type { Destination } from '../run/workflow.ts';
import { graphBaseOf } from '../sides/graph-data-image.ts';
import { releaseSignatures } from '../sides/release-signatures.ts';
import type { Supply } from '../sides/supply.ts';

/** The destination of images in a transfer: oc-mirror's cache, as in its mapping.txt. */
export const CACHE: Destination = { host: 'localhost:55000', namespace: '' };

/** Files that a dry run writes, as oc-mirror does. */
export interface DryRunFiles {
  mapping: string;
  /** Lists content that a mirror to disk would download. Absent if everything is available. */
  missing?: string;
  /** Folder of the cluster resources of a push. Absent if content is missing. */
  resources?: string;
}

/** A dry run and its plan. */
export interface DryRun {
  request: MirrorRequest;
  host: HostFacts;
  /** Of the workspace or state. */
  root: string;
  planned: readonly PlannedImage[];
  collection: Collection;
  signatures: Supply['signatures'];
  /** Whether all content was found. Resources of a part would replace those of an earlier push. */
  complete: boolean;
  /** Returns whether a part of an image is available or was sent. */
  isAvailable(image: PlannedImage): boolean;
  emit: EmitRunEvent;
}

/** Writes oc-mirror's lists of sources and destinations, and the cluster resources of a push (10.7 of oc-mirror v2). */
export async function writeDryRun(dryRun: DryRun): Promise<DryRunFiles> {
  const { request, root, isAvailable } = dryRun;
  const folder = join(root, 'working-dir', 'dry-run');
  const mapping = join(folder, 'mapping.txt');
  const missing = join(folder, 'missing.txt');
  const toDisk = request.workflow.kind === 'mirrorToDisk';
  try {
    await rm(missing, { force: true });
    await makeDirectory(folder);
    const mapped = mappedImages(dryRun);
    await writeFileAtomic(mapping, textOf(mapped));
    const unavailable = toDisk ? mapped.filter(({ image }) => !isAvailable(image)) : [];
    if (unavailable.length > 0) await writeFileAtomic(missing, textOf(unavailable));
    return {
      mapping,
      missing: unavailable.length > 0 ? missing : undefined,
      resources: await writeResourcesOf(dryRun),
    };
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Returns the lines of oc-mirror's `mapping.txt`: `docker://SOURCE=docker://DESTINATION`. */
export function mappingLines(plan: Pick<DryRun, 'request' | 'planned' | 'collection'>): string[] {
  return mappedImages(plan).flatMap(({ lines }) => lines);
}

function mappedImages(
  plan: Pick<DryRun, 'request' | 'planned' | 'collection'>,
): { image: PlannedImage; lines: string[] }[] {
  return plan.planned.flatMap((image) => {
    const lines = linesOf(image, plan);
    return lines ? [{ image, lines }] : [];
  });
}

function textOf(mapped: readonly { lines: string[] }[]): string {
  return mapped.flatMap(({ lines }) => lines.map((line) => `${line}\n`)).join('');
}

/** Returns the line of an image, and those of the instances of a list on request. Undefined for a name of a built image. */
function linesOf(
  image: PlannedImage,
  { request, collection }: Pick<DryRun, 'request' | 'collection'>,
): string[] | undefined {
  const { workflow, maxNestedPaths } = request;
  const { host, namespace } = workflow.kind === 'mirrorToDisk' ? CACHE : workflow.destination;
  const { repository, tag } = resolveDestination(image, { namespace, maxNestedPaths });
  const source = sourceOf(image, request, collection.catalogs);
  if (source === undefined) return undefined;
  const lines = [`${source}=docker://${host}/${repository}:${tag}`];
  // The instances of a built list don't exist at its source.
  const isBuilt =
    image.kind === 'cincinnatiGraph' ||
    collection.catalogs.some(({ rebuilt }) => digestOf(rebuilt) === image.digest);
  if (!request.dryRunManifestLists || isBuilt) return lines;
  const name = source.replace(/@[^@]*$|:[^:/]*$/, '');
  const { manifests, digest } = image;
  const list = manifests.find((each) => each.digest === digest);
  if (list && isIndexType(list.mediaType))
    for (const each of manifests)
      if (each !== list) lines.push(`${name}@${each.digest}=docker://${host}/${repository}@${each.digest}`);
  return lines;
}

/**
 * Returns a source that can be pulled: release payloads by tag, as oc-mirror writes them, and the original of an image
 * that Airlock builds. Undefined for a second name of such an image in an archive.
 */
function sourceOf(
  image: PlannedImage,
  request: MirrorRequest,
  catalogs: readonly CollectedCatalog[],
): string | undefined {
  const { registry, repository } = image.source;
  if (image.kind === 'ocpRelease') return `docker://${registry}/${repository}:${image.destination.tag}`;
  if (image.kind === 'cincinnatiGraph')
    return `docker://${graphBaseOf(request).text.replace('docker://', '')}`;
  const catalog =
    image.kind === 'operatorCatalog'
      ? catalogs.find(({ digest, rebuilt }) => image.digest === digest || image.digest === digestOf(rebuilt))
      : undefined;
  if (catalog && image.digest !== catalog.digest && request.workflow.kind === 'mirrorToDisk')
    return undefined;
  if (!catalog) return `docker://${sourceText(image)}`;
  const { reference, digest } = catalog;
  return reference.transport === 'oci' ? reference.text : `docker://${nameOf(reference)}@${digest}`;
}

function digestOf(image: CollectedCatalog['rebuilt']): string | undefined {
  return image && ('digest' in image ? image.digest : image.source.digest);
}

async function writeResourcesOf(dryRun: DryRun): Promise<string | undefined> {
  const { request, host, root, planned, collection, signatures, complete, emit } = dryRun;
  const { workflow, maxNestedPaths, icsp } = request;
  if (workflow.kind === 'mirrorToDisk' || !complete) return undefined;
  const { host: registry, namespace } = workflow.destination;
  const there = planned.map((image) => ({
    image,
    at: { registry, ...resolveDestination(image, { namespace, maxNestedPaths }) },
  }));
  return await writeClusterResources({
    directory: join(root, 'working-dir', 'cluster-resources'),
    images: there.map(({ image, at }) => ({ ...image, destination: at })),
    catalogs: there
      .filter(({ image }) => image.kind === 'operatorCatalog')
      .map(({ image, at }) => ({ destination: at, ...templateFor(image, collection) })),
    signatures: await releaseSignatures(planned, { signatures, host, emit }),
    repositoryScope: maxNestedPaths > 0,
    icsp,
    emit,
  });
}
