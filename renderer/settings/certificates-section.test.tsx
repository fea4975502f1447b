import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../engine/screen.fixture.tsx';
import { READER_REJECTION } from '../engine/session.fixture.ts';
import { t } from './messages.ts';
import { LARGEST_CERTIFICATE } from './parts/authority-words.ts';
import { t as parts } from './parts/messages.ts';
import { t as registries } from './registries/messages.ts';
import { openSettings, READER, rowsOf } from './settings.fixture.tsx';

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const SYSTEM = '/etc/pki/tls/cert.pem';
const LAB = {
  subject: 'CN=Lab CA,O=Lab',
  file: '/home/op/.config/containers/certs.d/registry.lab/ca.crt',
  scope: 'registry.lab',
  notAfter: '2020-01-02T00:00:00.000Z',
};
const WORLD = {
  subject: 'CN=World CA',
  file: SYSTEM,
  scope: 'every host',
  notAfter: '2099-01-02T00:00:00.000Z',
};

const open = (answers: Answers = {}) =>
  openSettings('certificates', {
    'authorities.list': { authorities: [LAB, WORLD], systemFile: SYSTEM, systemCount: 1 },
    'authorities.add': { file: LAB.file, subjects: ['CN=Lab CA,O=Lab'] },
    ...answers,
  });

const certificate = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: registries('caCertificateField') });
const host = () => screen.findByRole<HTMLInputElement>('textbox', { name: registries('caHostField') });

describe('the CAs', () => {
  test('of registries and of the system are listed separately', async () => {
    open();
    await expectHeading(parts('casTitle', { system: 1, own: 1, expired: 1, expiring: 0 }));
    const [own, system] = screen.getAllByRole('table', { hidden: true });
    expect(rowsOf(own!)).toEqual([
      [
        'Lab CA~/.config/containers/certs.d/registry.lab/ca.crt',
        'registry.lab',
        parts('expired', { date: 'Jan 2, 2020' }),
      ],
    ]);
    expect(system?.textContent).toContain('World CA');
    expect(system?.textContent).toContain('Jan 2, 2099');
    expect(screen.getByText(t('listCasLabel', { count: 1 }))).toBeDefined();
  });

  test('without registry CAs a sentence explains who needs one', async () => {
    open({ 'authorities.list': { authorities: [], systemCount: 142 } });
    await expectHeading(parts('casTitle', { system: 142, own: 0, expired: 0, expiring: 0 }));
    expect(screen.getByText(t('noRegistryCasText'))).toBeDefined();
    expect(screen.getByText(t('systemCasNote', { count: 142 }))).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('that cannot be read are reported', async () => {
    open({ 'authorities.list': failing('permission denied') });
    await screen.findByText('Permission denied', { exact: false });
    await expectHeading(t('casLoadingTitle'));
  });
});

describe('trusting a CA', () => {
  test('sends host and certificate, lists the CAs again and clears the form', async () => {
    const { user, requested } = open();
    await user.type(await host(), 'https://registry.lab:5000/');
    await user.click(await certificate());
    await user.paste(PEM);
    expect(screen.getByText(parts('certificatesNote', { count: 1 }))).toBeDefined();
    await user.click(await buttonThatIs('on', registries('trustButton')));
    await screen.findByText(t('caAddedTitle', { authorities: 'Lab CA' }), { exact: false });
    expect(requested('authorities.add')).toEqual([{ host: 'registry.lab:5000', pem: PEM }]);
    await waitFor(() => expect(requested('authorities.list')).toHaveLength(2));
    expect((await host()).value).toBe('');
    expect((await certificate()).value).toBe('');
    await user.click(screen.getByRole('button', { name: /^Close/ }));
    expect(screen.queryByText(t('caAddedTitle', { authorities: 'Lab CA' }), { exact: false })).toBeNull();
  });

  test.each([
    { typed: '', pem: PEM, problem: parts('hostMissingError') },
    { typed: 'registry.lab/mirror', pem: PEM, problem: parts('hostOnlyError') },
    { typed: 'registry.lab', pem: '', problem: parts('certificateMissingError') },
    { typed: 'registry.lab', pem: 'MIIB', problem: parts('noCertificateError') },
    {
      typed: 'registry.lab',
      pem: `${PEM}\n-----BEGIN RSA PRIVATE KEY-----`,
      problem: parts('privateKeyError'),
    },
  ])('of "$typed" sends nothing while the form is wrong: $problem', async ({ typed, pem, problem }) => {
    const { user, requested } = open();
    if (typed) await user.type(await host(), typed);
    await user.click(await certificate());
    if (pem) await user.paste(pem);
    await user.click(await buttonThatIs('on', registries('trustButton')));
    expect(await screen.findByText(problem)).toBeDefined();
    expect(requested('authorities.add')).toEqual([]);
  });

  test('reads the certificate from a file', async () => {
    const { user } = open();
    await certificate();
    await user.upload(
      screen.getByLabelText(registries('caFileLabel')),
      new File([`${PEM}\n${PEM}`], 'ca.pem', { type: 'application/x-pem-file' }),
    );
    await screen.findByText(parts('certificatesNote', { count: 2 }));
  });

  test('rejects a file that is too large and leaves the text unchanged', async () => {
    const { user } = open();
    await user.click(await certificate());
    await user.paste(PEM);
    await user.upload(
      screen.getByLabelText(registries('caFileLabel')),
      new File(['x'.repeat(LARGEST_CERTIFICATE + 1)], 'ca.pem'),
    );
    await screen.findByText(parts('certificateTooLargeError'));
    expect((await certificate()).value).toBe(PEM);
  });

  test('reports a failure and leaves the form unchanged', async () => {
    const { user } = open({ 'authorities.add': failing('no certificate authority') });
    await user.type(await host(), 'registry.lab');
    await user.click(await certificate());
    await user.paste(PEM);
    await user.click(await buttonThatIs('on', registries('trustButton')));
    await screen.findByText('No certificate authority', { exact: false });
    expect((await certificate()).value).toBe(PEM);
    await buttonThatIs('on', registries('trustButton'));
  });

  test('is off for a reader', async () => {
    open(READER);
    const trust = await buttonThatIs('off', registries('trustButton'));
    expect(trust.title).toBe(READER_REJECTION);
  });
});
