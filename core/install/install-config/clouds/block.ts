import { pathText } from '../../../base/document/field-path.ts';
import type { Path } from '../../../base/document/yaml-text.ts';
import type { Checks } from '../model/checks.ts';
import type { MachinePool } from '../model/model.ts';
import { t } from './messages.ts';

/** A mapping of a platform whose fields Airlock doesn't model. */
export interface Block {
  readonly path: Path;
  /** Returns the text of a field as Go's JSON decoder reads it: names in any case, '' if it's missing. */
  text(field: string): string;
  /** Returns the integer of a field, 0 if it's missing. `bits`: its size in Go. */
  number(field: string, bits?: number): number;
  /** Returns the path of a field. */
  at(...fields: Path): Path;
  texts(field: string): string[];
  /** Returns the mapping of a field, undefined if it's missing. */
  block(field: string): Block | undefined;
  blocks(field: string): Block[];
  /** Returns a mapping of texts, such as tags. */
  entries(field: string): [string, string][];
  has(field: string): boolean;
}

/** Paths of the values of another type that were reported, by the list of problems. */
const misfits = new WeakMap<Checks['problems'], Set<string>>();

/** Returns a mapping as a block. A value of another type is reported and read as an empty one. */
export function blockOf(checks: Checks, value: unknown, path: Path): Block {
  const misfit = (of: unknown, at: Path, type: string) => {
    // Several checks read the same field.
    const before = misfits.get(checks.problems) ?? new Set<string>();
    if (!before.has(pathText(at)))
      checks.invalid(at, kindOf(of), t('wrongType', { found: kindOf(of), type }));
    misfits.set(checks.problems, before.add(pathText(at)));
  };
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap && value !== undefined && value !== null) misfit(value, path, 'object');
  const map = (isMap ? value : {}) as Record<string, unknown>;
  const raw = (field: string): unknown => {
    if (Object.hasOwn(map, field)) return map[field] ?? undefined;
    const key = Object.keys(map).find((each) => each.toLowerCase() === field.toLowerCase());
    return key === undefined ? undefined : (map[key] ?? undefined);
  };
  const scalar = (of: unknown, at: Path): string => {
    if (of === undefined || of === null) return '';
    if (typeof of !== 'object') return String(of);
    misfit(of, at, 'string');
    return '';
  };
  const items = (field: string): unknown[] => {
    const of = raw(field) ?? [];
    if (Array.isArray(of)) return of;
    misfit(of, [...path, field], '[]');
    return [];
  };
  return {
    path,
    at: (...fields) => [...path, ...fields],
    text: (field) => scalar(raw(field), [...path, field]),
    number: (field, bits = 64) => {
      const of = raw(field) ?? 0;
      if (Number.isInteger(of) && Math.abs(Number(of)) < 2 ** (bits - 1)) return of as number;
      misfit(of, [...path, field], `int${bits}`);
      return 0;
    },
    texts: (field) => items(field).map((item, i) => scalar(item, [...path, field, i])),
    block: (field) => (raw(field) === undefined ? undefined : blockOf(checks, raw(field), [...path, field])),
    blocks: (field) => items(field).map((item, i) => blockOf(checks, item, [...path, field, i])),
    entries: (field) => {
      const of = raw(field) ?? {};
      if (typeof of === 'object' && !Array.isArray(of))
        return Object.entries(of).map(([key, each]) => [key, scalar(each, [...path, field, key])]);
      misfit(of, [...path, field], 'map[string]string');
      return [];
    },
    has: (field) => raw(field) !== undefined,
  };
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** A machine pool of a platform: the role is '' for `defaultMachinePlatform`. */
export interface CloudPool {
  role: string;
  settings: Block;
  pool: MachinePool | undefined;
}

/** Returns the machine pools of the active platform that have settings for it. */
export function poolsOf(checks: Checks, platform: Block): CloudPool[] {
  const { config } = checks;
  const name = checks.platform;
  const of = (pool: MachinePool | undefined, path: Path, role: string): CloudPool[] => {
    const value = (pool?.platform as Record<string, unknown> | undefined)?.[name];
    return value === undefined
      ? []
      : [{ role, pool, settings: blockOf(checks, value, [...path, 'platform', name]) }];
  };
  const shared = platform.block('defaultMachinePlatform');
  return [
    ...(shared ? [{ role: '', settings: shared, pool: undefined }] : []),
    ...of(config.controlPlane, ['controlPlane'], 'master'),
    ...(config.compute ?? []).flatMap((pool, i) => of(pool, ['compute', i], pool.name ?? '')),
  ];
}

/** Checks that zones are in the region of the cluster. */
export function checkZones({ invalid }: Checks, settings: Block, region: string, word = 'Zone'): void {
  for (const [i, zone] of settings.texts('zones').entries())
    if (!zone.startsWith(region))
      invalid(settings.at('zones', i), zone, `${word} not in configured region (${region})`);
}

/** The errors of a platform on the URL of a service endpoint. */
export interface UrlRules {
  host: string;
  scheme: string;
  /** Undefined: paths are allowed. */
  path?: { allowed: RegExp; message: string } | undefined;
}

/** Returns the installer's error for the URL of a service endpoint (validateServiceURL of the platform). */
export function serviceUrlFault(text: string, rules: UrlRules): string | undefined {
  const full = /^[^:]+:\/\//.test(text) ? text : `https://${text}`;
  const [, scheme = '', host = '', rest = ''] = /^([^:]+):\/\/([^/?#]*)([^#]*)/.exec(full) ?? [];
  if (/[\s<>]/.test(host)) return `parse "${full}": invalid character in host name`;
  if (host.replace(/^[^@]*@/, '').replace(/:\d*$/, '') === '') return rules.host;
  if (scheme.toLowerCase() !== 'https') return rules.scheme.replace('SCHEME', scheme);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return rules.path && path !== '/' && !rules.path.allowed.test(path)
    ? `${rules.path.message}, "${path}" was provided`
    : undefined;
}
