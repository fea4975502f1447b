import { removeValue, setValue } from '../document/edit.ts';
import { mapLines } from '../document/value-text.ts';
import { readYaml, valueAt, type YamlText } from '../document/yaml-text.ts';
import type { Problem } from '../errors/airlock-error.ts';
import { effectiveConfig } from './effective-config.ts';
import type { CloudConfig, Leftover } from './model.ts';
import { problemAt } from './problems.ts';
import { CREDENTIALS_SECRET, type ReadCloudConfig, readCloudConfig } from './read-cloud-config.ts';
import { GLOBAL, type SettingKind, VCENTER } from './settings.ts';
import type { Wrapper } from './wrapper.ts';
import { type CloudConfigLayout, writeCloudConfig } from './write-cloud-config.ts';

/** What is not in the result, and why. */
export interface DroppedSettings {
  /** `[Workspace]`, `[VirtualCenter "vc"]`, `vcenter.vc`; empty for comments. */
  section: string;
  keys: string[];
  /** The first of them, from 1; of the configuration itself. */
  line: number;
  reason: string;
  /** Credentials: they belong into a Secret. */
  secret: boolean;
}

export interface CloudConfigConversion {
  from?: 'ini' | 'yaml';
  /** The configuration as YAML; absent when the given one cannot be read wholly. */
  text?: string;
  /** When it was found in a ConfigMap: that, with the converted text under the same key. */
  configMap?: string;
  dropped: DroppedSettings[];
  /** Of reading, and what to know of the result. */
  problems: Problem[];
  /** The Secret that must hold what was in clear text, with the keys that it needs. */
  secret?: { namespace: string; name: string; keys: string[] };
}

/**
 * A configuration as YAML, with the same effect on the provider; credentials in clear text are never copied: the result names
 * the Secret of OpenShift instead (reference 4.1 to 4.3). Inherited values stay in `global`. Of YAML, credentials are taken
 * out and, for `minimal`, empty settings; all else stays byte for byte.
 * @param options.layout how INI is written; default `minimal`
 */
export function convertCloudConfig(
  given: string,
  { file, layout = 'minimal' }: { file?: string; layout?: CloudConfigLayout } = {},
): CloudConfigConversion {
  const read = readCloudConfig(given, { ...(file !== undefined && { file }) });
  const { format, config } = read;
  const problems = [...read.problems];
  if (!format || !read.complete) return { ...(format && { from: format }), dropped: [], problems };
  const named = effectiveConfig(config).vcenters;
  const clearText = named.some(({ credentials }) => credentials.from === 'clear text');
  const converted = withSecret(config, clearText);
  // Those that had none are looked up in the Secret then, too.
  const moved = named.filter(({ credentials }) => ['clear text', 'nowhere'].includes(credentials.from));
  const text =
    format === 'ini' ? writeCloudConfig(converted, layout) : withoutCredentials(read, converted, layout).text;
  problems.push(...ownSettings(config, file));
  const dropped = droppedOf(read, config.global.secretsDirectory !== converted.global.secretsDirectory);
  return {
    ...{ from: format, text, dropped, problems },
    ...(read.wrapper?.kind === 'ConfigMap' && { configMap: configMapText(read.wrapper, text) }),
    ...(clearText && {
      secret: {
        ...CREDENTIALS_SECRET,
        keys: [...new Set(moved.flatMap(({ server }) => [`${server}.username`, `${server}.password`]))],
      },
    }),
  };
}

/** The ConfigMap with another configuration; of its metadata what identifies it. */
export function configMapText({ name, namespace, key, labels, otherData }: Wrapper, text: string): string {
  const object = {
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name, ...(namespace !== undefined && { namespace }), ...(labels && { labels }) },
    data: { ...otherData, [key]: text },
  };
  return `${mapLines(object, 0, { map: 2, list: 0, gap: 2 }).join('\n')}\n`;
}

function withSecret(config: CloudConfig, clearText: boolean): CloudConfig {
  const global = { ...config.global };
  delete global.clearText;
  if (clearText) {
    global.secretName = CREDENTIALS_SECRET.name;
    global.secretNamespace = CREDENTIALS_SECRET.namespace;
    // With a directory beside it the provider would take neither.
    delete global.secretsDirectory;
  }
  const vcenters = new Map(config.vcenters);
  // The provider makes it by itself; written, people see it, too.
  if (global.server && !vcenters.has(global.server)) vcenters.set(global.server, { server: global.server });
  return { ...config, global, vcenters };
}

