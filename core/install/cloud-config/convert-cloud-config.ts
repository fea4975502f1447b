import { mapLines } from '../../base/document/edit/value-text.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { effectiveConfig, secretFor } from './effective-config.ts';
import { t } from './messages.ts';
import type { CloudConfig, Leftover, VCenterSettings } from './model.ts';
import { listedProblems, problemAt } from './problems.ts';
import { type ReadCloudConfig, readCloudConfig } from './read-cloud-config.ts';
import type { Wrapper } from './wrapper.ts';
import { type CloudConfigLayout, writeCloudConfig } from './write-cloud-config.ts';

/** Settings that a conversion omits, and why. */
export interface DroppedSettings {
  /** `[Workspace]`, `[VirtualCenter "vc"]`, `vcenter.vc`; empty for comments. */
  section: string;
  keys: string[];
  /** Line of the first one in the configuration, from 1. */
  line: number;
  reason: string;
  /** Whether they are credentials, which belong in a Secret. */
  secret: boolean;
}

export interface CloudConfigConversion {
  from?: 'ini' | 'yaml';
  /** The configuration as YAML. Absent if a part of the given one is unreadable. */
  text?: string;
  /** For a configuration in a ConfigMap: the ConfigMap with the converted text under the same key. */
  configMap?: string;
  dropped: DroppedSettings[];
  /** Problems of the given configuration, and warnings about the result. */
  problems: Problem[];
  /** The Secret for the credentials that were in clear text, with the required keys. */
  secret?: { namespace: string; name: string; keys: string[] };
}

/**
 * Converts a configuration to YAML with the same effect on the provider. Never copies credentials in clear text: the result
 * refers to the Secret of OpenShift instead. Inherited values stay in `global`. Only known settings are copied; `dropped`
 * lists the names of all others.
 * @param options.layout default: `minimal`
 */
export function convertCloudConfig(
  given: string,
  { file, layout = 'minimal' }: { file?: string; layout?: CloudConfigLayout } = {},
): CloudConfigConversion {
  const read = readCloudConfig(given, { file });
  const { format, config } = read;
  const problems = [...read.problems];
  if (!format || !read.complete) return { from: format, dropped: [], problems };
  const named = effectiveConfig(config).vcenters;
  const clearText = named.some(({ credentials }) => credentials.from === 'clear-text');
  const converted = withSecret(config, clearText);
  // The provider then also reads missing credentials from the Secret.
  const moved = named.filter(({ credentials }) => ['clear-text', 'nowhere'].includes(credentials.from));
  const text = writeCloudConfig(converted, layout);
  problems.push(...ownSettings(config, file));
  const dropped = droppedOf(read, config.global.secretsDirectory !== converted.global.secretsDirectory);
  return {
    ...{ from: format, text, dropped, problems: listedProblems(problems) },
    configMap: read.wrapper?.kind === 'ConfigMap' ? configMapText(read.wrapper, text) : undefined,
    secret: clearText
      ? {
          ...secretFor(config),
          keys: [...new Set(moved.flatMap(({ server }) => [`${server}.username`, `${server}.password`]))],
        }
      : undefined,
  };
}

/** Returns the ConfigMap with another configuration and only the metadata that identifies it. */
function configMapText({ name, namespace, key, labels, otherData }: Wrapper, text: string): string {
  const object = {
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name, namespace, labels },
    data: { ...otherData, [key]: text },
  };
  return `${mapLines(object, 0, { map: 2, list: 0, gap: 2 }).join('\n')}\n`;
}

function withSecret(config: CloudConfig, clearText: boolean): CloudConfig {
  const global = { ...config.global };
  delete global.clearText;
  if (clearText) {
    const { name, namespace } = secretFor(config);
    global.secretName = name;
    global.secretNamespace = namespace;
    // With a Secret and a directory, the provider uses neither.
    delete global.secretsDirectory;
  }
  const vcenters = new Map(config.vcenters);
  // The provider adds this vCenter automatically. Write it so that readers see it.
  if (global.server && !vcenters.has(global.server)) vcenters.set(global.server, { server: global.server });
  return { ...config, global, vcenters };
}

const REASONS = {
  workspace: 'workspaceReason',
  'in-tree': 'inTreeReason',
  'clear-text': 'clearTextReason',
  unknown: 'unknownReason',
} as const satisfies Record<Leftover['kind'], string>;

function droppedOf(
  { leftovers, comments, format, wrapper }: ReadCloudConfig,
  directory: boolean,
): DroppedSettings[] {
  const dropped = new Map<string, DroppedSettings>();
  for (const { section, subsection, key, line, kind } of leftovers) {
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
        ...{ reason: t(REASONS[kind]), secret: kind === 'clear-text' },
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
      reason: t('directoryReason'),
    });
  if (wrapper && wrapper.otherKeys.length > 0)
    dropped.set('data', {
      ...{ section: `${wrapper.kind} ${wrapper.name}`, keys: wrapper.otherKeys.map(shownDataKey), line: 1 },
      ...{ secret: false, reason: t('otherDataReason') },
    });
  if (comments > 0)
    dropped.set('comments', {
      ...{ section: '', keys: [], line: 1, secret: false },
      reason: t('commentsReason', { count: comments }),
    });
  return [...dropped.values()];
}

/** Returns the name of a key of a ConfigMap for display. Keys are names of files. */
function shownDataKey(key: string): string {
  return /^[A-Za-z][A-Za-z_-]*(?:\.[A-Za-z]+)*$/.test(key) ? key : t('unnamedKey');
}

/** Returns a line about omitted settings: `[Workspace] (5 keys): Storage defaults …`. */
export function droppedText({ section, keys, reason }: DroppedSettings): string {
  if (!section) return reason;
  return keys.length > 3
    ? t('omittedManyKeys', { section, count: keys.length, reason })
    : t('omittedKeys', { section, keys: keys.join(', '), reason });
}

/**
 * Warns about settings of one vCenter. OpenShift rebuilds `vcenter` from the Infrastructure object without them. Settings
 * whose removal changes nothing for the provider aren't reported.
 */
function ownSettings(config: CloudConfig, file: string | undefined): Problem[] {
  const effectOf = (name: string, own: VCenterSettings) => {
    const vcenters = new Map(config.vcenters).set(name, own);
    return JSON.stringify(effectiveConfig({ ...config, vcenters }).vcenters);
  };
  return [...config.vcenters].flatMap(([name, own]) => {
    const before = effectOf(name, own);
    const extras = (
      ['insecureFlag', 'thumbprint', 'caFile', 'secretName', 'soapRoundtripCount', 'ipFamily'] as const
    ).filter(
      (setting) => own[setting] !== undefined && effectOf(name, { ...own, [setting]: undefined }) !== before,
    );
    if (extras.length === 0) return [];
    return [
      {
        ...problemAt(
          'cloud-config-suspicious',
          { line: 1, column: 1 },
          t('ownSettings', { name, settings: extras.join(', ') }),
          { remedy: t('ownSettingsRemedy'), path: `vcenter.${name}` },
        ),
        file,
      },
    ];
  });
}
