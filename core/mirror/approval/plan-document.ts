import { z } from 'zod';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { verdictText } from '../../base/collected/verdict.ts';
import { listOf, mapOf } from '../../base/document/list-schema.ts';
import { JsonLimitExceeded, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import { type FileFormat, inCurrentFormat, rethrowFormat } from '../../base/formats/file-format.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { bytesOf, contentOf, type PlannedImage, sourceText } from '../../content/plan/planned-image.ts';
import { t } from '../messages.ts';
import type { Rejection } from '../run/collect-images.ts';

/** Differences that an error lists. */
const MOST_DIFFERENCES = 5;

/** In bytes. A plan of 100,000 images has about 50 MB. */
const LARGEST_PLAN = 256 * 2 ** 20;

const digest = z.string().refine(isDigest, 'not a sha256 digest');

const planItem = z.object({
  source: z.string().describe('Reference of the source'),
  destination: z.string().describe('Repository and tag at the destination'),
  digest: digest.describe('Digest'),
  kind: z.string().describe('Kind of image, in the terms of oc-mirror'),
  bytes: z.number().describe('Size of the image content and attachments'),
  shared: z
    .number()
    .optional()
    .describe('Part of `bytes` that earlier images contain and that is counted there'),
  why: z.string().describe('Why it is selected'),
  verdict: z.string().describe('Result of the signature check'),
  attached: listOf(z.object({ tag: z.string(), digest }))
    .optional()
    .describe('Signatures and other artifacts that are attached to the image'),
});

const planKey = z.object({
  kind: z.enum(['openpgp', 'sigstore']),
  fingerprint: z.string(),
  origin: z.string(),
  names: listOf(z.string()),
  images: z.number(),
});

const PLAN = { kind: 'plan', current: 1 } as const satisfies FileFormat;

/** `plan.json`, written by `airlock plan` and mirrored digest for digest by `mirror --plan`. */
export const planDocument = z.object({
  format: z.literal(PLAN.current),
  tool: z.string().describe('Name and version of the tool that wrote the plan'),
  created: z.string().describe('Time'),
  workflow: z.string().describe('`mirrorToDisk`, `diskToMirror` or `mirrorToMirror`'),
  configuration: z
    .object({ name: z.string(), text: z.string(), digest })
    .describe(
      'The configuration, without credentials in addresses. A configuration with a different digest is rejected',
    ),
  ofSets: z
    .boolean()
    .optional()
    .describe(
      '`true`: the plan covers the selections of the configurations in all sets. `configuration` is the first of these configurations',
    ),
  images: z.number().describe('Number of images'),
  bytes: z.number().describe('Size of all unique content'),
  bytesPresent: z.number().describe("Size of the content that doesn't have to be copied"),
  bySection: mapOf(
    z.object({
      images: z.number().describe('Number of images'),
      bytes: z.number().describe('Unique size. Content of several deliverables counts for the first one'),
      shared: z.number().optional().describe('Size of the content that earlier deliverables contain'),
    }),
  ).describe('Totals by deliverable'),
  items: listOf(planItem).describe('Images'),
  keys: listOf(planKey)
    .optional()
    .describe(
      'Keys in the enforced trust policy, each with its file, its user IDs, and the number of images that it verified',
    ),
  catalogs: mapOf(digest).optional().describe('Digests of catalogs, by their reference in the configuration'),
  files: mapOf(z.string()).describe(
    'Update graphs, signatures and payload manifests that the selection is based on: name below `working-dir/` to content in base64',
  ),
});

export type PlanDocument = z.infer<typeof planDocument>;
/** A key of the trust policy with the number of images that it verified. */
export type PlanKey = z.infer<typeof planKey>;
export type PlanItem = PlanDocument['items'][number];

/** The part of a plan that the command line and the screens show. */
export interface PlanSummary {
  images: number;
  /** Bytes of all unique content, and those that don't have to be copied. */
  bytes: number;
  bytesPresent: number;
  /** `bytes` excludes the content that earlier deliverables contain, whose size is `shared`. */
  bySection: Record<string, { images: number; bytes: number; shared?: number | undefined }>;
  items: PlanItem[];
  keys?: PlanKey[];
  problems: Problem[];
}

/**
 * Returns the totals of planned images. Shared content counts once.
 * @param present returns true for content that doesn't have to be copied
 */
export function summarize(
  images: PlannedImage[],
  present: (digest: PlannedImage['digest'], image: PlannedImage) => boolean,
  rejected: Rejection[],
  problems: Problem[],
): PlanSummary {
  /** The deliverable that each part counts for, and the parts that other deliverables share with it. */
  const seen = new Map<string, string>();
  const shared = new Map<string, Set<string>>();
  const summary: PlanSummary = {
    images: images.length,
    bytes: 0,
    bytesPresent: 0,
    bySection: {},
    items: [],
    problems: [...problems, ...rejected.map((r) => r.problem)],
  };
  for (const image of images) {
    const { deliverable } = image;
    summary.bySection[deliverable] ??= { images: 0, bytes: 0, shared: 0 };
    const section = summary.bySection[deliverable]!;
    section.images++;
    const sharedHere = shared.get(deliverable) ?? new Set();
    shared.set(deliverable, sharedHere);
    let sharedBytes = 0;
    const { manifests, blobs } = contentOf(image);
    for (const part of [...manifests, ...blobs]) {
      const first = seen.get(part.digest);
      if (first !== undefined) {
        sharedBytes += part.size;
        if (first !== deliverable && !sharedHere.has(part.digest)) {
          sharedHere.add(part.digest);
          section.shared! += part.size;
        }
        continue;
      }
      seen.set(part.digest, deliverable);
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
      shared: sharedBytes,
      why: image.why,
      verdict: verdictText(image.verdict),
      attached:
        image.attachments.length > 0
          ? image.attachments.map(({ tag, digest }) => ({ tag, digest }))
          : undefined,
    });
  }
  return summary;
}

