import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellWord } from './shell-word.ts';

test('a shell reads every word back as it was', () => {
  const word = fc.string({ unit: fc.constantFrom(...'a\'"$`\\ *?\n;&|#~!({[<=%'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      const out = execFileSync('/bin/sh', ['-c', `printf '%s\\0' x ${words.map(shellWord).join(' ')}`]);
      expect(out.toString().split('\0').slice(1, -1)).toEqual(words);
    }),
    { numRuns: 20 },
  );
});

test('words that need no quotes get none', () => {
  expect(shellWord('file:///tmp/a-b_c.1/connected')).toBe('file:///tmp/a-b_c.1/connected');
  expect(shellWord("/tmp/a b's")).toBe("'/tmp/a b'\\''s'");
});
