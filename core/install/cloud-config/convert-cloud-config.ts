import { mapLines } from '../../base/document/edit/value-text.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { effectiveConfig } from './effective-config.ts';
import type { CloudConfig, Leftover } from './model.ts';
import { listedProblems, problemAt } from './problems.ts';
import { CREDENTIALS_SECRET, type ReadCloudConfig, readCloudConfig } from './read-cloud-config.ts';
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
 * A configuration as YAML, with the same effect on the provider; credentials in clear text are never copied: the result
 * names the Secret of OpenShift instead. Inherited values stay in `global`. Only known settings are copied; everything
 * else is in `dropped`, by name.
 * @param options.layout default `minimal`
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
  const clearText = named.some(({ credentials }) => credentials.from === 'clear text');
  const converted = withSecret(config, clearText);
  // Those that had none are looked up in the Secret then, too.
  const moved = named.filter(({ credentials }) => ['clear text', 'nowhere'].includes(credentials.from));
  const text = writeCloudConfig(converted, layout);
  problems.push(...ownSettings(config, file));
  const dropped = droppedOf(read, config.global.secretsDirectory !== converted.global.secretsDirectory);
  return {
    ...{ from: format, text, dropped, problems: listedProblems(problems) },
    configMap: read.wrapper?.kind === 'ConfigMap' ? configMapText(read.wrapper, text) : undefined,
    secret: clearText
      ? {
          ...CREDENTIALS_SECRET,
          keys: [...new Set(moved.flatMap(({ server }) => [`${server}.username`, `${server}.password`]))],
        }
      : undefined,
  };
}

/** The ConfigMap with another configuration; of its metadata what identifies it. */
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

const REASONS: Record<Leftover['kind'], string> = {
  workspace:
    'used for storage defaults by the in-tree provider; now in failureDomains of the Infrastructure object',
  'in-tree': 'only the in-tree provider used it',
  'clear text': 'credentials are not copied: they belong into a Secret',
  unknown: 'the provider does not know it',
};

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
  if (wrapper && wrapper.otherKeys.length > 0)
    dropped.set('data', {
      ...{ section: `${wrapper.kind} ${wrapper.name}`, keys: wrapper.otherKeys.map(shownDataKey), line: 1 },
      ...{ secret: false, reason: 'only keys that contain certificates are copied' },
    });
  if (comments > 0)
    dropped.set('comments', {
      ...{ section: '', keys: [], line: 1, secret: false },
      reason: `${comments} comment${comments === 1 ? '' : 's'}: they are not carried over, for they may hold credentials`,
    });
  return [...dropped.values()];
}

/** Keys of a ConfigMap are names of files. */
function shownDataKey(key: string): string {
  return /^[A-Za-z][A-Za-z_-]*(?:\.[A-Za-z]+)*$/.test(key) ? key : '(unnamed key)';
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
          'cloud-config-suspicious',
          { line: 1, column: 1 },
          `vCenter ${name} has settings of its own (${extras.join(', ')}): OpenShift rebuilds the vCenters from the Infrastructure object and loses them`,
          { remedy: 'Set them in global where they are meant for all vCenters.', path: `vcenter.${name}` },
        ),
        file,
      },
    ];
  });
}
