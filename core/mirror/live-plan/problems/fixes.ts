import { parse } from 'semver';
import { renameKey } from '../../../base/document/edit/edit.ts';
import type { FixingChange } from '../../../base/document/edit/fix.ts';
import { pathOf, writtenPath } from '../../../base/document/field-path.ts';
import { type Path, readYaml, type YamlText } from '../../../base/document/yaml-text.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { RULE, type Rule, type RuleId } from '../../../base/errors/rules.ts';
import { convertToV2 } from '../../../image-set/config/convert-v1alpha2.ts';
import { putField, removeField } from '../../../image-set/form/place-field.ts';
import { textAt } from '../../../image-set/form/spelling.ts';
import { imageSetView } from '../../../image-set/form/view.ts';
import { t } from '../messages.ts';
import { joinedCatalogs, joinedChannels, joinedPackages } from './joined-entries.ts';

/** Returns the change that fixes a broken rule, if it is unambiguous. @param path of the problem */
type FixOf<Id extends RuleId> = (rule: Rule<Id>, path: Path, doc: YamlText) => FixingChange | undefined;

const write = (path: Path, value: string, label = t('changeFix', { value })): FixingChange => ({
  label,
  change: (doc) => putField(doc, path, value),
});
const drop = (label: string, path: Path): FixingChange => ({
  label,
  change: (doc) => removeField(doc, path),
});
const rename = (path: Path, name: string): FixingChange => ({
  label: t('renameFix', { name }),
  change: (doc) => renameKey(doc, writtenPath(doc, path), name),
});

const FIXES: { readonly [Id in RuleId]?: FixOf<Id> } = {
  'api-version': () => write(['apiVersion'], 'mirror.openshift.io/v2alpha1', t('apiVersionFix')),
  kind: () => write(['kind'], 'ImageSetConfiguration', t('kindFix')),
  'former-field': () => ({ label: t('convertFix'), change: converted }),
  'unknown-field': ({ meant }, path) => (meant === undefined ? undefined : rename(path, meant)),
  'field-case': ({ field }, path) => rename(path, field),
  'bundle-as-package': ({ package: name }, path) => (name === '' ? undefined : write(path, name)),
  'package-repeated': (_, path) => joinedPackages(path),
  'catalog-repeated': (_, path) => joinedCatalogs(path),
  'release-channel-repeated': (_, path) => joinedChannels(path),
  'channel-repeated': (_, path) => drop(t('secondEntryFix'), path.slice(0, -1)),
  'versions-reversed': ({ min, max }, path) => ({
    label: t('swapFix'),
    change(doc) {
      const entry = entryOf(path);
      return putField(putField(doc, [...entry, 'minVersion'], max), [...entry, 'maxVersion'], min);
    },
  }),
  'version-invalid'({ field, version }, path) {
    const [, minor, patch = '.0'] = /^v?(\d+\.\d+)(\.\d+)?$/.exec(version) ?? [];
    return minor === undefined ? undefined : write([...entryOf(path), field], `${minor}${patch}`);
  },
  architecture: ({ known }, path) => (known === undefined ? undefined : write(path, known)),
  'release-channel-name'({ channel }, path) {
    const [, prefix, minor] = /^([a-z]+)[-_ ]?v?(\d+\.\d+)/.exec(channel) ?? [];
    return prefix === undefined ? undefined : write(path, `${prefix}-${minor}`);
  },
  'release-channel-type': (_, path) => drop(t('typeFix'), path),
  'release-channels-ignored': (_, path) => drop(t('channelsFix'), path),
  'field-ignored': ({ field }, path) => drop(t('removeFix', { name: field }), path),
  'blocked-image-empty': (_, path) => drop(t('emptyNameFix'), path),
  'name-missing': (_, path) => drop(t('entryFix'), path),
  'full-with-versions': (_, path) =>
    drop(t('removeFix', { name: 'full' }), [...path.slice(0, path.lastIndexOf('packages')), 'full']),
  'architectures-with-platforms': (_, path) =>
    drop(t('removeFix', { name: 'architectures' }), [...path.slice(0, -1), 'architectures']),
  'versions-twice': (_, path) => ({
    label: t('channelVersionsFix'),
    change(doc) {
      const entry = path.slice(0, path.lastIndexOf('channels'));
      return removeField(removeField(doc, [...entry, 'minVersion']), [...entry, 'maxVersion']);
    },
  }),
  'image-reference': ({ untagged }, path, doc) => (untagged ? tagged(path, doc) : undefined),
  'package-unknown': ({ nearest: [name] }, path) =>
    name !== undefined && isEntry(path) ? write([...path, 'name'], name) : undefined,
  'channel-unknown'({ nearest: [name], defaultChannel }, path) {
    const instead = name ?? defaultChannel;
    return instead && isEntry(path) ? write([...path, 'name'], instead) : undefined;
  },
  'default-channel-left-out': ({ first }, path) =>
    first !== undefined && isEntry(path)
      ? write([...path, 'defaultChannel'], first, t('defaultChannelFix', { channel: first }))
      : undefined,
  'release-unknown': ({ nearest }, path, doc) =>
    isEntry(path) ? otherVersion(path, doc, nearest) : undefined,
  'release-bound-unknown'({ version, lowest, highest }, path, doc) {
    if (!isEntry(path)) return undefined;
    if (textAt(doc, [...path, 'minVersion']) === version) return write([...path, 'minVersion'], lowest);
    return textAt(doc, [...path, 'maxVersion']) === version
      ? write([...path, 'maxVersion'], highest)
      : undefined;
  },
};

