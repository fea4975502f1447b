import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { listOf, mapOf } from '../../base/document/list-schema.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** The location of a namespace, `host[:port][/path]`. */
export interface RegistryLocation {
  /** Empty only for `*.example.com` prefixes, which leave names unchanged. */
  location: string;
  insecure: boolean;
}

export interface RegistryMirror extends RegistryLocation {
  pullFrom: 'all' | 'digest-only' | 'tag-only';
}

/** One `[[registry]]` table. */
export interface RegistryEntry extends RegistryLocation {
  /** `host[:port][/path]`, or `*.example.com`. */
  prefix: string;
  blocked: boolean;
  mirrors: RegistryMirror[];
  /** The file that contains it, for messages. */
  file: string;
}

export interface RegistriesConf {
  registries: RegistryEntry[];
  /** Undefined if the file doesn't set them. The helpers of earlier files then apply. */
  credentialHelpers: string[] | undefined;
}

const mirrorSchema = z.object({
  location: z.string().default(''),
  insecure: z.boolean().default(false),
  'pull-from-mirror': z.string().default(''),
});
const registrySchema = z.object({
  prefix: z.string().default(''),
  location: z.string().default(''),
  insecure: z.boolean().default(false),
  blocked: z.boolean().default(false),
  'mirror-by-digest-only': z.boolean().default(false),
  'pull-from-mirror': z.string().default(''),
  mirror: listOf(mirrorSchema).default([]),
});
const fileSchema = z.object({
  registry: listOf(registrySchema).default([]),
  'unqualified-search-registries': listOf(z.string()).optional(),
  'credential-helpers': listOf(z.string()).optional(),
  'short-name-mode': z.string().default(''),
  aliases: mapOf(z.string()).optional(),
  registries: z.unknown().optional(),
});

type File = z.infer<typeof fileSchema>;

const HOST_PORT = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/;

/**
 * Parses one file in version 2 of containers-registries.conf(5). Unknown keys are ignored, like in podman.
 * @throws AirlockError `config-invalid` with file and reason
 */
export function parseRegistriesConf(text: string, file: string): RegistriesConf {
  const invalid = (message: string, at: { line?: number; column?: number; path?: string } = {}) =>
    new AirlockError('config-invalid', message, {
      remedy: t('confRemedy'),
      side: 'local',
      at: { file, ...at },
    });
  let toml: unknown;
  try {
    toml = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const { line, column } = error;
    const reason = error.message.split('\n')[0]!.replace('Invalid TOML document: ', '');
    throw invalid(t('confNotToml', { file, line, column, reason }), { line, column });
  }
  const result = fileSchema.safeParse(toml);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
    const field = path.join('').replace(/^\./, '');
    throw invalid(t('confField', { file, field, reason: issue.message }), { path: field });
  }
  const fault = versionFault(result.data, file) ?? settingFault(result.data, file);
  if (fault) throw invalid(fault);
  const registries = result.data.registry.map((table, index) => {
    const entry = registryEntry(table, file);
    if (typeof entry === 'string') throw invalid(entry, { path: `registry[${index}]` });
    return entry;
  });
  const conflict = conflictIn(registries, file);
  if (conflict) throw invalid(conflict);
  return { registries, credentialHelpers: result.data['credential-helpers'] };
}

function versionFault(data: File, file: string): string | undefined {
  if (data.registries === undefined) return undefined;
  const second = data.registry.length > 0 || data['unqualified-search-registries'] !== undefined;
  return t(second ? 'confVersionsMixed' : 'confVersionOne', { file });
}

function settingFault(data: File, file: string): string | undefined {
  for (const host of data['unqualified-search-registries'] ?? []) {
    if (!HOST_PORT.test(host.replace(/(?<!\/)\/+$/, ''))) return t('confSearchHost', { file, host });
  }
  const mode = data['short-name-mode'];
  return ['', 'enforcing', 'permissive', 'disabled'].includes(mode)
    ? undefined
    : t('confShortNameMode', { file, mode });
}

/** Returns the checked entry, or the message about its error. */
function registryEntry(table: File['registry'][number], file: string): RegistryEntry | string {
  const location = table.location.replace(/(?<!\/)\/+$/, '');
  const prefix = table.prefix.replace(/(?<!\/)\/+$/, '') || location;
  if (!prefix) return t('confNoLocation', { file });
  const wildcard = prefix.startsWith('*.');
  if (!location && !wildcard) return t('confNoRegistryLocation', { file, prefix });
  if (prefix.includes('*', wildcard ? 1 : 0) || (wildcard && /[/:@]/.test(prefix)))
    return t('confWildcard', { file, prefix });
  if (table['pull-from-mirror']) return t('confPullOutsideMirror', { file, prefix });
  const addresses = [prefix, location, ...table.mirror.map((mirror) => mirror.location)];
  if (addresses.some((address) => /@(?!sha\d+:)/.test(address))) return t('confCredentials', { file });
  const scheme = addresses.find(hasScheme);
  if (scheme) return t('confScheme', { file, prefix, location: scheme });
  const byDigest = table['mirror-by-digest-only'];
  const mirrors: RegistryMirror[] = [];
  for (const mirror of table.mirror) {
    const at = mirror.location.replace(/(?<!\/)\/+$/, '');
    const pull = mirror['pull-from-mirror'];
    if (!at) return t('confMirrorNoLocation', { file, prefix });
    if (byDigest && pull) return t('confPullTwice', { file, prefix, mirror: at });
    if (pull !== '' && pull !== 'all' && pull !== 'digest-only' && pull !== 'tag-only')
      return t('confPullValue', { file, prefix, value: pull });
    mirrors.push({
      location: at,
      insecure: mirror.insecure,
      pullFrom: byDigest ? 'digest-only' : pull || 'all',
    });
  }
  return { prefix, location, insecure: table.insecure, blocked: table.blocked, mirrors, file };
}

function hasScheme(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Returns the message about a location with contradicting settings, which would make them depend on the reference. */
function conflictIn(registries: RegistryEntry[], file: string): string | undefined {
  const first = new Map<string, RegistryEntry>();
  for (const entry of registries) {
    const key = entry.location || entry.prefix;
    const other = first.get(key) ?? entry;
    first.set(key, other);
    for (const setting of ['insecure', 'blocked'] as const) {
      if (other[setting] !== entry[setting]) return t('confConflict', { file, registry: key, setting });
    }
  }
  return undefined;
}
