import type { Field, FieldTable, IntegerField, TextField } from '../../base/document/fields.ts';
import { nearest } from '../../base/document/spelling.ts';
import { parseIp, parseMac } from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { remove, rename, set } from '../model/fixes.ts';
import type { Path } from '../model/model.ts';
import { asBool, asFields, asInt, asText, type Fields, isReference } from '../model/values.ts';

/** Unknown keys, each with the known one that was hardly meant otherwise. */
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

/** A value against the description of its field. */
export function checkField(value: unknown, path: Path, field: Field, report: Report): void {
  // Empty values and references to be filled in have nothing to check.
  if (value === null || value === undefined || isReference(value)) return;
  switch (field.kind) {
    case 'any':
      return;
    case 'flag':
      if (asBool(value) === undefined) wrongType(path, '`true` or `false`', value, report);
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

function checkText(value: unknown, path: Path, field: TextField, report: Report): void {
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
      fix: parseMac(text) ? set(`Write ${parseMac(text)}`, path, parseMac(text)) : undefined,
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
      fix: prefix !== undefined && parseIp(address) ? set(`Write ${address}`, path, address) : undefined,
    });
  }
}

function checkInt(value: unknown, path: Path, field: IntegerField, report: Report): void {
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

function checkWord(
  value: unknown,
  path: Path,
  { numbers }: TextField,
  values: readonly string[],
  report: Report,
): void {
  const text = asText(value);
  if (text === undefined) {
    wrongType(path, values.map((word) => `\`${word}\``).join(' or '), value, report);
    return;
  }
  if (values.includes(text)) return;
  if (numbers && asInt(value) !== undefined && asInt(value)! >= 0 && asInt(value)! < values.length) return;
  const meant = nearest(text, values);
  report({
    rule: 'unknown-value',
    path,
    message: `unknown variant \`${text}\`, expected one of ${values.map((word) => `\`${word}\``).join(', ')}`,
    remedy: meant ? `Write \`${meant}\`.` : 'Write one of the words that are named.',
    fix: meant ? set(`Write ${meant}`, path, meant) : undefined,
  });
}

/** Says that something else was expected. */
export function wrongType(path: Path, expected: string, found: unknown, report: Report): void {
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
