import { z } from 'zod';
import { listOf } from '../../../base/document/list-schema.ts';
import type { CsvSummary } from './catalog-model.ts';

const ANNOTATIONS = z.object({ description: z.string().nullish() }).nullish();
/** Without the long texts, which the parser would keep in memory for longer than the document is needed. */
const SUMMARY = z.object({
  displayName: z.string().nullish(),
  keywords: listOf(z.string()).nullish(),
  provider: z.object({ name: z.string().nullish() }).nullish(),
});
const TEXT = SUMMARY.extend({
  description: z.string().nullish(),
  icon: listOf(z.object({ base64data: z.string(), mediatype: z.string() })).nullish(),
});
/** In `olm.csv.metadata`, the annotations are next to the fields of the specification. */
const ANNOTATED = z.object({ annotations: ANNOTATIONS });
const CSV = z.object({
  kind: z.literal('ClusterServiceVersion'),
  metadata: ANNOTATED,
  spec: z.looseObject({}),
});

/** A ClusterServiceVersion for display. */
export interface CsvText extends CsvSummary {
  /** Markdown, often long. */
  description?: string;
  icon?: { base64data: string; mediatype: string };
}

/** Returns the parts of a bundle that the index stores. */
export function csvSummary(metadata: unknown, objects: unknown[]): CsvSummary | undefined {
  const found = csvParts(metadata, objects, SUMMARY);
  return found && summaryOf(found.spec, found.summary);
}

/**
 * @param metadata value of `olm.csv.metadata`, preferred
 * @param objects values of `olm.bundle.object`, from catalogs for 4.16 and older
 */
export function csvText(metadata: unknown, objects: unknown[]): CsvText | undefined {
  const found = csvParts(metadata, objects, TEXT);
  if (!found) return undefined;
  const { description, icon } = found.spec;
  return {
    ...summaryOf(found.spec, found.summary),
    description: description || undefined,
    icon: icon?.[0] && icon[0],
  };
}

/** Returns the specification and the one-line description of the first ClusterServiceVersion. */
function csvParts<T>(
  metadata: unknown,
  objects: unknown[],
  schema: z.ZodType<T>,
): { spec: T; summary: string | undefined } | undefined {
  const read = (specification: unknown, annotated: unknown) => {
    const spec = schema.safeParse(specification);
    const { annotations } = ANNOTATED.safeParse(annotated).data ?? {};
    return spec.success ? { spec: spec.data, summary: annotations?.description ?? undefined } : undefined;
  };
  const found = metadata === undefined ? undefined : read(metadata, metadata);
  if (found) return found;
  for (const object of objects) {
    const csv = csvOf(object);
    const parts = csv && read(csv.spec, csv.metadata);
    if (parts) return parts;
  }
  return undefined;
}

function summaryOf(spec: z.output<typeof SUMMARY>, summary: string | undefined): CsvSummary {
  const { displayName, keywords, provider } = spec;
  return {
    displayName: displayName || undefined,
    provider: provider?.name || undefined,
    summary: summary || undefined,
    keywords: keywords?.length ? keywords : undefined,
  };
}

const OBJECT = z.object({ data: z.string() });
/** The length of an object's text that contains its kind, which Go writes near the beginning. */
const KIND_CHARACTERS = 512;

function csvOf(object: unknown): z.output<typeof CSV> | undefined {
  const { data } = OBJECT.safeParse(object).data ?? {};
  if (!data) return undefined;
  const beginning = Buffer.from(data.slice(0, KIND_CHARACTERS), 'base64').toString('utf8');
  if (beginning.includes('"kind":') && !beginning.includes('ClusterServiceVersion')) return undefined;
  try {
    return CSV.safeParse(JSON.parse(Buffer.from(data, 'base64').toString('utf8'))).data;
  } catch {
    // Objects of bundles can be anything, and the catalog is valid without this text.
    return undefined;
  }
}
