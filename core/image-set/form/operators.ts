import type { Path, YamlText } from '../../base/document/yaml-text.ts';
import { putField, putNamed, removeField } from './place-field.ts';
import { positionsAt } from './spelling.ts';
import { type CatalogView, imageSetView, type PackageView } from './view.ts';

/** A catalog by its reference as written, or by its position among the operators, from 0. */
export type CatalogName = string | number;

/** A channel of a package to write. */
export interface ChannelFields {
  name: string;
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
}

/** Absent fields are unchanged, and undefined removes a field. */
export interface PackageFields {
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
  defaultChannel?: string | undefined;
}

export interface CatalogFields {
  /** A new reference, such as that of another version. */
  catalog?: string;
  full?: boolean | undefined;
  targetCatalog?: string | undefined;
  targetTag?: string | undefined;
}

const OPERATORS = ['mirror', 'operators'];

/** Adds a catalog unless it exists. Without packages it selects all of them. */
export function addCatalog(doc: YamlText, catalog: string, { full }: { full?: boolean } = {}): YamlText {
  if (catalogOf(doc, catalog)) return doc;
  const value = { catalog, full: full || undefined };
  return putField(doc, [...OPERATORS, positionsAt(doc, OPERATORS).length], value);
}

/** Changes the fields of a catalog itself, if it exists. */
export function setCatalog(doc: YamlText, catalog: CatalogName, fields: CatalogFields): YamlText {
  const known = catalogOf(doc, catalog);
  if (!known) return doc;
  let after = doc;
  for (const field of ['catalog', 'targetCatalog', 'targetTag', 'full'] as const)
    if (field in fields) after = putField(after, [...known.path, field], fields[field] || undefined);
  return after;
}

/** Removes a catalog with all its packages. */
export function removeCatalog(doc: YamlText, catalog: CatalogName): YamlText {
  const known = catalogOf(doc, catalog);
  return known ? removeField(doc, known.path) : doc;
}

/**
 * Adds a package with these channels or, without any, with the heads of all its channels. Adds a missing catalog by its
 * reference. An existing package gets the missing channels.
 */
export function addPackage(
  doc: YamlText,
  catalog: CatalogName,
  name: string,
  channels: readonly ChannelFields[] = [],
): YamlText {
  const known = catalogOf(doc, catalog);
  const existing = known && packageOf(known, name);
  if (existing) {
    const missing = channels.filter(
      (channel) => !existing.channels.some((each) => each.name === channel.name),
    );
    return missing.reduce((text, channel) => appended(text, [...existing.path, 'channels'], channel), doc);
  }
  const value = { name, channels: channels.length > 0 ? channels : undefined };
  if (known) return appended(doc, [...known.path, 'packages'], value);
  return typeof catalog === 'number' ? doc : appended(doc, OPERATORS, { catalog, packages: [value] });
}

/**
 * Removes a package, and the catalog with its last package: without packages it would select all of them.
 */
export function removePackage(doc: YamlText, catalog: CatalogName, name: string): YamlText {
  const known = catalogOf(doc, catalog);
  const existing = known && packageOf(known, name);
  if (!existing) return doc;
  return removeField(doc, known.packages.length === 1 ? known.path : existing.path);
}

/** Writes the complete list of a package's channels; an empty list selects the heads of all channels. Other fields are unchanged. */
export function setPackageChannels(
  doc: YamlText,
  catalog: CatalogName,
  name: string,
  channels: readonly ChannelFields[],
): YamlText {
  const existing = packageOf(catalogOf(doc, catalog), name);
  if (!existing) return addPackage(doc, catalog, name, channels);
  return putNamed(doc, [...existing.path, 'channels'], channels, ['name', 'minVersion', 'maxVersion']);
}

/** Changes versions and default channel of a package, if it exists. */
export function setPackage(
  doc: YamlText,
  catalog: CatalogName,
  name: string,
  fields: PackageFields,
): YamlText {
  const existing = packageOf(catalogOf(doc, catalog), name);
  if (!existing) return doc;
  let after = doc;
  for (const field of ['defaultChannel', 'minVersion', 'maxVersion'] as const)
    if (field in fields) after = putField(after, [...existing.path, field], fields[field] || undefined);
  return after;
}

function catalogOf(doc: YamlText, catalog: CatalogName): CatalogView | undefined {
  const { catalogs } = imageSetView(doc);
  return typeof catalog === 'number' ? catalogs[catalog] : catalogs.find((each) => each.catalog === catalog);
}

function packageOf(catalog: CatalogView | undefined, name: string): PackageView | undefined {
  return catalog?.packages.find((each) => each.name === name);
}

function appended(doc: YamlText, list: Path, value: unknown): YamlText {
  return putField(doc, [...list, positionsAt(doc, list).length], value);
}
