import type { FieldTable } from '../../base/document/fields.ts';
import { nearest } from '../../base/document/spelling.ts';
import { wordList } from '../../base/document/words.ts';
import type { Report } from '../model/finding.ts';
import { remove, set } from '../model/fixes.ts';
import type { Path } from '../model/model.ts';
import { asFields, asInt, asText, type Fields, isReference } from '../model/values.ts';
import { checkField, checkKeys, wrongType } from './check-field.ts';
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
      fix: meant ? set(`Write ${meant}`, [...path, 'type'], meant) : undefined,
    });
  }
  const mine = type !== undefined && INTERFACE_TYPES.includes(type) && type !== 'unknown' ? type : undefined;
  const fields = fieldsOfType(mine);
  for (const [key, item] of Object.entries(iface)) {
    const owners = mine !== undefined && !Object.hasOwn(fields, key) ? typesWith(key) : [];
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
  return Object.keys(iface).filter((key) => !Object.hasOwn(fields, key) && typesWith(key).length > 0);
}

function list(words: readonly string[]): string {
  return `${words.length < 2 ? 'type' : 'types'} ${wordList(words)}`;
}

function article(type: string): string {
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}
