import type { Field, FieldTable, IntegerField, TextField } from '../../base/document/fields.ts';
import { nearest } from '../../base/document/spelling.ts';
import { alternativeList } from '../../base/document/words.ts';
import { parseIp, parseMac } from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { remove, rename, set } from '../model/fixes.ts';
import type { Path } from '../model/model.ts';
import { asBool, asFields, asInt, asText, type Fields, isReference } from '../model/values.ts';
import { t } from './messages.ts';

/** Reports unknown keys, each with the most similar known one. */
export function checkKeys(value: Fields, path: Path, known: FieldTable, report: Report): void {
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(known, key) || isReference(key)) continue;
    const free = Object.keys(known).filter((candidate) => !Object.hasOwn(value, candidate));
    const meant =
      nearest(key.replaceAll('_', '-'), free) ??
      (key === 'dns' && path.length === 0 ? 'dns-resolver' : undefined);
    report({
      rule: 'unknown-field',
      path: [...path, key],
      of: 'key',
      message: meant
        ? t('fieldMisspelled', { key, meant })
        : t('fieldUnknown', {
            key,
            known: Object.keys(known)
              .map((name) => `\`${name}\``)
              .join(', '),
          }),
      remedy: meant ? t('useRemedy', { value: meant }) : t('fieldUnknownRemedy', { key }),
      fix: meant
        ? rename(t('useFix', { value: meant }), [...path, key], meant)
        : remove(t('removeFix', { key }), [...path, key]),
    });
  }
}

/** Checks a value against the description of its field. */
export function checkField(value: unknown, path: Path, field: Field, report: Report): void {
  // References that are replaced later can't be checked.
  if (value === undefined || isReference(value)) return;
  if (value === null) {
    if (needsValue(field)) wrongType(path, expectedOf(field), value, report);
    return;
  }
  switch (field.kind) {
    case 'any':
      return;
    case 'flag':
      if (asBool(value) === undefined) wrongType(path, t('flagText'), value, report);
      return;
    case 'text':
      if (field.values) checkWord(value, path, field, field.values, report);
      else checkText(value, path, field, report);
      return;
    case 'integer':
      checkInt(value, path, field, report);
      return;
    case 'list':
      if (!Array.isArray(value)) {
        wrongType(path, t('listText'), value, report);
        return;
      }
      value.forEach((item, index) => {
        if (item === null && field.of.kind !== 'any')
          wrongType([...path, index], expectedOf(field.of), item, report);
        else checkField(item, [...path, index], field.of, report);
      });
      return;
    case 'map': {
      const entries = asFields(value);
      if (!entries) {
        wrongType(path, t('mappingText'), value, report);
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
        wrongType(path, t('mappingText'), value, report);
        return;
      }
      for (const key of field.needs ?? [])
        if (!(key in entries))
          report({
            rule: 'missing-field',
            path,
            message: t('fieldMissing', { key }),
            remedy: t('fieldMissingRemedy', { key }),
          });
      for (const [key, item] of Object.entries(entries)) {
        const inner = field.fields[key];
        if (item === null && OPTIONAL.has(key)) continue;
        if (inner && item === null && field.needs?.includes(key))
          wrongType([...path, key], expectedOf(inner), item, report);
        else if (inner) checkField(item, [...path, key], inner, report);
      }
      if (!field.open) checkKeys(entries, path, field.fields, report);
    }
  }
}

/** Flags and numbers that nmstate reads without a function of its own, so that they may be empty. */
const OPTIONAL = new Set([
  'allow-extra-patch-ports',
  'allow-extra-address',
  'dhcp-send-hostname',
  'forwarding',
  'fwmark',
  'fwmask',
  'gc-timer',
  'hello-timer',
  'learning',
  'loose-binding',
  'n_rxq_desc',
  'n_txq_desc',
  'reorder-headers',
  'rx-queue',
  'suppress-prefix-length',
  'vlan-default-pvid',
]);

/** nmstate reads an empty flag, number or numbered word with a function of its own, which rejects it. Others are unset. */
function needsValue(field: Field): boolean {
  return field.kind === 'either'
    ? field.of.some(needsValue)
    : field.kind === 'flag' || field.kind === 'integer' || (field.kind === 'text' && field.numbers === true);
}

