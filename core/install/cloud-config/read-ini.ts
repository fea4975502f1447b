import type { Field, FieldTable } from '../../base/document/fields.ts';
import { ownEntry } from '../../base/document/own-entry.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { type GcfgEntry, readGcfg } from './gcfg.ts';
import { t } from './messages.ts';
import { emptyConfig, type Leftover, type ParsedConfig, type VCenterSettings } from './model.ts';
import { problemAt } from './problems.ts';
import {
  GLOBAL,
  harmlessTags,
  iniKey,
  isSecret,
  LABELS,
  NODES,
  put,
  shownName,
  splitList,
  UPSTREAM_BLOCKS,
  VCENTER,
  WORKSPACE,
} from './settings.ts';
import { isPlaceholder } from './template.ts';

/** Blocks of the upstream provider that YAML also has. */
const UPSTREAM: Record<string, string> = {
  loadbalancer: 'loadBalancer',
  loadbalancerclass: 'loadBalancerClass',
  nsxt: 'nsxt',
};
const UPSTREAM_SECRETS = /^(user|password|vmc-access-token)$/i;
const UPSTREAM_FLAGS = /^(insecure-flag|remote-auth|snat-disabled)$/i;

/**
 * Reads INI as the provider does (cloud-provider-vsphere: pkg/common/config/config_ini_legacy.go). gcfg ignores the case of
 * sections and keys, ignores unknown ones, and uses the last of repeated keys. Never throws. Values of `user` and
 * `password` aren't stored.
 */
export function readIni(text: string): ParsedConfig {
  const { sections, entries, faults, comments } = readGcfg(text);
  const config = emptyConfig();
  const leftovers: Leftover[] = [];
  const problems = faults.map((fault) => problemAt('cloud-config-unreadable', fault, fault.message));
  for (const place of sections) {
    if (place.section.toLowerCase() !== 'virtualcenter') continue;
    if (place.subsection === undefined)
      problems.push(
        problemAt(
          'cloud-config-invalid',
          place,
          // Quotes the provider.
          'vsphere.conf does not have the VirtualCenter IP address specified',
          { remedy: t('serverMissingIniRemedy') },
        ),
      );
    else if (!config.vcenters.has(place.subsection)) config.vcenters.set(place.subsection, {});
  }
  for (const entry of entries) {
    const left = (kind: Leftover['kind']) => leftovers.push(leftoverOf(entry, kind));
    const take = (block: object, table: FieldTable): boolean => {
      const name = Object.keys(table).find((each) => iniKey(each) === entry.key.toLowerCase());
      if (name === undefined) return false;
      const value = settingValue(entry, name, table[name]!, problems);
      if (value !== undefined) put(block, table, name, value);
      // YAML can't contain it.
      else if (name === 'port') left('unknown');
      if (isSecret(table[name]) && value) left('clear-text');
      return true;
    };
    const section = entry.section.toLowerCase();
    const single = entry.subsection === undefined;
    if (section === 'global' && single) {
      if (!take(config.global, GLOBAL)) left('unknown');
    } else if (section === 'virtualcenter') {
      const vcenter: VCenterSettings = config.vcenters.get(entry.subsection ?? '') ?? {};
      if (!take(vcenter, VCENTER)) left('unknown');
    } else if (section === 'labels' && single) {
      if (!take(config.labels, LABELS)) left('unknown');
    } else if (section === 'nodes' && single) {
      if (!take(config.nodes, NODES)) left('unknown');
    } else if (section === 'workspace' && single) {
      take(config.workspace, WORKSPACE);
      left('workspace');
    } else if (section === 'disk' || section === 'network') left('in-tree');
    else if (ownEntry(UPSTREAM, section)) {
      const kind = putUpstream(config.upstream, ownEntry(UPSTREAM, section)!, entry);
      if (kind) left(kind);
    } else left('unknown');
  }
  return { config, leftovers, comments, problems, unreadable: sections.length === 0 };
}

