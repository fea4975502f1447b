import { compare } from 'semver';
import { isScalar, isSeq, type YAMLMap } from 'yaml';
import { fieldPair } from '../../base/document/edit/field-edits.ts';
import { ownEntry } from '../../base/document/own-entry.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import type { FieldPair } from '../../base/document/written.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseReference } from '../../base/image/reference.ts';
import { isLooseVersion, isStrictVersion } from './versions.ts';

/** What becomes of a field of an older format. Entries that a rule says nothing about stay as they are. */
export type Become =
  | { to: 'nothing'; note: string }
  /** The same value under another name. */
  | { to: 'name'; name: string; note: string }
  /** Another value under the same name. */
  | { to: 'value'; value: string; note: string }
  | { to: 'entries'; entries: [string, string | boolean][]; note: string };

type Rule = (map: YAMLMap, pair: FieldPair) => Become | undefined;

const PULL_SECRET = removed('credentials come from the auth file of this host (--authfile)');

const ANYWHERE: Record<string, Rule> = { pullsecret: PULL_SECRET };

/** Rules by the object's path without section and indexes, and by the field's name in lower case. */
const RULES: Record<string, Record<string, Rule>> = {
  top: {
    storageconfig: removed('v2 keeps its state in the workspace, the folder named as file://DIR'),
    metadata: removed('the file is no Kubernetes object'),
    strictarchive: removed('it is the flag --strict-archive of the command line'),
  },
  '': { ocp: renamedTo('platform') },
  'platform.channels[]': { versions: versionRange },
  'operators[]': {
    headsonly: headsOnly,
    targetname: targetName,
    targetcatalog: targetCatalog,
    originalref: removed('v2 derives names from catalog and targetCatalog'),
    skipdeps: removed('v2 never adds dependencies'),
  },
  'operators[].packages[]': versionRules(),
  'operators[].packages[].channels[]': versionRules(),
  helm: { repos: renamedTo('repositories') },
};

/** Fields that v2 has too, but that meant more to v1: only files of an older format are changed. */
const MEANT_MORE: Record<string, Record<string, Rule>> = {
  'operators[]': { catalog: withTag, skipdependencies: removed('v2 never adds dependencies') },
  'additionalImages[]': { name: withTag },
};

/**
 * What becomes of one entry of a mapping.
 * @param path of the mapping without section and indexes, e.g. `operators[].packages[]`; `top` for the file itself
 * @param older the file says that it is of an older format
 */
export function becomes(
  path: string,
  map: YAMLMap,
  pair: FieldPair,
  name: string,
  older: boolean,
): Become | undefined {
  const key = name.toLowerCase();
  const rule =
    ownEntry(ownEntry(RULES, path) ?? {}, key) ??
    (older ? ownEntry(ownEntry(MEANT_MORE, path) ?? {}, key) : undefined) ??
    ownEntry(ANYWHERE, key);
  return rule?.(map, pair);
}

function removed(note: string): Rule {
  return () => ({ to: 'nothing', note });
}

/** Where both names are given, nobody knows which one counts: the file is refused. */
function renamedTo(name: string): Rule {
  return (map) => (fieldPair(map, name) ? undefined : { to: 'name', name, note: `v2 names it ${name}` });
}

function versionRules(): Record<string, Rule> {
  return { startingversion: renamedTo('minVersion'), startingbundle: minBundle, minbundle: minBundle };
}

/** Names of bundles end with their version, as a rule. */
function minBundle(map: YAMLMap, pair: FieldPair): Become | undefined {
  const version = /\.v?(\d+\.\d+\.\d+.*)$/s.exec(textOf(pair) ?? '')?.[1];
  if (!version || !isLooseVersion(version) || fieldPair(map, 'minVersion')) return undefined;
  return {
    to: 'entries',
    entries: [['minVersion', version]],
    note: 'v2 knows no bundle names: it is the version in that name',
  };
}

