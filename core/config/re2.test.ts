import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileRe2 } from './re2.ts';

function finds(source: string, text: string): boolean {
  const compiled = compileRe2(source);
  if ('reason' in compiled) throw new Error(compiled.reason);
  return compiled.pattern.test(text);
}

describe('RE2 patterns', () => {
  test.each([
    ['alpine', 'quay.io/a/alpine:1', true],
    ['(aws|gcp)', 'openshift/release:4.18-aws-csi', true],
    ['^quay[.]io/', 'quay.io/a:1', true],
    ['^quay[.]io/', 'quayxio/a:1', false],
    ['(?i)UBI', 'ubi9', true],
    ['(?i:UBI)9', 'ubi9', true],
    ['(?P<name>ubi)\\d+$', 'ubi9', true],
    ['\\Aubi\\z', 'ubi', true],
    ['\\Aubi\\z', 'ubi9', false],
    ['\\Qa.b\\E$', 'a.b', true],
    ['\\Qa.b\\E$', 'axb', false],
    ['\\Qa.b', 'a.b', true],
    ['[[:alpha:]]+[[:digit:]]', 'ubi9', true],
    ['[[:upper:]]', 'ubi9', false],
    ['^[]a]+$', ']a', true],
    ['^[^]a]+$', 'b', true],
    ['^[[a]$', '[', true],
    ['\\x61\\x{62}\\141', 'aba', true],
    ['a{2,3}b', 'aab', true],
    ['a{,2}', 'a{,2}', true],
    ['a{,2}', 'aa', false],
    ['sha256-[0-9a-f]{64}', `sha256-${'a'.repeat(64)}`, true],
    ['\\.\\-\\/\\_', './_', false],
    ['\\.\\-\\/\\_', '.-/_', true],
  ])('%s on %s: %s', (source, text, found) => expect(finds(source, text)).toBe(found));

  test.each([
    ['*.example', /repeat/],
    ['a**', /repeat/],
    ['(a', /group/i],
    ['[a', /\[ without \]/],
    ['a\\', /backslash/],
    ['a(?=b)', /look/],
    ['(?<!a)b', /look/],
    ['(a)\\1', /back references/],
    ['\\y', /no escape/],
    ['\\pL', /Unicode/],
    ['a{1001}', /1000/],
    ['a(?i)b', /start/],
    ['(?U)a', /flags/],
    ['[b-a]', /range/i],
  ])('%s is refused', (source, reason) => {
    const compiled = compileRe2(source);
    expect('reason' in compiled ? compiled.reason : compiled).toMatch(reason);
  });

  test('any text is compiled or refused, and a quoted text finds itself', () => {
    fc.assert(fc.property(fc.string(), (source) => void compileRe2(source)));
    const plain = fc.stringMatching(/^[ -~]{1,20}$/).filter((text) => !text.includes('\\E'));
    fc.assert(
      fc.property(plain, (text) => {
        expect(finds(`^\\Q${text}\\E$`, text)).toBe(true);
      }),
    );
  });
});