const SECTIONS = /^(?:global|virtualcenter|labels|nodes|workspace|loadbalancer|loadbalancerclass|nsxt)$/i;

function leftoverOf({ section, subsection, key, line, value }: GcfgEntry, kind: Leftover['kind']): Leftover {
  // A key without a value may be the rest of a value with a missing backslash.
  const shown = kind === 'unknown' && value === undefined ? t('unnamedKey') : shownName(key);
  const known = kind !== 'unknown' || SECTIONS.test(section);
  return {
    section: known ? section : shownName(section),
    subsection: known ? subsection : undefined,
    key: shown,
    line,
    kind,
  };
}

/** Returns the value of a setting. Undefined, with a problem, if gcfg or the provider rejects it. */
function settingValue(entry: GcfgEntry, name: string, field: Field, problems: Problem[]) {
  const { value, section, subsection, key } = entry;
  const path = `${section}${subsection === undefined ? '' : ` "${subsection}"`}.${key}`;
  const reject = (message: string, remedy?: string): undefined => {
    problems.push(problemAt('cloud-config-invalid', entry, message, { path, remedy }));
  };
  if (value !== undefined && isPlaceholder(value) && (field.kind !== 'text' || field.secret))
    return field.kind === 'text' ? value : undefined;
  if (field.kind === 'flag') {
    if (value === undefined || /^(1|true|yes|on)$/i.test(value)) return true;
    if (/^(0|false|no|off)$/i.test(value)) return false;
    return reject(t('flagInvalid', { setting: path }));
  }
  if (value === undefined)
    return reject(t('valueMissing', { setting: path }), t('valueMissingRemedy', { key }));
  if (field.kind === 'list') {
    const list = splitList(value);
    if (name === 'ipFamily' && !list.every((family) => /^ipv[46]$/i.test(family)))
      // Quotes the provider.
      return reject(
        t('settingProblem', { setting: path, message: 'Invalid IP Family type' }),
        t('ipFamilyRemedy'),
      );
    return list;
  }
  if (field.kind !== 'integer') return value;
  if (value === '') {
    // A port is text to the provider.
    return name === 'port' ? 0 : reject(t('countEmpty', { setting: path }), t('countEmptyRemedy'));
  }
  if (name === 'port' && !/^\+?\d+$/.test(value)) {
    // A port is text to the provider (types_ini_legacy.go), which uses it for its address.
    const message = t('portInvalid', { setting: path });
    problems.push(
      problemAt('cloud-config-suspicious', entry, message, { path, remedy: t('portInvalidRemedy') }),
    );
    return undefined;
  }
  if (!/^\+?\d+$/.test(value)) return reject(t('typeInvalid', { setting: path, type: 'integer' }));
  return Number(value);
}

/** Stores a setting under its name in YAML: `ipPoolId` for `ip-pool-id`. Returns the kind of leftover if it can't be stored. */
function putUpstream(
  upstream: Record<string, Record<string, unknown>>,
  block: string,
  { subsection, key, value }: GcfgEntry,
): Leftover['kind'] | undefined {
  if (UPSTREAM_SECRETS.test(key)) return 'clear-text';
  const name = key.toLowerCase().replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  let written: unknown = value ?? true;
  if (UPSTREAM_FLAGS.test(key)) written = value === undefined || /^(1|true|yes|on)$/i.test(value);
  if (name === 'tags') {
    written = tagsOf(value ?? '');
    if (!written) return 'unknown';
  }
  if (!UPSTREAM_BLOCKS[block]?.includes(name)) return 'unknown';
  upstream[block] ??= {};
  const target = upstream[block];
  if (subsection === undefined) target[name] = written;
  else target[subsection] = { ...(target[subsection] as object | undefined), [name]: written };
  return undefined;
}

/** Returns the tags, which are JSON in INI and a mapping in YAML. */
function tagsOf(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return harmlessTags(value as Record<string, unknown>);
  } catch {
    // Reported as a leftover.
  }
  return undefined;
}
