import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentsWithoutSecrets, valueWithoutSecrets, withoutSecrets } from './without-secrets.ts';

describe('secrets', () => {
  test.each([
    ['docker://admin:pa55@reg.lan:5000/ocp', 'docker://reg.lan:5000/ocp'],
    ['docker://token@reg.lan/ocp', 'docker://reg.lan/ocp'],
    ['https://u:p@ss/w@rd@charts.lan/x', 'https://charts.lan/x'],
    ['url: "https://u:p@charts.lan/"', 'url: "https://charts.lan/"'],
    ['admin:pa55@reg.lan/a', 'reg.lan/a'],
    ['GET https://cdn.lan/blob?X-Sig=abc&e=1 failed', 'GET https://cdn.lan/blob failed'],
    ['Authorization: Bearer abc.def', 'Authorization: (removed)'],
    ['"authorization":"Basic dTpw"', '"authorization":"(removed)"'],
    ['sent Bearer eyJhbGciOiJSUzI1NiJ9.e30', 'sent Bearer (removed)'],
  ])('%s', (text, clean) => expect(withoutSecrets(text)).toBe(clean));

  test.each([
    `docker://h:5000/a/b@sha256:${'a'.repeat(64)}`,
    `quay.io/a/b:v1@sha256:${'a'.repeat(64)}`,
    `ubi:latest@sha256:${'a'.repeat(64)}`,
    'file:///data/out',
    'docker://127.0.0.1:5000/ocp',
    'name: quay.io/a:1 # mail me@example.org',
    'Mon-Fri 00:00-04:00 Europe/Oslo',
    '--retry-delay=5s',
  ])('%s stays', (text) => expect(withoutSecrets(text)).toBe(text));

  test('removes the values of secret flags', () => {
    expect(
      argumentsWithoutSecrets([
        'mirror',
        '--dest-creds',
        'a:b',
        '--token=x=y',
        '--password',
        '--authfile',
        'auth.json',
      ]),
    ).toEqual([
      'mirror',
      '--dest-creds',
      '(removed)',
      '--token=(removed)',
      '--password',
      '--authfile',
      'auth.json',
    ]);
  });

  test('a planted secret is never in the result', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9!$%&*+,;=~._-]{6,30}$/).map((text) => `S3cr3t${text}`);
    const host = fc.constantFrom('reg.lan', 'reg.lan:5000', '127.0.0.1:8080', '[::1]:5000');
    const carrier = fc.constantFrom<(secret: string, host: string) => string>(
      (s, h) => `docker://user:${s}@${h}/ocp`,
      (s, h) => `https://${s}@${h}/v2/`,
      (s, h) => `https://${h}/blob?token=${s}`,
      (s, h) => `could not reach http://u:${s}@${h}/x: refused`,
      (s, h) => `user:${s}@${h}/a/b`,
      (s) => `Authorization: Basic ${s}`,
      (s) => `--registry-password=${s}`,
    );
    fc.assert(
      fc.property(carrier, secret, host, (carry, planted, where) => {
        const text = carry(planted, where);
        const record = JSON.stringify([
          argumentsWithoutSecrets([text]),
          text.startsWith('--') ? '' : valueWithoutSecrets({ a: [text, { b: `(${text})` }] }),
        ]);
        expect(record).not.toContain(planted);
      }),
    );
  });
});
