import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { CollectedImage } from '../collect/collected.ts';
import { AirlockError, asAirlockError, type Problem } from '../errors/airlock-error.ts';
import { isDigest } from '../image/digest.ts';
import { contentOf, type PlannedImage, sourceText } from '../plan/planned-image.ts';
import type { Rejection } from './collect-images.ts';

const digest = z.string().refine(isDigest, 'not a sha256 digest');

const planItem = z.object({
  source: z.string(),
  destination: z.string(),
  digest,
  kind: z.string(),
  bytes: z.number(),
  why: z.string(),
  verdict: z.string(),
});

/** `plan.json`: the answer of `airlock plan`, and what `mirror --plan` pins itself to. */
export const planDocument = z.object({
  format: z.literal(1),
  tool: z.string(),
  created: z.string(),
  workflow: z.string(),
  /** The configuration as it was, so that the plan stands alone. */
  configuration: z.object({ name: z.string(), text: z.string() }),
  images: z.number(),
  bytes: z.number(),
  bytesPresent: z.number(),
  bySection: z.record(z.string(), z.object({ images: z.number(), bytes: z.number() })),
  items: z.array(planItem),
  /** Digests that catalogs stood for, by their references in the configuration. */
  catalogs: z.record(z.string(), digest).optional(),
  /** Update graphs, signatures and payload manifests that the selection was made from: name -> base64. */
  files: z.record(z.string(), z.string()),
});

export type PlanDocument = z.infer<typeof planDocument>;
export type PlanItem = PlanDocument['items'][number];

/** The part of a plan that the command line and the screens show. */
export interface PlanSummary {
  images: number;
  /** Bytes of all unique content, and how many of them need not be moved. */
  bytes: number;
  bytesPresent: number;
  bySection: Record<string, { images: number; bytes: number }>;
  items: PlanItem[];
  problems: Problem[];
}

/**
 * Adds up planned images: unique content counts once.
 * @param present true for content that need not be moved
 */
export function summarise(
  images: PlannedImage[],
  present: (digest: PlannedImage['digest'], image: PlannedImage) => boolean,
  rejected: Rejection[],
  problems: Problem[],
): PlanSummary {
  const seen = new Set<string>();
  const summary: PlanSummary = {
    images: images.length,
    bytes: 0,
    bytesPresent: 0,
    bySection: {},
    items: [],
    problems: [...problems, ...rejected.map((r) => r.problem)],
  };
  for (const image of images) {
    summary.bySection[image.deliverable] ??= { images: 0, bytes: 0 };
    const section = summary.bySection[image.deliverable]!;
    section.images++;
    const { manifests, blobs } = contentOf(image);
    for (const part of [...manifests, ...blobs]) {
      if (seen.has(part.digest)) continue;
      seen.add(part.digest);
      summary.bytes += part.size;
      section.bytes += part.size;
      if (present(part.digest, image)) summary.bytesPresent += part.size;
    }
    summary.items.push({
      source: sourceText(image),
      destination: `${image.destination.repository}:${image.destination.tag}`,
      digest: image.digest,
      kind: image.kind,
      bytes: image.bytes,
      why: image.why,
      verdict: image.verdict.by ? `${image.verdict.result} (${image.verdict.by})` : image.verdict.result,
    });
  }
  return summary;
}

/** @throws AirlockError `config-unreadable` or `plan-changed` when the file is not a plan of this version */
export async function readPlan(file: string): Promise<PlanDocument> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new AirlockError(
      'config-unreadable',
      `the plan ${file} cannot be read: ${asAirlockError(error).message}`,
      { at: { file } },
    );
  });
  try {
    return planDocument.parse(JSON.parse(text));
  } catch (cause) {
    const first = cause instanceof z.ZodError ? cause.issues[0] : undefined;
    throw new AirlockError(
      'plan-changed',
      `${file} is not a plan of this version${first ? `: ${first.path.join('.')}: ${first.message}` : ''}`,
      { at: { file }, cause },
    );
  }
}

/**
 * Pins what was collected now to what was approved: every image by the approved digest, nothing more, nothing less.
 * @throws AirlockError `plan-changed` naming what differs
 */
export function pinToPlan(images: CollectedImage[], plan: PlanDocument): CollectedImage[] {
  const approved = new Map(plan.items.map((item) => [item.destination, item]));
  const extra: string[] = [];
  const pinned = images.map((image) => {
    const name = `${image.destination.repository}:${image.destination.tag}`;
    const item = approved.get(name);
    approved.delete(name);
    if (!item || (image.source.digest && image.source.digest !== item.digest)) extra.push(name);
    return item
      ? { ...image, source: { ...image.source, digest: item.digest as `sha256:${string}` } }
      : image;
  });
  if (extra.length > 0 || approved.size > 0) {
    const what = [
      ...extra.map((name) => `${name} is not as approved`),
      ...[...approved.keys()].map((name) => `${name} is no longer asked for`),
    ];
    throw new AirlockError(
      'plan-changed',
      `the plan does not fit: ${what.slice(0, 5).join('; ')}${what.length > 5 ? `; and ${what.length - 5} more` : ''}`,
    );
  }
  return pinned;
}
