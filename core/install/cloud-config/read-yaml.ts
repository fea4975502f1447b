import { placeAt, readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { emptyConfig, type Leftover, type ParsedConfig } from './model.ts';
import { type CloudConfigCode, problemAt } from './problems.ts';
import {
  GLOBAL,
  harmlessTags,
  LABELS,
  NODES,
  put,
  type Setting,
  shownName,
  UPSTREAM_BLOCKS,
  VCENTER,
} from './settings.ts';
import { isPlaceholder } from './template.ts';

const UPSTREAM = Object.keys(UPSTREAM_BLOCKS);

const SHORTEN = 'Shorten the file. Real cloud configurations are far below this limit.';
const PARSER_WORDS = new Set([
  'All mapping items must start at the same column',
  'Implicit keys need to be on a single line',
  'Map keys must be unique',
  'Nested mappings are not allowed in compact mappings',
  'Tabs are not allowed as indentation',
]);

/**
 * Reads YAML as the provider does: names in the very letters, unknown ones do not matter, a wrong type is refused. Never
 * throws; values of `user` and `password` are not kept.
 */
export function readYamlConfig(text: string): ParsedConfig {
  const document = readYaml(text);
  const config = emptyConfig();
  const problems: Problem[] = [];
  const leftovers: Leftover[] = [];
  const parsed = (unreadable: boolean): ParsedConfig => ({
    config,
    leftovers,
    comments: document.comments,
    problems,
    unreadable,
  });
  const [fault] = document.faults;
  if (fault) {
    // Other words of the parser quote the text, which may be a password.
    const [words = ''] = fault.message.split('\n');
    const said = PARSER_WORDS.has(words) ? `: ${words}` : '';
    problems.push(
      fault.isLimit
        ? problemAt('cloud-config-unreadable', fault, fault.message, { remedy: SHORTEN })
        : problemAt('cloud-config-unreadable', fault, `invalid YAML${said}`),
    );
    return parsed(true);
  }
  const root = valueAt(document, []);
  if (!isMap(root)) return parsed(true);
  const take = blockReader(document, problems, leftovers);
  for (const [name, value] of Object.entries(root)) {
    if (value === null) continue;
    if (name === 'global') take([name], GLOBAL, config.global);
    else if (name === 'labels') take([name], LABELS, config.labels);
    else if (name === 'nodes') take([name], NODES, config.nodes);
    else if (UPSTREAM.includes(name) && isMap(value))
      config.upstream[name] = knownOf(document, [name], value, problems, leftovers);
    else if (name === 'vcenter' && isMap(value)) {
      for (const key of Object.keys(value)) {
        const vcenter = {};
        config.vcenters.set(key, vcenter);
        take([name, key], VCENTER, vcenter);
      }
    } else if (name === 'vcenter') problems.push(typeProblem(document, [name], 'a mapping'));
    else
      unknown(document, [name], ['global', 'vcenter', 'labels', 'nodes', ...UPSTREAM], problems, leftovers);
  }
  for (const [key, { server }] of config.vcenters)
    if (!server)
      problems.push(
        located(
          document,
          ['vcenter', key],
          'cloud-config-invalid',
          'vsphere.conf does not have the VirtualCenter IP address specified',
          `Write server: below ${key}; YAML does not take it from the name.`,
        ),
      );
  return parsed(false);
}

function blockReader(document: YamlText, problems: Problem[], leftovers: Leftover[]) {
  return (path: string[], settings: Setting[], block: object): void => {
    const value = valueAt(document, path);
    if (value === null) return;
    if (!isMap(value)) {
      problems.push(typeProblem(document, path, 'a mapping'));
      return;
    }
    for (const [name, each] of Object.entries(value)) {
      const at = [...path, name];
      const setting = settings.find(({ yaml }) => yaml === name);
      if (!setting) {
        unknown(
          document,
          at,
          settings.map(({ yaml }) => yaml),
          problems,
          leftovers,
        );
        continue;
      }
      const decoded = decode(document, at, setting, each);
      if (decoded === undefined) problems.push(typeProblem(document, at, KINDS[setting.kind]));
      else if (decoded !== null) put(block as Record<string, unknown>, setting, decoded);
      if (setting.kind === 'secret' && decoded)
        leftovers.push({
          section: path.join('.'),
          key: name,
          line: placeAt(document, at)?.line ?? 1,
          kind: 'clear text',
        });
    }
  };
}

const KINDS = {
  text: 'a text',
  secret: 'a text',
  flag: 'true or false',
  number: 'a whole number from 0',
  list: 'a list of texts',
};

/** Null: nothing is said; undefined: a type that Go does not take. */
function decode(document: YamlText, path: string[], { kind }: Setting, value: unknown) {
  if (value === null) return null;
  if (typeof value === 'string' && isPlaceholder(value) && kind !== 'text')
    return kind === 'secret' ? value : null;
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'number':
      return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
    case 'list':
      return Array.isArray(value) && value.every((item) => typeof item !== 'object')
        ? value.map(String).filter((item) => item !== '')
        : undefined;
    default:
      return typeof value === 'object' ? undefined : asWritten(document, path, value);
  }
}

