import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { listOf, mapOf } from '../../base/document/list-schema.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';

/** A place that stands for a namespace, `host[:port][/path]`. */
export interface RegistryLocation {
  /** Empty only for `*.example.com` prefixes: the name stays as it is. */
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
  /** The file that says so, for messages. */
  file: string;
}

export interface RegistriesConf {
  registries: RegistryEntry[];
  /** Undefined when the file does not say; then what was read before stays. */
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
 * Reads one file in version 2 of containers-registries.conf(5). Keys that the format does not know are passed over,
 * as the field's tools do.
 * @throws AirlockError `config-invalid` with file and reason
 */
export function parseRegistriesConf(text: string, file: string): RegistriesConf {
  const rejectRequest = (reason: string, at: { line?: number; column?: number; path?: string } = {}) =>
    new AirlockError('config-invalid', `${file}: ${reason}`, {
      remedy: 'Mend this file (containers-registries.conf(5) describes it).',
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
    throw rejectRequest(`not valid TOML (line ${line}, column ${column}): ${reason}`, { line, column });
  }
  const result = fileSchema.safeParse(toml);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
    const field = path.join('').replace(/^\./, '');
    throw rejectRequest(`${field}: ${issue.message}`, { path: field });
  }
  const fault = versionFault(result.data) ?? settingFault(result.data);
  if (fault) throw rejectRequest(fault);
  const registries = result.data.registry.map((table, index) => {
    const entry = registryEntry(table, file);
    if (typeof entry === 'string') throw rejectRequest(entry, { path: `registry[${index}]` });
    return entry;
  });
  const conflict = conflictIn(registries);
  if (conflict) throw rejectRequest(conflict);
  return { registries, credentialHelpers: result.data['credential-helpers'] };
}

function versionFault(data: File): string | undefined {
  if (data.registries === undefined) return undefined;
  const second = data.registry.length > 0 || data['unqualified-search-registries'] !== undefined;
  return second
    ? 'mixes version 1 ([registries.…]) and version 2 ([[registry]]) of the format'
    : 'is in version 1 of the format ([registries.search], [registries.insecure], [registries.block]); ' +
        'write it as [[registry]] tables';
}

function settingFault(data: File): string | undefined {
  for (const host of data['unqualified-search-registries'] ?? []) {
    if (!HOST_PORT.test(host.replace(/(?<!\/)\/+$/, '')))
      return `unqualified-search-registries: "${host}" is not a host[:port]`;
  }
  const mode = data['short-name-mode'];
  return ['', 'enforcing', 'permissive', 'disabled'].includes(mode)
    ? undefined
    : `short-name-mode: "${mode}" is not enforcing, permissive or disabled`;
}

/** The checked entry, or what is wrong with it. */
function registryEntry(table: File['registry'][number], file: string): RegistryEntry | string {
  const location = table.location.replace(/(?<!\/)\/+$/, '');
  const prefix = table.prefix.replace(/(?<!\/)\/+$/, '') || location;
  if (!prefix) return 'a [[registry]] has neither location nor prefix';
  const wildcard = prefix.startsWith('*.');
  if (!location && !wildcard)
    return `[[registry]] "${prefix}": location is missing (only *.example.com goes without)`;
  if (prefix.includes('*', wildcard ? 1 : 0) || (wildcard && /[/:@]/.test(prefix)))
    return `[[registry]] "${prefix}": a * may stand only as *.example.com`;
  if (table['pull-from-mirror'])
    return `[[registry]] "${prefix}": pull-from-mirror belongs into [[registry.mirror]]`;
  const addresses = [prefix, location, ...table.mirror.map((mirror) => mirror.location)];
  if (addresses.some((address) => /@(?!sha\d+:)/.test(address)))
    return 'the prefix or location of a [[registry]] contains credentials; remove them and use an auth file instead';
  const scheme = addresses.find(hasScheme);
  if (scheme) return `[[registry]] "${prefix}": "${scheme}" must not start with http:// or https://`;
  const byDigest = table['mirror-by-digest-only'];
  const mirrors: RegistryMirror[] = [];
  for (const mirror of table.mirror) {
    const at = mirror.location.replace(/(?<!\/)\/+$/, '');
    const pull = mirror['pull-from-mirror'];
    if (!at) return `[[registry]] "${prefix}": a mirror has no location`;
    if (byDigest && pull)
      return `[[registry]] "${prefix}": mirror-by-digest-only and pull-from-mirror (mirror "${at}") exclude each other`;
    if (pull !== '' && pull !== 'all' && pull !== 'digest-only' && pull !== 'tag-only')
      return `[[registry]] "${prefix}": pull-from-mirror "${pull}" is not all, digest-only or tag-only`;
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

/** One location must not be open here and closed there: which of the two holds would depend on the reference. */
function conflictIn(registries: RegistryEntry[]): string | undefined {
  const first = new Map<string, RegistryEntry>();
  for (const entry of registries) {
    const key = entry.location || entry.prefix;
    const other = first.get(key) ?? entry;
    first.set(key, other);
    for (const setting of ['insecure', 'blocked'] as const) {
      if (other[setting] !== entry[setting])
        return `registry "${key}" is defined several times with conflicting "${setting}"`;
    }
  }
  return undefined;
}
