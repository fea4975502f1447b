import { z } from 'zod';
import type { CsvSummary } from './catalog-model.ts';

/** What Airlock reads of a ClusterServiceVersion, or of the part of it that `olm.csv.metadata` has. */
const SPEC = z.object({
  displayName: z.string().nullish(),
  description: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
  provider: z.object({ name: z.string().nullish() }).nullish(),
  icon: z.array(z.object({ base64data: z.string(), mediatype: z.string() })).nullish(),
});
const ANNOTATIONS = z.object({ description: z.string().nullish() }).nullish();
const METADATA = SPEC.extend({ annotations: ANNOTATIONS });
const CSV = z.object({
  kind: z.literal('ClusterServiceVersion'),
  metadata: z.object({ annotations: ANNOTATIONS }),
  spec: SPEC,
});

/** A ClusterServiceVersion for display. */
export interface CsvText extends CsvSummary {
  /** Markdown, often long. */
  description?: string;
  icon?: { base64data: string; mediatype: string };
}

/** The parts that the index keeps of a bundle. */
export function csvSummary(metadata: unknown, objects: unknown[]): CsvSummary | undefined {
  const text = csvText(metadata, objects);
  if (!text) return undefined;
  const { description: _description, icon: _icon, ...summary } = text;
  return summary;
}

/**
 * @param metadata value of `olm.csv.metadata`, preferred
 * @param objects values of `olm.bundle.object`, as catalogs for 4.16 and older have them
 */
export function csvText(metadata: unknown, objects: unknown[]): CsvText | undefined {
  const read = METADATA.safeParse(metadata);
  if (read.success) return textOf(read.data, read.data.annotations?.description);
  for (const object of objects) {
    const csv = csvOf(object);
    if (csv) return textOf(csv.spec, csv.metadata.annotations?.description);
  }
  return undefined;
}

function textOf(spec: z.output<typeof SPEC>, summary: string | null | undefined): CsvText {
  const { displayName, description, keywords, provider, icon } = spec;
  return {
    ...(displayName && { displayName }),
    ...(provider?.name && { provider: provider.name }),
    ...(summary && { summary }),
    ...(keywords?.length && { keywords }),
    ...(description && { description }),
    ...(icon?.[0] && { icon: icon[0] }),
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