/** Returns the text of a plan file, as `plan -o` writes it. */
export function planText(document: PlanDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A plan with its file. */
export interface ReadPlan extends PlanDocument {
  file: string;
  /** The signed bytes. */
  content: Buffer;
  /** Of the content. */
  digest: Digest;
}

/**
 * @throws AirlockError `config-unreadable`; `plan-changed` when the file isn't a plan of this version, or its
 *   configuration was changed
 */
export async function readPlan(file: string): Promise<ReadPlan> {
  const unreadable = (reason: string) =>
    new AirlockError('config-unreadable', t('planUnreadable', { file, reason }), { at: { file } });
  // Read-only sessions choose the path, too.
  const content = await readRegularFile(file, LARGEST_PLAN).catch((error) => {
    throw unreadable(asAirlockError(error).message);
  });
  if (content === 'not-regular') throw unreadable(t('planNotRegular'));
  if (content === 'too-large') throw unreadable(t('planTooLarge', { limit: LARGEST_PLAN }));
  let plan: PlanDocument;
  try {
    plan = planDocument.parse(inCurrentFormat(parseJson(content.toString('utf8')), file, PLAN));
  } catch (cause) {
    rethrowFormat(cause);
    const first = cause instanceof z.ZodError ? cause.issues[0] : undefined;
    const why = first
      ? `${first.path.join('.')}: ${first.message}`
      : cause instanceof JsonLimitExceeded
        ? cause.message
        : '';
    throw new AirlockError(
      'plan-changed',
      why ? t('planInvalidBecause', { file, reason: why }) : t('planInvalid', { file }),
      {
        at: { file },
        cause,
      },
    );
  }
  const found = sha256(plan.configuration.text);
  if (found !== plan.configuration.digest)
    throw new AirlockError('plan-changed', t('planConfigurationChanged', { file }), {
      at: { file, path: 'configuration.digest' },
      expected: plan.configuration.digest,
      found,
    });
  return { ...plan, file, content, digest: sha256(content) };
}

/**
 * Pins collected images to the approved digests. Both lists must be equal.
 * @throws AirlockError `plan-changed` with the differences
 */
export function pinToPlan(images: CollectedImage[], plan: PlanDocument): CollectedImage[] {
  const approved = new Map(plan.items.map((item) => [item.destination, item]));
  const extra: string[] = [];
  const pinned = images.map((image) => {
    const name = `${image.destination.repository}:${image.destination.tag}`;
    const item = approved.get(name);
    approved.delete(name);
    if (!item) extra.push(t('planImageNotApproved', { image: name }));
    else if (image.source.digest && image.source.digest !== item.digest)
      extra.push(t('planImageChanged', { image: name, found: image.source.digest, approved: item.digest }));
    return item
      ? { ...image, source: { ...image.source, digest: item.digest as `sha256:${string}` } }
      : image;
  });
  if (extra.length > 0 || approved.size > 0) {
    const changes = [
      ...extra,
      ...[...approved.keys()].map((name) => t('planImageUnselected', { image: name })),
    ];
    const differences = changes.slice(0, MOST_DIFFERENCES).join(', ');
    const more = changes.length - MOST_DIFFERENCES;
    throw new AirlockError(
      'plan-changed',
      more > 0 ? t('planMismatchMore', { differences, more }) : t('planMismatch', { differences }),
    );
  }
  return pinned;
}

/**
 * Returns an image with its approved attachments. Attachments that were added since are excluded.
 * @throws AirlockError `plan-changed` when an approved attachment no longer exists
 */
export function checkAgainstPlan(image: PlannedImage, item: PlanItem | undefined): PlannedImage {
  if (!item) return image;
  const approved = new Set((item.attached ?? []).map(({ tag, digest }) => `${tag} (${digest})`));
  const attachments = image.attachments.filter(({ tag, digest }) => approved.delete(`${tag} (${digest})`));
  const [removed] = approved;
  if (removed !== undefined)
    throw new AirlockError(
      'plan-changed',
      t('planAttachmentRemoved', { attachment: removed, image: sourceText(image) }),
    );
  if (attachments.length === image.attachments.length) return image;
  return { ...image, attachments, bytes: bytesOf({ ...image, attachments }) };
}
