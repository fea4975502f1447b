import { expect, test } from 'vitest';
import {
  authoritiesSentence,
  certificateNote,
  commonName,
  expiry,
  ownAuthorities,
  pastedAuthority,
  trustedHost,
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

test('an authority is trusted for a host, not for a path', () => {
  expect(trustedHost('registry.lab:5000')).toEqual({ name: 'registry.lab:5000' });
  expect(trustedHost('https://registry.lab/')).toEqual({ name: 'registry.lab' });
  expect(trustedHost('registry.lab/team')).toEqual({ error: 'The host alone, without a path.' });
  expect(trustedHost('')).toHaveProperty('error');
});

test('the field of a certificate says what to paste, and what is in it', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  const fresh = { tried: false, tooLarge: false };
  expect(certificateNote('', fresh).variant).toBe('default');
  expect(certificateNote(' \n', { ...fresh, tried: true })).toEqual({
    variant: 'error',
    words: 'Paste the certificate of the authority, or read its file.',
  });
  expect(certificateNote(pem, fresh)).toEqual({ variant: 'success', words: 'Holds 1 certificate.' });
  expect(certificateNote(pem + pem, { ...fresh, tried: true }).words).toBe('Holds 2 certificates.');
  expect(certificateNote('MIIB', fresh).variant).toBe('error');
});

test('a file that is too large is said so, whatever was pasted before', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  const words = 'This file is too large for a certificate.';
  expect(certificateNote(pem, { tried: false, tooLarge: true })).toEqual({ variant: 'error', words });
});

test('a date that is none is worth a warning, and a day is never none', () => {
  expect(expiry({ notAfter: 'soon' }, now)).toEqual({ mark: 'warning', words: 'no date' });
  expect(expiry({ notAfter: '2026-01-31T11:00:00Z' }, now).words).toBe('31 Jan 2026, in 1 day');
});

test('the sentence counts in the singular too', () => {
  expect(authoritiesSentence([], 1, now)).toBe('1 authority of the system is trusted, none of your own.');
  const two = [ca('2020-01-01T00:00:00Z'), ca('2020-02-01T00:00:00Z')];
  expect(authoritiesSentence(two, 5, now)).toMatch(/2 have expired\.$/);
});
