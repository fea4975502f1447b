import { expect, test } from 'vitest';
import { namedOperators } from './named-operators.ts';

test('reads operators as on the command line and returns invalid ones', () => {
  expect(namedOperators(' logging=5.9.9@stable-5.9\nodf=4.16.6\n')).toEqual({
    named: [
      { package: 'logging', installed: '5.9.9', subscribed: 'stable-5.9' },
      { package: 'odf', installed: '4.16.6' },
    ],
    wrong: [],
  });
  expect(namedOperators('logging 5.9.9=').wrong).toEqual(['logging', '5.9.9=']);
});
