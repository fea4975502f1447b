import { z } from 'zod';
import { listOf } from '../../../base/document/list-schema.ts';
import type { CsvSummary } from './catalog-model.ts';

const ANNOTATIONS = z.object({ description: z.string().nullish() }).nullish();
/** Without the long texts: the parser would hold on to them for longer than a document is needed. */
const SUMMARY = z.object({
  displayName: z.string().nullish(),
  keywords: listOf(z.string()).nullish(),
  provider: z.object({ name: z.string().nullish() }).nullish(),
});
const TEXT = SUMMARY.extend({
  description: z.string().nullish(),
  icon: listOf(z.object({ base64data: z.string(), mediatype: z.string() })).nullish(),
});
/** Where the annotations are in `olm.csv.metadata`, beside the fields of the specification. */
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

/** The parts that the index keeps of a bundle. */
export function csvSummary(metadata: unknown, objects: unknown[]): CsvSummary | undefined {
  const found = csvParts(metadata, objects, SUMMARY);
  return found && summaryOf(found.spec, found.summary);
}

/**
 * @param metadata value of `olm.csv.metadata`, preferred
 * @param objects values of `olm.bundle.object`, as catalogs for 4.16 and older have them
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

/** The specification of the first of them that is a ClusterServiceVersion, and its one-line description. */
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
/** Enough of an object's text to see its kind, which Go writes near the beginning. */
const KIND_CHARACTERS = 512;

function csvOf(object: unknown): z.output<typeof CSV> | undefined {
  const { data } = OBJECT.safeParse(object).data ?? {};
  if (!data) return undefined;
  const beginning = Buffer.from(data.slice(0, KIND_CHARACTERS), 'base64').toString('utf8');
  if (beginning.includes('"kind":') && !beginning.includes('ClusterServiceVersion')) return undefined;
  try {
    return CSV.safeParse(JSON.parse(Buffer.from(data, 'base64').toString('utf8'))).data;
  } catch {
    // Objects of bundles may be anything; the catalog is sound without this text.
    return undefined;
  }
}
