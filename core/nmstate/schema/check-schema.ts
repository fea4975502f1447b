import type { FieldTable } from '../../base/document/fields.ts';
import { nearest } from '../../base/document/spelling.ts';
import { wordList } from '../../base/document/words.ts';
import type { Report } from '../model/finding.ts';
import { remove, set } from '../model/fixes.ts';
import type { Path } from '../model/model.ts';
import { asFields, asInt, asText, type Fields, isReference } from '../model/values.ts';
import { checkField, checkKeys, expectedOf, wrongType } from './check-field.ts';
import { fieldsOfType, INTERFACE_TYPES, typesWith } from './interface-fields.ts';
import { t } from './messages.ts';
import { POLICY_FIELDS, STATE } from './state-fields.ts';

/**
 * Checks the schema of NMState: unknown fields, values of the wrong type, unknown enum values, and missing mandatory fields.
 * `quotedMtu` is for `networkConfig` of the installer, which rejects `mtu: "9000"`.
 */
export function checkSchema(
  state: Fields,
  report: Report,
  options: { quotedMtu?: boolean; policy?: boolean },
): void {
  const known = options.policy ? { ...STATE, ...anyOf(POLICY_FIELDS) } : STATE;
  checkKeys(state, [], known, report);
  for (const [key, field] of Object.entries(STATE))
    if (key === 'interfaces' || !(key in state)) continue;
    else if (state[key] === null && FILLED.has(key)) wrongType([key], expectedOf(field), null, report);
    else checkField(state[key], [key], field, report);
  if (!('interfaces' in state) || isReference(state.interfaces)) return;
  if (!Array.isArray(state.interfaces)) {
    wrongType(['interfaces'], t('interfacesText'), state.interfaces, report);
    return;
  }
  state.interfaces.forEach((item, index) => {
    checkInterface(item, ['interfaces', index], report, options.quotedMtu ?? false);
  });
}

/** Fields that nmstate rejects without a value. Others are unset. */
const FILLED = new Set(['routes', 'route-rules', 'ovn', 'name', 'state']);

function anyOf(keys: readonly string[]): FieldTable {
  return Object.fromEntries(keys.map((key) => [key, { kind: 'any' }]));
}

/** The fields that nmstate reads of an interface that it removes. */
const OF_ABSENT = new Set(['name', 'type', 'state', 'identifier', 'mac-address', 'pci-address']);

function checkInterface(value: unknown, path: Path, report: Report, quotedMtu: boolean): void {
  const given = asFields(value);
  const iface =
    given?.state === 'absent'
      ? Object.fromEntries(Object.entries(given).filter(([key]) => OF_ABSENT.has(key)))
      : given;
  if (!iface) {
    wrongType(path, t('interfaceText'), value, report);
    return;
  }
  if (!('name' in iface))
    report({
      rule: 'missing-field',
      path,
      message: t('fieldMissing', { key: 'name' }),
      remedy: t('nameMissingRemedy'),
    });
  const type = asText(iface.type);
  if (type !== undefined && !isReference(type) && !INTERFACE_TYPES.includes(type)) {
    const meant = nearest(type, INTERFACE_TYPES);
    report({
      rule: 'unknown-type',
      path: [...path, 'type'],
      level: meant ? 'error' : 'warning',
      message: meant ? t('typeMisspelled', { type, meant }) : t('typeUnknown', { type }),
      remedy: meant
        ? t('typeMisspelledRemedy', { type: meant })
        : type === 'team'
          ? t('teamRemedy')
          : t('typeUnknownRemedy', { types: INTERFACE_TYPES.join(', ') }),
      fix: meant ? set(t('useFix', { value: meant }), [...path, 'type'], meant) : undefined,
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
        message: t('fieldOfOtherType', { key, count: owners.length, types: wordList(owners), type: mine! }),
        remedy: t('fieldOfOtherTypeRemedy', { key, type: owners[0]! }),
        fix: remove(t('removeFix', { key }), [...path, key]),
      });
      continue;
    }
    const field = fields[key];
    if (!field) continue;
    // Without a type, the schema of `bridge` isn't known, because Linux and OVS bridges share this name.
    if (mine === undefined && key === 'bridge') continue;
    if (item === null && FILLED.has(key)) wrongType([...path, key], expectedOf(field), item, report);
    else checkField(item, [...path, key], field, report);
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
      message: t('mtuQuoted'),
      remedy: t('mtuQuotedRemedy'),
      fix: set(t('mtuQuotedFix'), [...path, 'mtu'], asInt(iface.mtu)),
    });
}

function otherBlocks(iface: Fields, fields: FieldTable): string[] {
  return Object.keys(iface).filter((key) => !Object.hasOwn(fields, key) && typesWith(key).length > 0);
}
