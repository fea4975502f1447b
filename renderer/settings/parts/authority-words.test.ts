import { expect, test } from 'vitest';
import {
  authoritiesSentence,
  commonName,
  expiry,
  ownAuthorities,
  pastedAuthority,
} from './authority-words.ts';

const now = new Date('2026-01-31T10:00:00Z');
const ca = (notAfter: string) => ({
  subject: 'CN=lab',
  issuer: 'CN=lab',
  notAfter,
  file: '/x',
  scope: 'registry.lab',
});

test('the common name of a subject, however it is written', () => {
  expect(commonName('C=NO\nO=Lab\nCN=Lab root')).toBe('Lab root');
  expect(commonName('CN = Lab root, O = Lab')).toBe('Lab root');
  expect(commonName('/C=NO/CN=Lab root')).toBe('Lab root');
  expect(commonName('O=Lab\nOU=Net')).toBe('O=Lab, OU=Net');
});

test('dates that are over or near are marked', () => {
  expect(expiry(ca('2030-01-01T00:00:00Z'), now).mark).toBe('good');
  expect(expiry(ca('2026-02-20T10:00:00Z'), now)).toEqual({
    mark: 'warning',
    words: '20 Feb 2026, in 20 days',
  });
  expect(expiry(ca('2026-01-01T00:00:00Z'), now).mark).toBe('bad');
});

test('the sentence', () => {
  expect(authoritiesSentence([], 142, now)).toBe(
    '142 authorities of the system are trusted, none of your own.',
  );
  expect(authoritiesSentence([ca('2030-01-01T00:00:00Z')], 142, now)).toBe(
    '1 authority of your own is trusted beside 142 of the system.',
  );
  expect(authoritiesSentence([ca('2026-02-20T10:00:00Z'), ca('2020-01-01T00:00:00Z')], 142, now)).toBe(
    '2 authorities of your own are trusted beside 142 of the system. One has expired, one ends soon.',
  );
});

test('only certificates are taken, never a key', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  expect(pastedAuthority(pem + pem)).toEqual({ certificates: 2 });
  expect(pastedAuthority('MIIB')).toHaveProperty('error');
  expect(
    pastedAuthority(`${pem}-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----`),
  ).toHaveProperty('error');
});

test('what SSL_CERT_FILE names is not counted as one of the own', () => {
  const bundle = { ...ca('2030-01-01T00:00:00Z'), file: '/etc/bundle.pem', scope: 'all servers' };
  const lab = ca('2030-01-01T00:00:00Z');
  expect(ownAuthorities([bundle, lab], '/etc/bundle.pem')).toEqual({ own: [lab], named: [bundle] });
});
