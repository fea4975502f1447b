import { z } from 'zod';
import type { CatalogIndex } from './index/open-index.ts';
import type { CatalogBundle, CatalogPackage, DocumentPlace } from './model/catalog-model.ts';
import { channelGraph } from './model/channel-graph.ts';
import { type CsvText, csvText } from './model/csv.ts';

export interface Icon {
  mediatype: string;
  data: Buffer;
}

const BUNDLE = z.object({
  properties: z.array(z.object({ type: z.string(), value: z.unknown() })).nullish(),
});
const PACKAGE = z.object({
  description: z.string().nullish(),
  icon: z.object({ base64data: z.string(), mediatype: z.string() }).nullish(),
});

/** Returns the texts in the ClusterServiceVersion of a bundle, with long description and icon; empty without one. */
export async function bundleText(index: CatalogIndex, bundle: CatalogBundle): Promise<CsvText> {
  const properties = BUNDLE.safeParse(await documentOf(index, bundle.document)).data?.properties ?? [];
  const valuesOf = (type: string) =>
    properties.filter((each) => each.type === type).map((each) => each.value);
  return csvText(valuesOf('olm.csv.metadata')[0], valuesOf('olm.bundle.object')) ?? {};
}

/** Returns the description and icon of a package: its own, else those of the head of its default channel. */
export async function packageText(
  index: CatalogIndex,
  found: CatalogPackage,
): Promise<{ description?: string; icon?: Icon }> {
  const own = found.document && PACKAGE.safeParse(await documentOf(index, found.document)).data;
  const head = own?.icon && own.description ? undefined : headOf(found);
  const text = head ? await bundleText(index, head) : {};
  const description = own?.description || text.description;
  const icon = own?.icon?.base64data ? own.icon : text.icon;
  return {
    description: description || undefined,
    icon: icon && { mediatype: icon.mediatype, data: Buffer.from(icon.base64data, 'base64') },
  };
}

function headOf({ channels, bundles, defaultChannel }: CatalogPackage): CatalogBundle | undefined {
  const channel = channels.find(({ name }) => name === defaultChannel);
  const graph = channel && channelGraph(channel.entries);
  const head = graph && 'head' in graph ? graph.head : undefined;
  return bundles.find(({ name }) => name === head);
}

async function documentOf(index: CatalogIndex, place: DocumentPlace): Promise<unknown> {
  for await (const json of index.documents([place])) return JSON.parse(json.toString('utf8'));
  return undefined;
}
