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
import { t } from './messages.ts';

const now = new Date('2026-01-31T10:00:00Z');
const ca = (notAfter: string) => ({
  subject: 'CN=lab',
  issuer: 'CN=lab',
  notAfter,
  file: '/x',
  scope: 'registry.lab',
});

test('the common name of a subject is found in every notation', () => {
  expect(commonName('C=NO\nO=Lab\nCN=Lab root')).toBe('Lab root');
  expect(commonName('CN = Lab root, O = Lab')).toBe('Lab root');
  expect(commonName('/C=NO/CN=Lab root')).toBe('Lab root');
  expect(commonName('O=Lab\nOU=Net')).toBe('O=Lab, OU=Net');
});

test('expired certificates and those that expire soon are marked', () => {
  expect(expiry(ca('2030-01-01T00:00:00Z'), now).mark).toBe('good');
  expect(expiry(ca('2026-02-20T10:00:00Z'), now)).toEqual({
    mark: 'warning',
    words: t('expiresSoon', { date: 'Feb 20, 2026', days: 20 }),
  });
  expect(expiry(ca('2026-01-01T00:00:00Z'), now).mark).toBe('bad');
});

test('the heading counts the CAs, the expired ones and those that expire soon', () => {
  expect(authoritiesSentence([], 142, now)).toBe('Trusted: 142 system CAs');
  expect(authoritiesSentence([ca('2030-01-01T00:00:00Z')], 1, now)).toBe(
    'Trusted: 1 system CA, 1 registry CA',
  );
  expect(authoritiesSentence([ca('2026-02-20T10:00:00Z'), ca('2020-01-01T00:00:00Z')], 142, now)).toBe(
    'Trusted: 142 system CAs, 2 registry CAs, 1 expired, 1 expires soon',
  );
  const expired = [ca('2020-01-01T00:00:00Z'), ca('2020-02-01T00:00:00Z')];
  expect(authoritiesSentence(expired, 5, now)).toMatch(/, 2 expired$/);
});

test('certificates are accepted, and private keys rejected', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  expect(pastedAuthority(pem + pem)).toEqual({ certificates: 2 });
  expect(pastedAuthority('MIIB')).toHaveProperty('error');
  expect(
    pastedAuthority(`${pem}-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----`),
  ).toHaveProperty('error');
});

test('CAs of SSL_CERT_FILE are not registry CAs', () => {
  const bundle = { ...ca('2030-01-01T00:00:00Z'), file: '/etc/bundle.pem', scope: 'all servers' };
  const lab = ca('2030-01-01T00:00:00Z');
  expect(ownAuthorities([bundle, lab], '/etc/bundle.pem')).toEqual({ own: [lab], named: [bundle] });
});

test('a CA is trusted for a host, not for a path', () => {
  expect(trustedHost('registry.lab:5000')).toEqual({ name: 'registry.lab:5000' });
  expect(trustedHost('https://registry.lab/')).toEqual({ name: 'registry.lab' });
  expect(trustedHost('registry.lab/team')).toEqual({ error: t('hostOnlyError') });
  expect(trustedHost('')).toHaveProperty('error');
});

test('the note of the certificate field says what to paste, and what was found', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  const fresh = { tried: false, tooLarge: false };
  expect(certificateNote('', fresh).variant).toBe('default');
  expect(certificateNote(' \n', { ...fresh, tried: true })).toEqual({
    variant: 'error',
    words: t('certificateMissingError'),
  });
  expect(certificateNote(pem, fresh)).toEqual({
    variant: 'success',
    words: t('certificatesNote', { count: 1 }),
  });
  expect(certificateNote(pem + pem, { ...fresh, tried: true }).words).toBe(
    t('certificatesNote', { count: 2 }),
  );
  expect(certificateNote('MIIB', fresh).variant).toBe('error');
});

test('a file that is too large is reported, whatever was pasted before', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  const words = t('certificateTooLargeError');
  expect(certificateNote(pem, { tried: false, tooLarge: true })).toEqual({ variant: 'error', words });
});

test('an invalid date gives a warning, and less than a day counts as one day', () => {
  expect(expiry({ notAfter: 'soon' }, now)).toEqual({ mark: 'warning', words: t('noExpiry') });
  expect(expiry({ notAfter: '2026-01-31T11:00:00Z' }, now).words).toBe(
    t('expiresSoon', { date: 'Jan 31, 2026', days: 1 }),
  );
});
