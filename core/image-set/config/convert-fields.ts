import { compare } from 'semver';
import { isScalar, isSeq, type YAMLMap } from 'yaml';
import { fieldPair } from '../../base/document/edit/field-edits.ts';
import { ownEntry } from '../../base/document/own-entry.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import type { FieldPair } from '../../base/document/written.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseReference } from '../../base/image/reference.ts';
import { t } from './messages.ts';
import { isLooseVersion, isStrictVersion } from './versions.ts';

/** The replacement of a field of an older format. Entries without a rule are left unchanged. */
export type Become =
  | { to: 'nothing'; note: string }
  /** The same value under another name. */
  | { to: 'name'; name: string; note: string }
  /** Another value under the same name. */
  | { to: 'value'; value: string; note: string }
  | { to: 'entries'; entries: [string, string | boolean][]; note: string };

type Rule = (map: YAMLMap, pair: FieldPair) => Become | undefined;

const PULL_SECRET = removed(t('notePullSecret'));

const ANYWHERE: Record<string, Rule> = { pullsecret: PULL_SECRET };

/** Rules by the object's path without section and indexes, and by the field's name in lower case. */
const RULES: Record<string, Record<string, Rule>> = {
  top: {
    storageconfig: removed(t('noteState')),
    metadata: removed(t('noteMetadata')),
    strictarchive: removed(t('noteStrictArchive')),
  },
  '': { ocp: renamedTo('platform') },
  'platform.channels[]': { versions: versionRange },
  'operators[]': {
    headsonly: headsOnly,
    targetname: targetName,
    targetcatalog: targetCatalog,
    originalref: removed(t('noteOriginalRef')),
    skipdeps: removed(t('noteDependencies')),
  },
  'operators[].packages[]': versionRules(),
  'operators[].packages[].channels[]': versionRules(),
  helm: { repos: renamedTo('repositories') },
};

/** Fields that v2 has too, but that had more effects in v1. Changed only in files of an older format. */
const MEANT_MORE: Record<string, Record<string, Rule>> = {
  'operators[]': { catalog: withTag, skipdependencies: removed(t('noteDependencies')) },
  'additionalImages[]': { name: withTag },
};

/**
 * Returns the replacement of one entry of a mapping, or undefined without a rule for it.
 * @param path of the mapping without section and indexes, such as `operators[].packages[]`; `top` for the file itself
 * @param older the file has an older format
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

/** A file with both names is rejected, because it is unclear which one counts. */
function renamedTo(name: string): Rule {
  return (map) => (fieldPair(map, name) ? undefined : { to: 'name', name, note: t('noteRenamed', { name }) });
}

function versionRules(): Record<string, Rule> {
  return { startingversion: renamedTo('minVersion'), startingbundle: minBundle, minbundle: minBundle };
}

/** Bundle names usually end with their version. */
function minBundle(map: YAMLMap, pair: FieldPair): Become | undefined {
  const version = /\.v?(\d+\.\d+\.\d+.*)$/s.exec(textOf(pair) ?? '')?.[1];
  if (!version || !isLooseVersion(version) || fieldPair(map, 'minVersion')) return undefined;
  return {
    to: 'entries',
    entries: [['minVersion', version]],
    note: t('noteBundle'),
  };
}

/** v1alpha1 listed versions, and v2 has a range. */
function versionRange(map: YAMLMap, pair: FieldPair): Become | undefined {
  const items: unknown[] = isSeq(pair.value) ? pair.value.items : [];
  const versions = items.map((item) => (isScalar(item) ? String(scalarValue(item)) : ''));
  if (versions.length === 0 || !versions.every(isStrictVersion)) return undefined;
  if (fieldPair(map, 'minVersion') || fieldPair(map, 'maxVersion')) return undefined;
  const sorted = versions.toSorted(compare);
  return {
    to: 'entries',
    entries: [
      ['minVersion', sorted[0]!],
      ['maxVersion', sorted.at(-1)!],
    ],
    note: sorted.length > 1 ? t('noteVersions') : t('noteVersion'),
  };
}

/** `headsOnly: false` is now `full: true`, which v2 rejects together with versions. */
function headsOnly(map: YAMLMap, { value }: FieldPair): Become | undefined {
  const flag = isScalar(value) ? scalarValue(value) : undefined;
  if (flag === true) return { to: 'nothing', note: t('noteHeads') };
  if (flag !== false) return undefined;
  if (fieldPair(map, 'full')) return { to: 'nothing', note: t('noteFullGiven') };
  if (hasVersions(map))
    return {
      to: 'nothing',
      note: t('noteFullWithVersions'),
    };
  return { to: 'entries', entries: [['full', true]], note: t('noteFull') };
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

/** targetName replaced the last part of the catalog's path, and targetCatalog is the complete path. */
function targetName(map: YAMLMap, pair: FieldPair): Become | undefined {
  if (fieldPair(map, 'targetCatalog')) return { to: 'nothing', note: t('noteTargetCatalogGiven') };
  const name = textOf(pair);
  const catalog = textOf(fieldPair(map, 'catalog'));
  const path = name && catalog ? pathOf(catalog) : undefined;
  if (path === undefined) return undefined;
  const parents = path.split('/').slice(0, -1);
  return {
    to: 'entries',
    entries: [['targetCatalog', [...parents, name].join('/')]],
    note: t('noteTargetCatalog'),
  };
}

/** Returns the path of a catalog below its registry. Empty for a folder, which v2 names by its last part alone. */
function pathOf(catalog: string): string | undefined {
  const reference = referenceOf(catalog) ?? referenceOf(`${catalog}:latest`);
  return reference && (reference.transport === 'oci' ? '' : reference.path);
}

/** Moves a tag at the end of targetCatalog to targetTag. */
function targetCatalog(map: YAMLMap, pair: FieldPair): Become | undefined {
  const [, path, tag] = /^([^:@]+):([\w.-]+)$/.exec(textOf(pair) ?? '') ?? [];
  if (!path || !tag || fieldPair(map, 'targetTag')) return undefined;
  return {
    to: 'entries',
    entries: [
      ['targetCatalog', path],
      ['targetTag', tag],
    ],
    note: t('noteTargetTag'),
  };
}

/** v1 used `latest` for references without a tag, which v2 rejects. */
function withTag(_map: YAMLMap, pair: FieldPair): Become | undefined {
  const text = textOf(pair);
  if (!text || referenceOf(text) || !referenceOf(`${text}:latest`)) return undefined;
  return {
    to: 'value',
    value: `${text}:latest`,
    note: t('noteTag'),
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