/** Rules with a fix. */
export const FIXED_RULES = Object.keys(FIXES) as RuleId[];

/** Returns the change that fixes a problem of the document, by its rule and place. */
export function fixOf(problem: Problem, doc: YamlText): FixingChange | undefined {
  const rule = problem[RULE];
  const fix = rule && (FIXES[rule.id] as FixOf<RuleId> | undefined);
  return fix?.(rule!, pathOf(problem.path ?? ''), doc);
}

/** Returns the entry of a version field, or the entry itself. */
function entryOf(path: Path): Path {
  return path.at(-1) === 'minVersion' || path.at(-1) === 'maxVersion' ? path.slice(0, -1) : path;
}

function isEntry(path: Path): boolean {
  return typeof path.at(-1) === 'number';
}

const CONVERTED = new WeakMap<YamlText, YamlText>();

/** Returns the document in the format of v2, or unchanged if it can't be converted. */
function converted(doc: YamlText): YamlText {
  const known = CONVERTED.get(doc);
  if (known) return known;
  const { text } = convertToV2(doc.text, '');
  const after = text === undefined || text === doc.text ? doc : readYaml(text);
  CONVERTED.set(doc, after);
  return after;
}

function tagged(at: Path, doc: YamlText): FixingChange | undefined {
  const path = textAt(doc, at) === undefined ? [...at, 'name'] : at;
  const name = textAt(doc, path);
  if (name === undefined || /[<>\s]/.test(name)) return undefined;
  if (path.at(-1) !== 'catalog') return write(path, `${name}:latest`, t('addFix', { name: ':latest' }));
  const minor = imageSetView(doc)
    .releases.flatMap((each) => /(?<!\d)\d+\.\d+$/.exec(each.name) ?? [])
    .at(-1);
  return minor === undefined
    ? undefined
    : write(path, `${name}:v${minor}`, t('addFix', { name: `:v${minor}` }));
}

/** Returns a change to the nearest version that a release channel contains. */
function otherVersion(path: Path, doc: YamlText, nearest: readonly string[]): FixingChange | undefined {
  const given = (['minVersion', 'maxVersion'] as const).flatMap((field) => {
    const version = textAt(doc, [...path, field]);
    return version === undefined ? [] : [{ field, version }];
  });
  const wanted = parse(given.at(-1)?.version);
  const version = wanted && (nearest.findLast((each) => wanted.compare(each) >= 0) ?? nearest[0]);
  if (!version || given.some((each) => each.version !== given[0]!.version)) return undefined;
  return {
    label: t('useFix', { name: version }),
    change: (before) => given.reduce((text, { field }) => putField(text, [...path, field], version), before),
  };
}
