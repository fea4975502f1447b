import { nearest } from '../../config/spelling.ts';
import { parseIp, parseMac } from '../addresses.ts';
import type { Report } from '../finding.ts';
import { remove, rename, set } from '../fixes.ts';
import type { Path } from '../model.ts';
import { asBool, asFields, asInt, asText, type Fields, isReference } from '../values.ts';
import type { Field, FieldTable } from './fields.ts';
import { fieldsOfType, INTERFACE_TYPES, typesWith } from './interface-fields.ts';
import { POLICY_FIELDS, STATE } from './state-fields.ts';

/**
 * First layer: the schema of NMState. Unknown fields, values of the wrong type, words that are none of the enum, missing
 * mandatory fields. `quotedMtu` is for `networkConfig` of the installer, which refuses `mtu: "9000"`.
 */
export function checkSchema(
  state: Fields,
  report: Report,
  options: { quotedMtu?: boolean; policy?: boolean },
): void {
  const known = options.policy ? { ...STATE, ...anyOf(POLICY_FIELDS) } : STATE;
  checkKeys(state, [], known, report);
  for (const [key, field] of Object.entries(STATE))
    if (key !== 'interfaces' && key in state) checkField(state[key], [key], field, report);
  if (!('interfaces' in state) || isReference(state.interfaces)) return;
  if (!Array.isArray(state.interfaces)) {
    if (state.interfaces !== null)
      wrongType(['interfaces'], 'a list of interfaces', state.interfaces, report);
    return;
  }
  state.interfaces.forEach((item, index) => {
    checkInterface(item, ['interfaces', index], report, options.quotedMtu ?? false);
  });
}

function anyOf(keys: readonly string[]): FieldTable {
  return Object.fromEntries(keys.map((key) => [key, { kind: 'any' }]));
}

function checkInterface(value: unknown, path: Path, report: Report, quotedMtu: boolean): void {
  const iface = asFields(value);
  if (!iface) {
    wrongType(path, 'an interface (a mapping with `name` and `type`)', value, report);
    return;
  }
  if (!('name' in iface))
    report({
      rule: 'missing-field',
      path,
      message: 'missing field `name`',
      remedy: 'Give the interface its name, e.g. `name: eno1`.',
    });
  const type = asText(iface.type);
  if (type !== undefined && !isReference(type) && !INTERFACE_TYPES.includes(type)) {
    const meant = nearest(type, INTERFACE_TYPES);
    report({
      rule: 'unknown-type',
      path: [...path, 'type'],
      level: meant ? 'error' : 'warning',
      message: `unknown type of interface \`${type}\`${meant ? `, did you mean \`${meant}\`?` : ''}`,
      remedy: meant
        ? `Write \`type: ${meant}\`.`
        : type === 'team'
          ? 'NMState cannot make teams: use `type: bond`.'
          : `NMState knows ${INTERFACE_TYPES.join(', ')}.`,
      ...(meant && { fix: set(`Write ${meant}`, [...path, 'type'], meant) }),
    });
  }
  const mine = type !== undefined && INTERFACE_TYPES.includes(type) && type !== 'unknown' ? type : undefined;
  const fields = fieldsOfType(mine);
  for (const [key, item] of Object.entries(iface)) {
    const owners = mine !== undefined && !(key in fields) ? typesWith(key) : [];
    if (owners.length > 0) {
      report({
        rule: 'block-of-other-type',
        path: [...path, key],
        of: 'key',
        message: `unknown field \`${key}\`: it belongs to ${list(owners)}, and this is ${article(mine!)}`,
        remedy: `Take \`${key}\` out, or write \`type: ${owners[0]}\`.`,
        fix: remove(`Take ${key} out`, [...path, key]),
      });
      continue;
    }
    const field = fields[key];
    if (!field) continue;
    // Without a type, the block's shape is not known: bridges of Linux and OVS share a name.
    if (mine === undefined && key === 'bridge') continue;
    checkField(item, [...path, key], field, report);
  }
  checkKeys(
    iface,
    path,
    mine === undefined ? fields : { ...fields, ...anyOf(otherBlocks(iface, fields)) },
    report,
  );
  if (quotedMtu && typeof iface.mtu === 'string' && asInt(iface.mtu) !== undefined)
    report({
      rule: 'mtu-quoted',
      path: [...path, 'mtu'],
      message: 'mtu must be an integer (not quoted string)',
      remedy: 'Take the quotes away: the installer refuses them.',
      fix: set('Take the quotes away', [...path, 'mtu'], asInt(iface.mtu)),
    });
}

function otherBlocks(iface: Fields, fields: FieldTable): string[] {
  return Object.keys(iface).filter((key) => !(key in fields) && typesWith(key).length > 0);
}

function list(words: readonly string[]): string {
  return words.length < 2 ? `type ${words[0]}` : `types ${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function article(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Unknown keys, each with the known one that was hardly meant otherwise. */
function checkKeys(value: Fields, path: Path, known: FieldTable, report: Report): void {
  for (const key of Object.keys(value)) {
    if (key in known || isReference(key)) continue;
    const free = Object.keys(known).filter((candidate) => !(candidate in value));
    const meant =
      nearest(key.replaceAll('_', '-'), free) ??
      (key === 'dns' && path.length === 0 ? 'dns-resolver' : undefined);
    report({
      rule: 'unknown-field',
      path: [...path, key],
      of: 'key',
      message: meant
        ? `unknown field \`${key}\`, did you mean \`${meant}\`?`
        : `unknown field \`${key}\`, expected one of ${Object.keys(known)
            .map((name) => `\`${name}\``)
            .join(', ')}`,
      remedy: meant
        ? `Write \`${meant}\`.`
        : `Take \`${key}\` out: NMState refuses the whole document because of it.`,
      fix: meant
        ? rename(`Write ${meant}`, [...path, key], meant)
        : remove(`Take ${key} out`, [...path, key]),
    });
  }
}

