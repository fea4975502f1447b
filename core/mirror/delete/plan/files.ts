import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { ImageKind } from '../../../base/collected/collected.ts';
import { listOf } from '../../../base/document/list-schema.ts';
import { yamlOf } from '../../../base/document/yaml-of.ts';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { type Digest, isDigest } from '../../../base/image/digest.ts';
import type { Destination } from '../../run/workflow.ts';
import { type DeletedImage, type DeletedManifest, type DeletePlan, nameAt } from './plan.ts';

/** Folder of the files, below `working-dir/`; oc-mirror's name. */
export const DELETE_FOLDER = 'delete';

/** Number of list items that are serialized at once. */
const ITEMS_AT_ONCE = 1000;

const KINDS = [
  'ocpRelease',
  'ocpReleaseContent',
  'cincinnatiGraph',
  'operatorBundle',
  'operatorRelatedImage',
  'operatorCatalog',
  'generic',
  'helmImage',
] as const satisfies readonly ImageKind[];

const digest = z.custom<Digest>((value) => typeof value === 'string' && isDigest(value));
const image = z.object({
  repository: z.string(),
  tag: z.string(),
  digest,
  kind: z.enum(KINDS),
  origin: z.string(),
  deliverable: z.string(),
});

/** `delete-record.json`: what belongs to a list of images to delete. */
export const DELETE_RECORD = z.object({
  format: z.literal(1),
  created: z.string().describe('Time'),
  registry: z.object({ host: z.string(), namespace: z.string() }).describe('The registry'),
  images: listOf(image).describe(
    'Names in the list, with the digest that each one had when the list was written. `kind` is the oc-mirror term',
  ),
  tagsOnly: listOf(image).describe(
    "Names for which only the tag is deleted. The list for oc-mirror doesn't contain them, because oc-mirror would delete the manifest",
  ),
  manifests: listOf(
    z.object({
      repository: z.string(),
      digest,
      role: z.enum(['image', 'instance', 'attachment']),
      of: listOf(z.string()),
    }),
  ).describe('Manifests that are deleted with the names. A stopped deletion resumes with them'),
  bytesFreed: z.number().describe('Bytes that garbage collection can free'),
});

/** The record next to the list, with data that oc-mirror's file has no field for. */
export interface DeleteRecord {
  format: 1;
  /** RFC 3339. */
  created: string;
  registry: Destination;
  images: DeletedImage[];
  tagsOnly: DeletedImage[];
  manifests: DeletedManifest[];
  bytesFreed: number;
}

/** Returns the names of the three files. @param id value of `--delete-id`, empty for none */
function deleteFileNames(id: string): { images: string; configuration: string; record: string } {
  const suffix = id && `-${id}`;
  return {
    images: `delete-images${suffix}.yaml`,
    configuration: `delete-imageset-config${suffix}.yaml`,
    record: `delete-record${suffix}.json`,
  };
}

/** oc-mirror's list of images, its keys and its order (internal/pkg/delete/delete_images.go). */
export function deleteListText(images: readonly DeletedImage[], host: string): string {
  const items = images
    .map(({ origin, kind, ...name }) => ({
      imageName: origin,
      imageReference: `docker://${host}/${nameAt(name)}`,
      type: kind,
    }))
    .sort((a, b) => (a.imageReference < b.imageReference ? -1 : 1));
  const text = (value: unknown): string => yamlOf(value, { lineWidth: 0, indentSeq: false });
  const start = { apiVersion: 'mirror.openshift.io/v2alpha1' };
  const end = { kind: 'DeleteImageList' };
  if (items.length === 0) return text({ ...start, items, ...end });
  // The library creates nodes for each item, so it gets the items in parts.
  const parts = Array.from({ length: Math.ceil(items.length / ITEMS_AT_ONCE) }, (_, part) =>
    text(items.slice(part * ITEMS_AT_ONCE, (part + 1) * ITEMS_AT_ONCE)),
  );
  return `${text(start)}items:\n${parts.join('')}${text(end)}`;
}

export function recordOf(plan: DeletePlan, registry: Destination): DeleteRecord {
  const { images, tagsOnly, manifests, bytesFreed } = plan;
  return {
    format: 1,
    created: new Date().toISOString(),
    registry,
    images,
    tagsOnly: tagsOnly.map(({ requiredBy: _savedBy, requiredFor: _savedFor, ...rest }) => rest),
    manifests,
    bytesFreed,
  };
}

/** Writes the list, the parsed configuration, and the record. @returns their paths, the list first */
export async function writeDeleteFiles(
  folder: string,
  id: string,
  files: { plan: DeletePlan; registry: Destination; configuration: string },
): Promise<string[]> {
  const names = deleteFileNames(id);
  const { plan, registry, configuration } = files;
  const paths = [names.images, names.configuration, names.record].map((name) => join(folder, name));
  try {
    // The record is first, because a list without it would be executed with the state of the registry alone.
    await writeRecord(paths[2]!, recordOf(plan, registry));
    await writeFileAtomic(paths[1]!, configuration);
    await writeFileAtomic(paths[0]!, deleteListText(plan.images, registry.host));
  } catch (error) {
    throw asAirlockError(error);
  }
  return paths;
}

export async function writeRecord(path: string, record: DeleteRecord): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(record, undefined, 1)}\n`);
}

/** Path of the record that belongs to a list. */
export function adjacentRecord(list: string): string {
  const id = /^delete-images-(.+)\.ya?ml$/.exec(basename(list))?.[1];
  const plain = /^delete-images\.ya?ml$/.test(basename(list));
  const name =
    plain || id !== undefined ? deleteFileNames(id ?? '').record : `${basename(list)}.delete-record.json`;
  return join(dirname(list), name);
}

/** Returns the record of a list, or undefined if there is no readable one. */
export async function readRecord(list: string): Promise<DeleteRecord | undefined> {
  try {
    return DELETE_RECORD.parse(JSON.parse(await readFile(adjacentRecord(list), 'utf8')));
  } catch {
    return undefined;
  }
}
