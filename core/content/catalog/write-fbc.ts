import type { CatalogIndex } from './index/open-index.ts';
import type { DocumentPlace, OtherDocument } from './model/catalog-model.ts';
import { indentJson } from './model/json-text.ts';
import type { OperatorSelectionResult, SelectedPackage } from './select/selection-result.ts';

/** An entire file of a filtered catalog. */
export interface FilteredFile {
  /** Below the configs folder, with `/`. */
  path: string;
  content: Buffer;
}

/**
 * Returns the catalog of a selection as files (operator-registry: alpha/declcfg/write.go): `PACKAGE/catalog.json` by
 * name, and `catalog.json` for documents without a package. The same catalog and selection result in the same bytes. Only
 * one package is in memory at a time.
 * @throws AirlockError `disk`
 */
export async function* filteredFiles(
  index: CatalogIndex,
  result: OperatorSelectionResult,
): AsyncGenerator<FilteredFile> {
  if (result.others.length > 0)
    yield {
      path: 'catalog.json',
      content: await written(index, [...result.others].sort(bySchema).map(asIs)),
    };
  for (const each of result.packages)
    yield { path: `${each.name}/catalog.json`, content: await written(index, parts(each)) };
}

/** A document and its change. */
interface Part {
  document: DocumentPlace;
  change?: (value: Record<string, unknown>) => void;
}

/** Returns the documents in oc-mirror's order: package, channels, bundles, other schemas, deprecations. */
function parts(of: SelectedPackage): Part[] {
  return [
    ...(of.document ? [{ document: of.document, change: of.newDefault ? newDefault(of) : undefined }] : []),
    ...of.channels.map(({ document, complete, entries }) => {
      const names = new Set(entries.map(({ name }) => name));
      return {
        document,
        change: complete ? undefined : keepEntries((entry) => names.has(String(entry.name))),
      };
    }),
    ...of.bundles.map(asIs),
    ...[...of.others].sort(bySchema).map(asIs),
    ...of.deprecations.map(({ document, references, retained }) => ({
      document,
      change:
        retained.length < references.length
          ? keepEntries((_entry, position) => retained.includes(position))
          : undefined,
    })),
  ];
}

function asIs({ document }: { document: DocumentPlace }): Part {
  return { document };
}

function newDefault({ defaultChannel }: SelectedPackage) {
  return (value: Record<string, unknown>) => {
    value.defaultChannel = defaultChannel;
  };
}

function keepEntries(retains: (entry: Record<string, unknown>, position: number) => boolean) {
  return (value: Record<string, unknown>) => {
    value.entries = (value.entries as Record<string, unknown>[]).filter(retains);
  };
}

function bySchema(a: OtherDocument, b: OtherDocument): number {
  return a.schema < b.schema ? -1 : a.schema > b.schema ? 1 : a.document.offset - b.document.offset;
}

async function written(index: CatalogIndex, all: Part[]): Promise<Buffer> {
  const texts: Buffer[] = [];
  let position = 0;
  for await (const json of index.documents(all.map(({ document }) => document))) {
    const { change } = all[position++]!;
    texts.push(indentJson(change ? changed(json, change) : json));
  }
  return Buffer.concat(texts);
}

function changed(json: Buffer, change: NonNullable<Part['change']>): Buffer {
  const value = JSON.parse(json.toString('utf8')) as Record<string, unknown>;
  change(value);
  return Buffer.from(JSON.stringify(value));
}
