import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../engine/screen.fixture.tsx';
import { LARGEST_CERTIFICATE } from './parts/authority-words.ts';
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
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Certificate of the authority (PEM)' });
const host = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Registry' });

describe('the authorities', () => {
  test('of the user and of the system are listed apart', async () => {
    open();
    await expectHeading('1 authority of your own is trusted beside 1 of the system. One has expired.');
    const [own, system] = screen.getAllByRole('table', { hidden: true });
    expect(rowsOf(own!)).toEqual([
      ['Lab CA~/.config/containers/certs.d/registry.lab/ca.crt', 'registry.lab', 'expired 2 Jan 2020'],
    ]);
    expect(system?.textContent).toContain('World CA');
    expect(system?.textContent).toContain('2 Jan 2099');
    expect(screen.getByText('List these 1')).toBeDefined();
  });

  test('none of the user: a sentence explains who needs one', async () => {
    open({ 'authorities.list': { authorities: [], systemCount: 142 } });
    await expectHeading('142 authorities of the system are trusted, none of your own.');
    expect(screen.getByText(/^None\. Registries whose certificates/)).toBeDefined();
    expect(screen.getByText(/142 authorities of the system count for every host/)).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('that cannot be read are reported', async () => {
    open({ 'authorities.list': failing('permission denied') });
    await screen.findByText('Permission denied', { exact: false });
    await expectHeading('Trusted authorities');
  });
});

describe('trusting an authority', () => {
  test('sends host and certificate, lists the authorities again and clears the form', async () => {
    const { user, asked } = open();
    await user.type(await host(), 'https://registry.lab:5000/');
    await user.click(await certificate());
    await user.paste(PEM);
    expect(screen.getByText('Holds 1 certificate.')).toBeDefined();
    await user.click(await buttonThatIs('on', 'Trust authority'));
    await screen.findByText('Lab CA is trusted now', { exact: false });
    expect(asked('authorities.add')).toEqual([{ host: 'registry.lab:5000', pem: PEM }]);
    await waitFor(() => expect(asked('authorities.list')).toHaveLength(2));
    expect((await host()).value).toBe('');
    expect((await certificate()).value).toBe('');
    await user.click(screen.getByRole('button', { name: /^Close/ }));
    expect(screen.queryByText('Lab CA is trusted now', { exact: false })).toBeNull();
  });

  test.each([
    { typed: '', pem: PEM, problem: 'Type a host, with its port unless it is 443.' },
    { typed: 'registry.lab/mirror', pem: PEM, problem: 'The host alone, without a path.' },
    { typed: 'registry.lab', pem: '', problem: 'Paste the certificate of the authority, or read its file.' },
    { typed: 'registry.lab', pem: 'MIIB', problem: /^No certificate in it/ },
    {
      typed: 'registry.lab',
      pem: `${PEM}\n-----BEGIN RSA PRIVATE KEY-----`,
      problem: /^This holds a private key/,
    },
  ])('of "$typed" asks for nothing while the form is wrong: $problem', async ({ typed, pem, problem }) => {
    const { user, asked } = open();
    if (typed) await user.type(await host(), typed);
    await user.click(await certificate());
    if (pem) await user.paste(pem);
    await user.click(await buttonThatIs('on', 'Trust authority'));
    expect(await screen.findByText(problem)).toBeDefined();
    expect(asked('authorities.add')).toEqual([]);
  });

  test('reads the certificate from a file', async () => {
    const { user } = open();
    await certificate();
    await user.upload(
      screen.getByLabelText('File with the certificate'),
      new File([`${PEM}\n${PEM}`], 'ca.pem', { type: 'application/x-pem-file' }),
    );
    await screen.findByText('Holds 2 certificates.');
  });

  test('rejects a file that is too large and keeps the text', async () => {
    const { user } = open();
    await user.click(await certificate());
    await user.paste(PEM);
    await user.upload(
      screen.getByLabelText('File with the certificate'),
      new File(['x'.repeat(LARGEST_CERTIFICATE + 1)], 'ca.pem'),
    );
    await screen.findByText('This file is too large for a certificate.');
    expect((await certificate()).value).toBe(PEM);
  });

  test('reports a failure and keeps what was typed', async () => {
    const { user } = open({ 'authorities.add': failing('no certificate authority') });
    await user.type(await host(), 'registry.lab');
    await user.click(await certificate());
    await user.paste(PEM);
    await user.click(await buttonThatIs('on', 'Trust authority'));
    await screen.findByText('No certificate authority', { exact: false });
    expect((await certificate()).value).toBe(PEM);
    await buttonThatIs('on', 'Trust authority');
  });

  test('is off for a reader', async () => {
    open(READER);
    const trust = await buttonThatIs('off', 'Trust authority');
    expect(trust.title).toBe('This session is read-only.');
  });
});
