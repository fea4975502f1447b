import type { Path, YamlText } from '../../base/document/yaml-text.ts';
import { putField, putNamed, takeOut } from './place-field.ts';
import { positionsAt } from './spelling.ts';
import { type CatalogView, imageSetView, type PackageView } from './view.ts';

/** A catalog by its reference as it is written, or by its place among the operators, from 0. */
export type CatalogName = string | number;

/** A channel of a package to be written. */
export interface ChannelFields {
  name: string;
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
}

/** What is absent stays as it is; undefined takes it out. */
export interface PackageFields {
  minVersion?: string | undefined;
  maxVersion?: string | undefined;
  defaultChannel?: string | undefined;
}

export interface CatalogFields {
  /** Another reference: the same catalog of another version. */
  catalog?: string;
  full?: boolean | undefined;
  targetCatalog?: string | undefined;
  targetTag?: string | undefined;
}

const OPERATORS = ['mirror', 'operators'];

/** A further catalog; nothing is done where it is there. Without packages it stands for all of them. */
export function addCatalog(doc: YamlText, catalog: string, { full }: { full?: boolean } = {}): YamlText {
  if (catalogOf(doc, catalog)) return doc;
  const value = { catalog, full: full || undefined };
  return putField(doc, [...OPERATORS, positionsAt(doc, OPERATORS).length], value);
}

/** Changes what is said of a catalog itself. Nothing is done where it is not there. */
export function setCatalog(doc: YamlText, catalog: CatalogName, fields: CatalogFields): YamlText {
  const known = catalogOf(doc, catalog);
  if (!known) return doc;
  let after = doc;
  for (const field of ['catalog', 'targetCatalog', 'targetTag', 'full'] as const)
    if (field in fields) after = putField(after, [...known.path, field], fields[field] || undefined);
  return after;
}

/** Takes a catalog out with all its packages. */
export function removeCatalog(doc: YamlText, catalog: CatalogName): YamlText {
  const known = catalogOf(doc, catalog);
  return known ? takeOut(doc, known.path) : doc;
}

/**
 * A further package, with these channels or, without any, with the heads of all its channels. A catalog that is missing is
 * added by its reference. A package that is there gets the channels that it lacks.
 */
export function addPackage(
  doc: YamlText,
  catalog: CatalogName,
  name: string,
  channels: readonly ChannelFields[] = [],
): YamlText {
  const known = catalogOf(doc, catalog);
  const there = known && packageOf(known, name);
  if (there) {
    const missing = channels.filter((channel) => !there.channels.some((each) => each.name === channel.name));
    return missing.reduce((text, channel) => appended(text, [...there.path, 'channels'], channel), doc);
  }
  const value = { name, channels: channels.length > 0 ? channels : undefined };
  if (known) return appended(doc, [...known.path, 'packages'], value);
  return typeof catalog === 'number' ? doc : appended(doc, OPERATORS, { catalog, packages: [value] });
}

/**
 * Takes a package out. With its last package the catalog goes, too: without packages it would stand for all of them.
 */
export function removePackage(doc: YamlText, catalog: CatalogName, name: string): YamlText {
  const known = catalogOf(doc, catalog);
  const there = known && packageOf(known, name);
  if (!there) return doc;
  return takeOut(doc, known.packages.length === 1 ? known.path : there.path);
}

/** The channels of a package, all of them: none means the heads of every channel. What else is said of one stays. */
export function setPackageChannels(
  doc: YamlText,
  catalog: CatalogName,
  name: string,
  channels: readonly ChannelFields[],
): YamlText {
  const there = packageOf(catalogOf(doc, catalog), name);
  if (!there) return addPackage(doc, catalog, name, channels);
  return putNamed(doc, [...there.path, 'channels'], channels, ['name', 'minVersion', 'maxVersion']);
}

/** Versions and default channel of a package. Nothing is done where it is not there. */
export function setPackage(
  doc: YamlText,
  catalog: CatalogName,
  name: string,
  fields: PackageFields,
): YamlText {
  const there = packageOf(catalogOf(doc, catalog), name);
  if (!there) return doc;
  let after = doc;
  for (const field of ['defaultChannel', 'minVersion', 'maxVersion'] as const)
    if (field in fields) after = putField(after, [...there.path, field], fields[field] || undefined);
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
