import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseChallenges } from './challenge.ts';

test.each([
  [
    'Bearer realm="https://auth.example/token",service="reg",scope="repository:a/b:pull,push"',
    [
      {
        scheme: 'bearer',
        parameters: {
          realm: 'https://auth.example/token',
          service: 'reg',
          scope: 'repository:a/b:pull,push',
        },
      },
    ],
  ],
  [
    'Basic realm="a, b", Bearer realm=x',
    [
      { scheme: 'basic', parameters: { realm: 'a, b' } },
      { scheme: 'bearer', parameters: { realm: 'x' } },
    ],
  ],
  [
    'Negotiate, Basic realm="r"',
    [
      { scheme: 'negotiate', parameters: {} },
      { scheme: 'basic', parameters: { realm: 'r' } },
    ],
  ],
  [
    'Negotiate YWJj==, Basic realm = "say \\"hi\\""',
    [
      { scheme: 'negotiate', parameters: {} },
      { scheme: 'basic', parameters: { realm: 'say "hi"' } },
    ],
  ],
  ['BEARER Realm="x"', [{ scheme: 'bearer', parameters: { realm: 'x' } }]],
  ['', []],
])('%s', (header, expected) => {
  expect(parseChallenges(header)).toEqual(expected);
});

test('parses several header lines as several challenges', () => {
  expect(parseChallenges(['Basic realm="r"', 'Bearer realm="t"']).map((c) => c.scheme)).toEqual([
    'basic',
    'bearer',
  ]);
  expect(parseChallenges(undefined)).toEqual([]);
});

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const challenge = fc.record({
  scheme: name,
  parameters: fc.dictionary(name, fc.string(), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
});

test('parses every written challenge', () => {
  fc.assert(
    fc.property(fc.array(challenge, { minLength: 1, maxLength: 4 }), (challenges) => {
      const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
      const header = challenges
        .map(
          (c) =>
            `${c.scheme} ${Object.entries(c.parameters)
              .map(([k, v]) => `${k}=${quoted(v)}`)
              .join(',')}`,
        )
        .join(', ');
      expect(parseChallenges(header)).toEqual(challenges);
    }),
  );
});

test('neither hangs nor throws for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => parseChallenges(text).length <= text.length),
  );
});