/** Go gives a text the very letters of a number or flag. */
function asWritten(document: YamlText, path: string[], value: unknown): string {
  if (typeof value === 'string') return value;
  const place = placeAt(document, path);
  return place ? document.text.slice(place.start, place.end) : String(value);
}

function unknown(
  document: YamlText,
  path: string[],
  known: readonly string[],
  problems: Problem[],
  leftovers: Leftover[],
): void {
  const name = path.at(-1)!;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, '');
  const meant = known.find((each) => plain(each) === plain(name));
  problems.push(
    located(
      document,
      path,
      'cloud-config-doubtful',
      `${[...path.slice(0, -1), shownName(name)].join('.')} isn't supported by the provider and will be omitted`,
      meant ? `Write ${meant}.` : 'Remove it, or correct its name or section.',
    ),
  );
  const line = placeAt(document, path, { of: 'key' })?.line ?? 1;
  leftovers.push({ section: path.slice(0, -1).join('.'), key: shownName(name), line, kind: 'unknown' });
}

function typeProblem(document: YamlText, path: string[], wanted: string): Problem {
  return located(
    document,
    path,
    'cloud-config-invalid',
    `${path.join('.')} must be ${wanted}`,
    `Write ${wanted}.`,
  );
}

function located(
  document: YamlText,
  path: string[],
  code: CloudConfigCode,
  message: string,
  remedy: string,
): Problem {
  const place = placeAt(document, path, { of: 'key' }) ?? { line: 1, column: 1 };
  return problemAt(code, place, message, { remedy, path: [...path.slice(0, -1), shownPart(path)].join('.') });
}

/** The last part of a path: a vCenter's name, or a key. */
function shownPart(path: string[]): string {
  const name = path.at(-1)!;
  return path.length === 2 && path[0] === 'vcenter' ? name : shownName(name);
}

/** What is known of a block that only the upstream provider has. Accounts and unknown settings are left out. */
function knownOf(
  document: YamlText,
  path: string[],
  value: Record<string, unknown>,
  problems: Problem[],
  leftovers: Leftover[],
): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  const names = UPSTREAM_BLOCKS[path[0]!]!;
  for (const [name, each] of Object.entries(value)) {
    const at = [...path, name];
    if (path[0] === 'loadBalancerClass' && path.length === 1 && isMap(each))
      known[name] = knownOf(document, at, each, problems, leftovers);
    else if (name === 'tags' && names.includes(name) && isMap(each)) known[name] = harmlessTags(each);
    else if (/^(user|password|vmcAccessToken)$/i.test(name)) {
      if (each !== '' && each !== null)
        leftovers.push({
          section: path.join('.'),
          key: name,
          line: placeAt(document, at)?.line ?? 1,
          kind: 'clear text',
        });
    } else if (names.includes(name) && typeof each !== 'object') known[name] = each;
    else unknown(document, at, names, problems, leftovers);
  }
  return known;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