/** v1alpha1 listed versions; v2 has a range. */
function versionRange(map: YAMLMap, pair: FieldPair): Become | undefined {
  const items: unknown[] = isSeq(pair.value) ? pair.value.items : [];
  const versions = items.map((item) => (isScalar(item) ? String(scalarValue(item)) : ''));
  if (versions.length === 0 || !versions.every(isStrictVersion)) return undefined;
  if (fieldPair(map, 'minVersion') || fieldPair(map, 'maxVersion')) return undefined;
  const sorted = versions.toSorted(compare);
  const between = sorted.length > 1 ? ', with every version between' : '';
  return {
    to: 'entries',
    entries: [
      ['minVersion', sorted[0]!],
      ['maxVersion', sorted.at(-1)!],
    ],
    note: `v2 has a range: from the lowest to the highest${between}`,
  };
}

/** `headsOnly: false` was what `full: true` is; v2 refuses that beside versions. */
function headsOnly(map: YAMLMap, { value }: FieldPair): Become | undefined {
  const flag = isScalar(value) ? scalarValue(value) : undefined;
  if (flag === true) return { to: 'nothing', note: 'heads are what v2 takes when nothing else is said' };
  if (flag !== false) return undefined;
  if (fieldPair(map, 'full')) return { to: 'nothing', note: 'full says the same' };
  if (hasVersions(map))
    return {
      to: 'nothing',
      note: 'v2 has no full: true beside versions; packages without versions give the heads of their channels only',
    };
  return { to: 'entries', entries: [['full', true]], note: 'v2 names it full, the other way round' };
}

function hasVersions(operator: YAMLMap): boolean {
  const ranged = (map: YAMLMap) =>
    ['minVersion', 'maxVersion', 'startingVersion', 'startingBundle', 'minBundle'].some((name) =>
      fieldPair(map, name),
    );
  const below = (map: YAMLMap, name: string): YAMLMap[] => {
    const list = fieldPair(map, name)?.value;
    return isSeq<YAMLMap>(list) ? list.items.filter((item) => 'items' in item) : [];
  };
  return below(operator, 'packages').some((entry) => ranged(entry) || below(entry, 'channels').some(ranged));
}

/** It replaced the last part of the catalog's path; targetCatalog is the whole path. */
function targetName(map: YAMLMap, pair: FieldPair): Become | undefined {
  if (fieldPair(map, 'targetCatalog'))
    return { to: 'nothing', note: 'targetCatalog is given, and has always counted more' };
  const name = textOf(pair);
  const catalog = textOf(fieldPair(map, 'catalog'));
  const path = name && catalog ? pathOf(catalog) : undefined;
  if (path === undefined) return undefined;
  const parents = path.split('/').slice(0, -1);
  return {
    to: 'entries',
    entries: [['targetCatalog', [...parents, name].join('/')]],
    note: 'targetCatalog is the whole path at the destination, without the namespace of the destination',
  };
}

/** Path of a catalog below its registry; of a folder nothing: v2 names it by its last part alone. */
function pathOf(catalog: string): string | undefined {
  const reference = referenceOf(catalog) ?? referenceOf(`${catalog}:latest`);
  return reference && (reference.transport === 'oci' ? '' : reference.path);
}

/** A tag behind targetCatalog goes to targetTag. */
function targetCatalog(map: YAMLMap, pair: FieldPair): Become | undefined {
  const [, path, tag] = /^([^:@]+):([\w.-]+)$/.exec(textOf(pair) ?? '') ?? [];
  if (!path || !tag || fieldPair(map, 'targetTag')) return undefined;
  return {
    to: 'entries',
    entries: [
      ['targetCatalog', path],
      ['targetTag', tag],
    ],
    note: 'v2 has the tag in a field of its own',
  };
}

/** v1 meant `latest` when a reference had no tag; v2 refuses that. */
function withTag(_map: YAMLMap, pair: FieldPair): Become | undefined {
  const text = textOf(pair);
  if (!text || referenceOf(text) || !referenceOf(`${text}:latest`)) return undefined;
  return {
    to: 'value',
    value: `${text}:latest`,
    note: 'v1 took latest where no tag is given; v2 takes none',
  };
}

function referenceOf(text: string): ReturnType<typeof parseReference> | undefined {
  try {
    return parseReference(text);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    return undefined;
  }
}

function textOf(pair: FieldPair | undefined): string | undefined {
  const value = isScalar(pair?.value) ? scalarValue(pair.value) : undefined;
  return typeof value === 'string' ? value : undefined;
}
