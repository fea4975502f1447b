import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { resourceYaml } from './resource-yaml.ts';

test('strings stay strings for readers of YAML 1.1 and 1.2', () => {
  const tricky = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'yes',
      'NO',
      'on',
      'y',
      'n',
      '~',
      'null',
      '010',
      '0o14',
      '0x1f',
      '1_000',
      '12:30:45',
      '1e3',
    ),
    fc.constantFrom(
      '2026-08-21',
      '2026-08-21T12:00:00Z',
      '.5',
      '<<',
      '',
      ' a',
      'a: b',
      '- a',
      '#a',
      '@a',
      '.inf',
    ),
  );
  fc.assert(
    fc.property(fc.dictionary(tricky, fc.oneof(tricky, fc.array(tricky))), (spec) => {
      // A property of this name sets an object's prototype when it is assigned.
      fc.pre(!Object.hasOwn(spec, '__proto__'));
      const text = resourceYaml({ apiVersion: 'v1', kind: 'Thing', spec });
      for (const version of ['1.1', '1.2'] as const) {
        expect(parse(text, { version, merge: false })).toEqual({
          apiVersion: 'v1',
          kind: 'Thing',
          spec: { ...spec },
        });
      }
    }),
  );
});

test('keys are sorted, sequences not indented, long text not folded, nothing is an alias', () => {
  const shared = { b: 'x'.repeat(300), a: 1 };
  expect(resourceYaml({ kind: 'K', apiVersion: 'v1', spec: [shared, shared] })).toBe(
    `apiVersion: v1\nkind: K\nspec:\n${`- a: 1\n  b: ${'x'.repeat(300)}\n`.repeat(2)}`,
  );
});
