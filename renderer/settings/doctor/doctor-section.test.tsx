import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ContractDoctorReport } from '../../../core/contract/topics/doctor.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { openSettings, READER, registry, rowsOf } from '../settings.fixture.tsx';

const finding = { check: 'clock', subject: 'quay.io', code: 'clock-skew', why: 'Tokens expire.' };
const REPORT: Part<ContractDoctorReport> = {
  at: '2026-01-01T00:00:00.000Z',
  command: 'airlock doctor',
  findings: [
    { ...finding, level: 'error', what: 'the clock is wrong', remedy: 'Set it.', evidence: ['off by 2 h'] },
    { ...finding, level: 'warning', what: 'the disk is slow', check: 'disk-speed', code: 'disk-speed' },
    { ...finding, level: 'ok', what: 'names resolve', check: 'tls' },
  ],
  hosts: [
    { host: 'quay.io', port: 443, protocol: 'https', why: ['releases', 'catalog', 'charts'], reached: true },
    { host: 'cdn.quay.io', port: 80, protocol: 'http', why: [], reached: false, via: 'proxy:3128' },
  ],
  hostsText: 'host,port\nquay.io,443\n',
  notes: ['the catalog was not read'],
};

const open = (answers: Answers = {}, query = '') =>
  openSettings(`doctor${query}`, {
    'registries.list': { registries: [registry('registry.lab/mirror', { tlsVerify: false })] },
    'doctor.examine': REPORT,
    ...answers,
  });

/** The button that starts a check, also where an earlier test left a report. */
const check = () => buttonThatIs('on', /^Check( again)?$/);
const destination = () => screen.findByRole('combobox', { name: 'Destination registry' });

describe('the form of a check', () => {
  test('sends the last workspace and checks every certificate', async () => {
    const { user, asked } = open();
    const button = await check();
    expect(asked('doctor.examine')).toEqual([]);
    await user.click(button);
    await expectHeading('1 finding would stop a run, and 1 warning.');
    expect(asked('doctor.examine')).toEqual([
      {
        ticket: expect.any(String),
        workspace: '/w',
        sourceTlsVerify: true,
        destinationTlsVerify: true,
      },
    ]);
  });

  test('sends what the address names', async () => {
    const { user, asked } = open(
      {},
      '?config=/w/a.yaml&workspace=/x&destination=https://registry.lab/mirror/&sourceTls=false&tls=false',
    );
    await user.click(await check());
    expect(asked('doctor.examine')).toEqual([
      {
        ticket: expect.any(String),
        configFile: '/w/a.yaml',
        workspace: '/x',
        destination: 'registry.lab/mirror',
        sourceTlsVerify: false,
        destinationTlsVerify: false,
      },
    ]);
  });

  test('checks a listed destination as the list says, until the person decides', async () => {
    const { user, asked, address } = open({}, '?destination=registry.lab/mirror');
    const verify = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: "Verify the destination's certificate",
    });
    await waitFor(() => expect(verify.checked).toBe(false));
    await user.click(verify);
    await waitFor(() => expect(address()).toContain('tls=true'));
    await user.click(await check());
    expect(asked('doctor.examine')[0]?.destinationTlsVerify).toBe(true);
  });

  test('rejects a destination that is none', async () => {
    const { user, asked } = open();
    await user.click(await destination());
    await user.paste('op:secret@registry.lab');
    await screen.findByText(/^Leave user and password out/);
    await buttonThatIs('off', /^Check( again)?$/);
    await user.type(await destination(), '{Enter}');
    expect(asked('doctor.examine')).toEqual([]);
  });

  test('is off for a reader', async () => {
    open(READER);
    expect((await buttonThatIs('off', /^Check( again)?$/)).title).toBe('This session is read-only.');
  });
});