/** Returns the values of a field in words. */
export function expectedOf(field: Field): string {
  switch (field.kind) {
    case 'flag':
      return t('flagText');
    case 'integer':
      return t('integerText');
    case 'list':
      return t('listText');
    case 'map':
    case 'object':
      return t('mappingText');
    case 'either':
      return expectedOf(field.of[0]!);
    case 'text':
      return field.values ? words(field.values) : t('stringText');
    case 'any':
      return t('stringText');
  }
}

function words(values: readonly string[]): string {
  return alternativeList(values.map((word) => `\`${word}\``));
}

function checkText(value: unknown, path: Path, field: TextField, report: Report): void {
  const text = asText(value);
  if (text === undefined) {
    wrongType(path, t('stringText'), field.secret ? undefined : value, report);
    return;
  }
  if (field.form === 'mac' && text !== '' && (parseMac(text) === undefined || !text.includes(':')))
    report({
      rule: 'mac-syntax',
      path,
      message: t('macInvalid', { text }),
      remedy: t('macInvalidRemedy'),
      fix: parseMac(text) ? set(t('useFix', { value: parseMac(text)! }), path, parseMac(text)) : undefined,
    });
  if (field.form === 'ip' && text !== '' && !parseIp(text)) {
    const [address = '', prefix] = text.split('/');
    report({
      rule: 'address-syntax',
      path,
      message: t('addressInvalid', { text }),
      remedy:
        prefix !== undefined && parseIp(address) ? t('addressWithPrefixRemedy') : t('addressInvalidRemedy'),
      fix:
        prefix !== undefined && parseIp(address)
          ? set(t('useFix', { value: address }), path, address)
          : undefined,
    });
  }
}

function checkInt(value: unknown, path: Path, field: IntegerField, report: Report): void {
  const number = asInt(value);
  if (number === undefined) {
    wrongType(path, t('integerText'), value, report);
    return;
  }
  const [min, max] = [field.min ?? Number.NEGATIVE_INFINITY, field.max ?? Number.POSITIVE_INFINITY];
  if (number >= min && number <= max) return;
  const key =
    max === Number.POSITIVE_INFINITY
      ? 'numberTooLow'
      : min === Number.NEGATIVE_INFINITY
        ? 'numberTooHigh'
        : 'numberOutOfRange';
  report({
    rule: 'out-of-range',
    path,
    message: t(key, { field: path.at(-1) ?? '', number, min, max }),
    remedy: t(`${key}Remedy`, { min, max }),
  });
}

function checkWord(
  value: unknown,
  path: Path,
  { numbers }: TextField,
  values: readonly string[],
  report: Report,
): void {
  const text = asText(value);
  if (text === undefined) {
    wrongType(path, words(values), value, report);
    return;
  }
  if (values.includes(text)) return;
  if (numbers && asInt(value) !== undefined && asInt(value)! >= 0 && asInt(value)! < values.length) return;
  const meant = nearest(text, values);
  report({
    rule: 'unknown-value',
    path,
    message: t('variantUnknown', { text, values: values.map((word) => `\`${word}\``).join(', ') }),
    remedy: meant ? t('useRemedy', { value: meant }) : t('valueUnknownRemedy'),
    fix: meant ? set(t('useFix', { value: meant }), path, meant) : undefined,
  });
}

/** Reports a value of the wrong type. `found` is undefined for secrets. */
export function wrongType(path: Path, expected: string, found: unknown, report: Report): void {
  const kind =
    found === undefined
      ? 'secret'
      : Array.isArray(found)
        ? 'list'
        : asFields(found)
          ? 'mapping'
          : found === null
            ? 'null'
            : 'scalar';
  report({
    rule: 'wrong-type',
    path,
    message: t('typeWrong', {
      field: path.at(-1) ?? t('documentText'),
      expected,
      found: kind,
      value: kind === 'scalar' ? (asText(found) ?? '') : '',
    }),
    remedy: t('typeWrongRemedy', { expected }),
  });
}