function checkField(value: unknown, path: Path, field: Field, report: Report): void {
  // Empty values and references to be filled in have nothing to check.
  if (value === null || value === undefined || isReference(value)) return;
  switch (field.kind) {
    case 'any':
      return;
    case 'bool':
      if (asBool(value) === undefined) wrongType(path, '`true` or `false`', value, report);
      return;
    case 'text':
      checkText(value, path, field, report);
      return;
    case 'int':
      checkInt(value, path, field, report);
      return;
    case 'enum':
      checkWord(value, path, field, report);
      return;
    case 'list':
      if (!Array.isArray(value)) {
        wrongType(path, 'a list', value, report);
        return;
      }
      value.forEach((item, index) => {
        checkField(item, [...path, index], field.of, report);
      });
      return;
    case 'map': {
      const entries = asFields(value);
      if (!entries) {
        wrongType(path, 'a mapping', value, report);
        return;
      }
      for (const [key, item] of Object.entries(entries)) checkField(item, [...path, key], field.of, report);
      return;
    }
    case 'either': {
      const fits = field.of.find((one) => {
        let good = true;
        checkField(value, path, one, () => {
          good = false;
        });
        return good;
      });
      const shape = field.of.find((one) => (one.kind === 'object') === (asFields(value) !== undefined));
      if (!fits) checkField(value, path, shape ?? field.of[0]!, report);
      return;
    }
    case 'object': {
      const entries = asFields(value);
      if (!entries) {
        wrongType(path, 'a mapping', value, report);
        return;
      }
      for (const key of field.needs ?? [])
        if (!(key in entries))
          report({
            rule: 'missing-field',
            path,
            message: `missing field \`${key}\``,
            remedy: `Add \`${key}\` here.`,
          });
      for (const [key, item] of Object.entries(entries)) {
        const inner = field.fields[key];
        if (inner) checkField(item, [...path, key], inner, report);
      }
      if (!field.open) checkKeys(entries, path, field.fields, report);
    }
  }
}

function checkText(value: unknown, path: Path, field: Field & { kind: 'text' }, report: Report): void {
  const text = asText(value);
  if (text === undefined) {
    wrongType(path, 'a text', field.secret ? undefined : value, report);
    return;
  }
  if (field.form === 'mac' && text !== '' && (parseMac(text) === undefined || !text.includes(':')))
    report({
      rule: 'mac-syntax',
      path,
      message: `\`${text}\` is not a MAC address`,
      remedy: 'Write six pairs of hex digits with colons, e.g. "52:54:00:aa:bb:07".',
      ...(parseMac(text) && { fix: set(`Write ${parseMac(text)}`, path, parseMac(text)) }),
    });
  if (field.form === 'ip' && text !== '' && !parseIp(text)) {
    const [address = '', prefix] = text.split('/');
    report({
      rule: 'address-syntax',
      path,
      message: `Invalid IP address ${text}: invalid IP address syntax`,
      remedy:
        prefix !== undefined && parseIp(address)
          ? 'Write the length of the prefix into `prefix-length`, and the address alone into `ip`.'
          : 'Write one IPv4 or IPv6 address, without zeros in front of its numbers.',
      ...(prefix !== undefined && parseIp(address) && { fix: set(`Write ${address}`, path, address) }),
    });
  }
}

function checkInt(value: unknown, path: Path, field: Field & { kind: 'int' }, report: Report): void {
  const number = asInt(value);
  if (number === undefined) {
    wrongType(path, 'a whole number', value, report);
    return;
  }
  const [min, max] = [field.min ?? Number.NEGATIVE_INFINITY, field.max ?? Number.POSITIVE_INFINITY];
  if (number >= min && number <= max) return;
  const range =
    max === Number.POSITIVE_INFINITY
      ? `${min} or more`
      : min === Number.NEGATIVE_INFINITY
        ? `at most ${max}`
        : `${min} to ${max}`;
  report({
    rule: 'out-of-range',
    path,
    message: `${path.at(-1)} is ${number}, and must be ${range}`,
    remedy: `Write a number of ${range}.`,
  });
}

function checkWord(value: unknown, path: Path, field: Field & { kind: 'enum' }, report: Report): void {
  const text = asText(value);
  if (text === undefined) {
    wrongType(path, field.values.map((word) => `\`${word}\``).join(' or '), value, report);
    return;
  }
  if (field.values.includes(text)) return;
  if (
    field.numbers &&
    asInt(value) !== undefined &&
    asInt(value)! >= 0 &&
    asInt(value)! < field.values.length
  )
    return;
  const meant = nearest(text, field.values);
  report({
    rule: 'unknown-value',
    path,
    message: `unknown variant \`${text}\`, expected one of ${field.values.map((word) => `\`${word}\``).join(', ')}`,
    remedy: meant ? `Write \`${meant}\`.` : 'Write one of the words that are named.',
    ...(meant && { fix: set(`Write ${meant}`, path, meant) }),
  });
}

function wrongType(path: Path, expected: string, found: unknown, report: Report): void {
  const what =
    found === undefined
      ? ''
      : Array.isArray(found)
        ? ', found a list'
        : asFields(found)
          ? ', found a mapping'
          : found === null
            ? ', found nothing'
            : `, found \`${asText(found)}\``;
  report({
    rule: 'wrong-type',
    path,
    message: `${path.at(-1) ?? 'the document'}: expected ${expected}${what}`,
    remedy: `Write ${expected}.`,
  });
}
