import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonFault } from './json-tokens.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('jsonFault', () => {
  test('agrees with JSON.parse on valid and damaged JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), fc.boolean(), (json, at, noise, cut) => {
        expect(jsonFault(json)).toBeUndefined();
        const place = at % (json.length + 1);
        const damaged = cut ? json.slice(0, place) + noise : json.slice(0, place) + noise + json.slice(place);
        expect(jsonFault(damaged) === undefined).toBe(isJson(damaged));
      }),
    );
  });

  test.each([
    ['{"auths": {"quay.io": {"auth": "c2VjcmV0" "x": 1}}}', { line: 1, column: 43 }],
    ['{\n  "auths": {\n    quay.io: {}\n  }\n}', { line: 3, column: 5 }],
    ['{"auths": {', { line: 1, column: 12 }],
    ['{"a": 1}}', { line: 1, column: 9 }],
    ['[1, ]', { line: 1, column: 5 }],
    ['{"a" 1}', { line: 1, column: 6 }],
  ])('%s', (text, at) => {
    expect(jsonFault(text)).toEqual(at);
  });
});