describe('a check', () => {
  test('shows its progress and can be canceled', async () => {
    const { user, asked, report } = open({ 'doctor.examine': () => new Promise<never>(() => {}) });
    await user.click(await check());
    await expectHeading('Checking: Beginning.');
    report({
      type: 'job',
      job: {
        kind: 'request',
        id: asked('doctor.examine')[0]!.ticket,
        status: 'running',
        phase: 'check',
        detail: 'quay.io',
        unit: 'checks',
        progress: { done: 2, total: 9 },
      },
    });
    await expectHeading('Checking: 2 of 9 checks, now quay.io.');
    await user.click(await buttonThatIs('on', 'Cancel check'));
    await check();
    expect(screen.queryByText('The check was not made', { exact: false })).toBeNull();
  });

  test('that could not be made reports why and drops the former report', async () => {
    const { user } = open({ 'doctor.examine': failing('the workspace is locked') });
    await user.click(await check());
    await screen.findByText('The workspace is locked', { exact: false });
    await expectHeading('A check tells what would stop a run here.');
    expect(screen.queryByRole('region', { name: 'Would stop a run' })).toBeNull();
  });

  test('lists its findings by level, with reason, remedy and evidence', async () => {
    const { user } = open();
    await user.click(await check());
    const stops = await screen.findByRole('region', { name: 'Would stop a run' });
    for (const words of ['The clock is wrong', 'Clock · quay.io · clock-skew', 'Tokens expire.', 'Set it.'])
      expect(stops.textContent).toContain(words);
    expect(within(stops).getByText('off by 2 h')).toBeDefined();
    const spoils = screen.getByRole('region', { name: 'May spoil or slow a run' }).textContent;
    expect(spoils).toContain('Disk speed · quay.io');
    expect(spoils).not.toContain('disk-speed');
    expect(screen.queryByRole('region', { name: 'Good to know' })).toBeNull();
    expect(screen.getByText('The catalog was not read')).toBeDefined();
    const fine = screen.getByRole('grid', { name: 'Checks in order' });
    await within(fine).findByText('Names resolve');
    expect(screen.getByText('airlock doctor')).toBeDefined();
  });

  test('shows what the destination takes', async () => {
    const { user } = open({
      'doctor.examine': {
        ...REPORT,
        findings: [],
        hosts: [],
        profile: { host: 'registry.lab', fresh: true, capabilities: [] },
      },
    });
    await user.click(await check());
    await expectHeading('Nothing was found that would stop a run.');
    expect(screen.getByText('What registry.lab takes')).toBeDefined();
    expect(screen.getByText('Unknown product: takes all that was tried.')).toBeDefined();
    expect(screen.getByText('unknown; nothing tells which it is')).toBeDefined();
    expect(screen.queryByText('Hosts for a firewall')).toBeNull();
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('the hosts for a firewall', () => {
  const openHosts = async (answers: Answers = {}) => {
    const opened = open(answers);
    await opened.user.click(await check());
    await screen.findByRole('region', { name: 'Hosts for a firewall' });
    return opened;
  };

  test('are listed with the reasons and the proxy', async () => {
    await openHosts();
    const card = screen.getByRole('region', { name: 'Hosts for a firewall' });
    expect(rowsOf(within(card).getByRole('table'))).toEqual([
      ['quay.io', '443', 'https', 'Yes', expect.stringContaining('releases')],
      ['cdn.quay.io', '80', 'http', 'Not yet', ' (through proxy:3128)'],
    ]);
    expect(card.textContent).toContain('comes from any host of a network');
    expect(card.textContent).toContain('Where a proxy leads out');
  });

  test('are copied as CSV', async () => {
    const { user } = await openHosts();
    await user.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    expect(await navigator.clipboard.readText()).toBe('host,port\nquay.io,443\n');
  });

  test('are saved below the home folder once the person confirms it', async () => {
    const { user, asked } = await openHosts({ 'doctor.saveHosts': { file: '/home/op/airlock-hosts.csv' } });
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    expect(asked('doctor.saveHosts')).toEqual([]);
    await user.click(await buttonThatIs('on', 'Save hosts'));
    await screen.findByText('~/airlock-hosts.csv is written', { exact: false });
    expect(asked('doctor.saveHosts')).toMatchObject([
      { file: '/home/op/airlock-hosts.csv', hosts: [{ host: 'quay.io' }, { host: 'cdn.quay.io' }] },
    ]);
    expect(screen.queryByRole('button', { name: 'Save hosts' })).toBeNull();
  });

  test('that could not be saved stay in the form', async () => {
    const { user } = await openHosts({ 'doctor.saveHosts': failing('no space is left') });
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    await user.clear(screen.getByRole('combobox', { name: 'Save as' }));
    await buttonThatIs('off', 'Save hosts');
    await user.click(screen.getByRole('combobox', { name: 'Save as' }));
    await user.paste('/tmp/hosts.csv');
    await user.click(await buttonThatIs('on', 'Save hosts'));
    await screen.findByText('No space is left', { exact: false });
    await buttonThatIs('on', 'Save hosts');
  });
});