function withoutCredentials(
  read: ReadCloudConfig,
  converted: CloudConfig,
  layout: CloudConfigLayout,
): YamlText {
  let document = readYaml(withoutCommentedCredentials(read.text));
  for (const path of removablePaths(valueAt(document, []), layout === 'minimal'))
    document = removeValue(document, path, { keepEmptyParents: true });
  for (const name of ['secretName', 'secretNamespace', 'secretsDirectory'] as const)
    if (converted.global[name] !== read.config.global[name])
      document =
        converted.global[name] === undefined
          ? removeValue(document, ['global', name], { keepEmptyParents: true })
          : setValue(document, ['global', name], converted.global[name]);
  return document;
}

/** Accounts wherever they are, and settings that say nothing where they are known. */
function removablePaths(value: unknown, empty: boolean, path: readonly string[] = []): string[][] {
  if (!isMap(value)) return [];
  const [block, name] = path;
  const inBlock = (block === 'global' && path.length === 1) || (block === 'vcenter' && name !== undefined);
  const settings = !inBlock ? [] : block === 'global' ? GLOBAL : VCENTER;
  return Object.entries(value).flatMap(([key, each]) => {
    const at = [...path, key];
    if (isMap(each)) return removablePaths(each, empty, at);
    const secret = /^(user|username|password|vmc-?access-?token)$/i.test(key) && each !== null && each !== '';
    const kind = settings.find(({ yaml }) => yaml === key)?.kind;
    return secret || (empty && kind && saysNothing(each, kind)) ? [at] : [];
  });
}

function saysNothing(value: unknown, kind: SettingKind): boolean {
  if (kind === 'flag') return value === false;
  if (kind === 'number') return value === 0;
  return kind === 'list' ? Array.isArray(value) && value.length === 0 : value === '';
}

function withoutCommentedCredentials(text: string): string {
  return text.replaceAll(/^[ \t]*#.*\b(user(name)?|password)["']?[ \t]*[:=][ \t]*[^\s"'].*\n?/gim, '');
}

const REASONS: Record<Leftover['kind'], string> = {
  workspace:
    'used for storage defaults by the in-tree provider; now in failureDomains of the Infrastructure object',
  'in-tree': 'only the in-tree provider used it',
  'clear text': 'credentials are not copied: they belong into a Secret',
  unknown: 'the provider does not know it',
};

function droppedOf({ leftovers, comments, format }: ReadCloudConfig, directory: boolean): DroppedSettings[] {
  const dropped = new Map<string, DroppedSettings>();
  // What YAML has unknown stays in the text.
  for (const { section, subsection, key, line, kind } of leftovers) {
    if (format === 'yaml' && kind !== 'clear text') continue;
    const name =
      format === 'yaml'
        ? section
        : subsection === undefined
          ? `[${section}]`
          : `[${section} "${subsection}"]`;
    const id = `${name} ${kind}`;
    const before = dropped.get(id);
    if (before) before.keys.push(key);
    else
      dropped.set(id, {
        ...{ section: name, keys: [key], line },
        ...{ reason: REASONS[kind], secret: kind === 'clear text' },
      });
  }
  if (directory)
    dropped.set('directory', {
      ...{
        section: format === 'ini' ? '[Global]' : 'global',
        keys: ['secrets-directory'],
        line: 1,
        secret: false,
      },
      reason: 'beside a Secret the provider would take neither',
    });
  if (comments > 0)
    dropped.set('comments', {
      ...{ section: '', keys: [], line: 1, secret: false },
      reason: `${comments} comment${comments === 1 ? '' : 's'}: they are not carried over, for they may hold credentials`,
    });
  return [...dropped.values()];
}

/** One line for people: `[Workspace] (5 keys): used for …`. */
export function droppedText({ section, keys, reason }: DroppedSettings): string {
  if (!section) return reason;
  const which = keys.length > 3 ? `${keys.length} keys` : keys.join(', ');
  return `${section} (${which}): ${reason}`;
}

/** OpenShift's operator builds `vcenter` anew from the Infrastructure object: what a vCenter has of its own is lost there. */
function ownSettings({ vcenters }: CloudConfig, file: string | undefined): Problem[] {
  return [...vcenters].flatMap(([name, own]) => {
    const extras = (
      ['insecureFlag', 'thumbprint', 'caFile', 'secretName', 'soapRoundtripCount', 'ipFamily'] as const
    ).filter((setting) => own[setting] !== undefined);
    if (extras.length === 0) return [];
    return [
      {
        ...problemAt(
          'cloud-config-doubtful',
          { line: 1, column: 1 },
          `vCenter ${name} has settings of its own (${extras.join(', ')}): OpenShift rebuilds the vCenters from the Infrastructure object and loses them`,
          { remedy: 'Set them in global where they are meant for all vCenters.', path: `vcenter.${name}` },
        ),
        ...(file !== undefined && { file }),
      },
    ];
  });
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
