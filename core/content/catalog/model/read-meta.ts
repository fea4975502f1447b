import { z } from 'zod';
import { listOf } from '../../../base/document/list-schema.ts';
import { t } from '../messages.ts';
import type {
  BundleDetails,
  CatalogBundle,
  CatalogChannel,
  CatalogDeprecation,
  ObjectKind,
} from './catalog-model.ts';
import { readConstraint } from './constraint.ts';
import { csvSummary } from './csv.ts';

/** Go reads null like an absent field. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const list = <T extends z.ZodType>(of: T) =>
  listOf(of)
    .nullish()
    .transform((value) => value ?? []);

/** The name of a folder in the written catalog. */
const packageName = z.string().regex(/^(?!\.{1,2}$)[^/\\\0-\x1f]+$/, t('packageNameInvalid'));
const IN_PACKAGE = z.object({ name: z.string().min(1), package: packageName });

const PACKAGE = z.object({ name: packageName, defaultChannel: text });
const CHANNEL = IN_PACKAGE.extend({
  entries: list(
    z.object({ name: z.string().min(1), replaces: text, skips: list(z.string()), skipRange: text }),
  ),
});
const BUNDLE = IN_PACKAGE.extend({
  image: text,
  relatedImages: list(z.object({ name: text, image: text })),
});
const DEPRECATIONS = z.object({
  package: packageName,
  entries: list(z.object({ reference: z.object({ schema: text, name: text }) })),
});
const OTHER = z.object({
  package: packageName
    .or(z.literal(''))
    .nullish()
    .transform((value) => value ?? ''),
  name: text,
});

/** The content of a document, by its schema. */
export type Meta =
  | { type: 'package'; name: string; defaultChannel: string }
  | { type: 'channel'; package: string; channel: Omit<CatalogChannel, 'document'> }
  | { type: 'bundle'; bundle: Omit<CatalogBundle, 'document' | 'details'>; details: BundleDetails }
  | { type: 'deprecations'; package: string; references: CatalogDeprecation['references'] }
  | { type: 'other'; schema: string; package: string; name: string };

/**
 * Reads the parts of a document that Airlock uses.
 * @returns a reason in words if the document doesn't match its schema
 */
export function readMeta(value: Record<string, unknown> & { schema: string }): Meta | string {
  switch (value.schema) {
    case 'olm.package':
      return read(PACKAGE, value, (found) => ({ type: 'package', ...found }));
    case 'olm.channel':
      return read(CHANNEL, value, ({ name, package: of, entries }) => ({
        type: 'channel',
        package: of,
        channel: { name, entries: entries.map(entryOf) },
      }));
    case 'olm.bundle':
      return readBundle(value);
    case 'olm.deprecations':
      return read(DEPRECATIONS, value, ({ package: of, entries }) => ({
        type: 'deprecations',
        package: of,
        references: entries.map(({ reference }) => reference),
      }));
    default:
      return read(OTHER, value, (found) => ({ type: 'other', schema: value.schema, ...found }));
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown, meta: (found: T) => Meta): Meta | string {
  const result = schema.safeParse(value);
  if (result.success) return meta(result.data);
  const [issue] = result.error.issues;
  return `${issue!.path.join('.')}: ${issue!.message}`;
}

function entryOf({ name, replaces, skips, skipRange }: z.output<typeof CHANNEL>['entries'][number]) {
  return {
    name,
    replaces: replaces || undefined,
    skips: skips.length > 0 ? skips : undefined,
    skipRange: skipRange || undefined,
  };
}

interface Property {
  type: string;
  value?: unknown;
}

/**
 * Reads properties without the schema parser. They are nearly all of a catalog, and the parser would keep them in memory
 * for longer than the document is needed.
 */
function readBundle(value: Record<string, unknown>): Meta | string {
  const properties = value.properties ?? [];
  if (!Array.isArray(properties)) return t('propertiesNotAList');
  const wrong = properties.findIndex((each) => !isProperty(each));
  if (wrong >= 0) return t('propertyWithoutType', { position: String(wrong) });
  const images = plainImages(value.relatedImages);
  if (!images) return read(BUNDLE, value, (found) => bundleMeta(found, properties as Property[]));
  return read(BUNDLE, { ...value, relatedImages: [] }, (found) =>
    bundleMeta({ ...found, relatedImages: images }, properties as Property[]),
  );
}

/** Longer lists are left to the schema, which limits them. */
const MOST_PLAIN_IMAGES = 10_000;

/**
 * Reads images like {@link BUNDLE}, but without the schema parser. For 150,000 images of a catalog, V8 would allocate its
 * short-lived objects where their collection takes longest.
 * @returns undefined if the schema may reject the list
 */
function plainImages(list: unknown): BundleDetails['relatedImages'] | undefined {
  if (!Array.isArray(list) || list.length > MOST_PLAIN_IMAGES) return undefined;
  const images: BundleDetails['relatedImages'] = [];
  for (const each of list as unknown[]) {
    if (!isRecord(each)) return undefined;
    const [name, image] = [plainText(each.name), plainText(each.image)];
    if (name === undefined || image === undefined) return undefined;
    images.push({ name, image });
  }
  return images;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a value like {@link text}. */
function plainText(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : undefined;
}

function isProperty(value: unknown): value is Property {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

const OWN_PACKAGE = z.object({ version: z.string() });

function bundleMeta(found: z.output<typeof BUNDLE>, properties: Property[]): Meta {
  const valuesOf = (type: string) =>
    properties.filter((each) => each.type === type).map((each) => each.value);
  const own = OWN_PACKAGE.safeParse(valuesOf('olm.package')[0]);
  const csv = csvSummary(valuesOf('olm.csv.metadata')[0], valuesOf('olm.bundle.object'));
  const details: BundleDetails = {
    relatedImages: found.relatedImages,
    provides: valuesOf('olm.gvk').flatMap(kindOf),
    requires: [
      ...valuesOf('olm.package.required').map((value) => readConstraint({ package: value })),
      ...valuesOf('olm.gvk.required').map((value) => readConstraint({ gvk: value })),
      ...valuesOf('olm.constraint').map(readConstraint),
    ],
    csv,
  };
  return {
    type: 'bundle',
    bundle: {
      name: found.name,
      package: found.package,
      image: found.image,
      version: own.success ? own.data.version : undefined,
    },
    details,
  };
}

/** Reads a kind like its schema, see {@link plainImages}. */
function kindOf(value: unknown): ObjectKind[] {
  if (!isRecord(value)) return [];
  const [group, version, kind] = [plainText(value.group), plainText(value.version), plainText(value.kind)];
  if (group === undefined || version === undefined || kind === undefined) return [];
  return [{ group, version, kind }];
}
