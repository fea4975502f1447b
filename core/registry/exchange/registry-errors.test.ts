import { expect, test } from 'vitest';
import { errorText, statedErrors } from './registry-errors.ts';

const textOf = (error: object) => errorText(statedErrors(Buffer.from(JSON.stringify({ errors: [error] }))));

test.each([
  // zot
  [{ limit: '2' }, 'TOOMANYREQUESTS: too many (limit: 2)'],
  [
    { mediaType: 'application/x', size: 3, more: ['a'] },
    'TOOMANYREQUESTS: too many (mediaType: application/x, size: 3)',
  ],
  // distribution
  ['sha256:1', 'TOOMANYREQUESTS: too many (sha256:1)'],
  [[{ Type: 'repository' }], 'TOOMANYREQUESTS: too many'],
  [{}, 'TOOMANYREQUESTS: too many'],
  [null, 'TOOMANYREQUESTS: too many'],
  ['too many', 'TOOMANYREQUESTS: too many'],
  [
    { from: 'https://me:pw@host.example/a?token=secret' },
    'TOOMANYREQUESTS: too many (from: https://host.example/a)',
  ],
  [
    `${'x'.repeat(180)} https://me:sesame@host.example`,
    `TOOMANYREQUESTS: too many (${'x'.repeat(180)} https://host.exampl)`,
  ],
  ['x'.repeat(900), `TOOMANYREQUESTS: too many (${'x'.repeat(200)})`],
])('shows the detail %j of an error', (detail, text) => {
  expect(textOf({ code: 'TOOMANYREQUESTS', message: 'too many', detail })).toBe(text);
});
