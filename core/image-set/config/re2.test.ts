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
    ['a(?i)B', 'ab', true],
    ['(?U)a+', 'a', true],
    ['\\pL', 'a', true],
    ['a{,2}', 'a{,2}', true],
    ['a{,2}', 'aa', false],
    ['sha256-[0-9a-f]{64}', `sha256-${'a'.repeat(64)}`, true],
    ['\\.\\-\\/\\_', './_', false],
    ['\\.\\-\\/\\_', '.-/_', true],
  ])('%s on %s: %s', (source, text, found) => expect(finds(source, text)).toBe(found));

  test.each([
    ['*.example', /missing argument to repetition/],
    ['a**', /repetition/],
    ['(a', /missing closing \)/],
    ['[a', /missing closing \]/],
    ['a\\', /backslash/],
    ['a(?=b)', /Perl syntax/],
    ['(?<!a)b', /named capture/],
    ['(a)\\1', /escape sequence/],
    ['\\y', /escape sequence/],
    ['a{1001}', /repeat count/],
    ['(.{0,900}x){0,900}', /too large|repeat/],
    ['[b-a]', /range/],
    ['a'.repeat(10_001), /10001 characters long, which exceeds the limit of 10000/],
  ])('%s is rejected', (source, reason) => {
    const compiled = compileRe2(source);
    expect('reason' in compiled ? compiled.reason : compiled).toMatch(reason);
  });

  test.each(['(a+)+$', '(a|aa)+$', '(.*a){12}$', '(a?){50}a{50}$'])(
    '%s is searched for in linear time',
    (source) => {
      const before = process.cpuUsage();
      finds(source, `${'a'.repeat(20_000)}b`);
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
    },
  );

  test('any text is compiled or rejected, and a quoted text finds itself', () => {
    fc.assert(fc.property(fc.string(), (source) => void compileRe2(source)));
    const plain = fc.stringMatching(/^[ -~]{1,20}$/).filter((text) => !text.includes('\\E'));
    fc.assert(
      fc.property(plain, (text) => {
        expect(finds(`^\\Q${text}\\E$`, text)).toBe(true);
      }),
    );
  });
});
