import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ContractDoctorReport } from '../../../core/contract/topics/doctor.ts';
import type { Part } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { READER_REJECTION } from '../../engine/session.fixture.ts';
import { t as parts } from '../parts/messages.ts';
import { openSettings, READER, registry, rowsOf } from '../settings.fixture.tsx';
import { t } from './messages.ts';

const finding = { check: 'clock', subject: 'quay.io', code: 'clock-skew', why: 'Tokens expire.' };
const REPORT: Part<ContractDoctorReport> = {
  at: '2026-01-01T00:00:00.000Z',
  command: 'airlock doctor',
  findings: [
    {
      ...finding,
      level: 'error',
      message: 'the clock is wrong',
      remedy: 'Set it.',
      evidence: ['off by 2 h'],
    },
    { ...finding, level: 'warning', message: 'the disk is slow', check: 'disk-speed', code: 'disk-speed' },
    { ...finding, level: 'ok', message: 'names resolve', check: 'tls' },
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

/** The button that starts a check. Its text depends on whether an earlier test left a report. */
const START = new RegExp(`^(${t('checkButton')}|${t('checkAgainButton')})$`);
const check = () => buttonThatIs('on', START);
const destination = () => screen.findByRole('combobox', { name: t('destinationLabel') });

describe('the form of a check', () => {
  test('sends the last workspace and checks every certificate', async () => {
    const { user, requested } = open();
    const button = await check();
    expect(requested('doctor.examine')).toEqual([]);
    await user.click(button);
    await expectHeading(parts('reportTitle', { errors: 1, warnings: 1 }));
    expect(requested('doctor.examine')).toEqual([
      {
        ticket: expect.any(String),
        workspace: '/w',
        sourceTlsVerify: true,
        destinationTlsVerify: true,
      },
    ]);
  });

  test('sends what the address names', async () => {
    const { user, requested } = open(
      {},
      '?config=/w/a.yaml&workspace=/x&destination=https://registry.lab/mirror/&sourceTls=false&tls=false',
    );
    await user.click(await check());
    expect(requested('doctor.examine')).toEqual([
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

  test('checks a listed destination with the TLS setting of the list by default', async () => {
    const { user, requested, address } = open({}, '?destination=registry.lab/mirror');
    const verify = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: t('destinationTlsLabel'),
    });
    await waitFor(() => expect(verify.checked).toBe(false));
    await user.click(verify);
    await waitFor(() => expect(address()).toContain('tls=true'));
    await user.click(await check());
    expect(requested('doctor.examine')[0]?.destinationTlsVerify).toBe(true);
  });

  test('rejects an invalid destination', async () => {
    const { user, requested } = open();
    await user.click(await destination());
    await user.paste('op:secret@registry.lab');
    await screen.findByText(parts('userError'));
    await buttonThatIs('off', START);
    await user.type(await destination(), '{Enter}');
    expect(requested('doctor.examine')).toEqual([]);
  });

  test('is off for a reader', async () => {
    open(READER);
    expect((await buttonThatIs('off', START)).title).toBe(READER_REJECTION);
  });
});

describe('a check', () => {
  test('shows its progress and can be canceled', async () => {
    const { user, requested, report } = open({ 'doctor.examine': () => new Promise<never>(() => {}) });
    await user.click(await check());
    await expectHeading(t('checkingTitle', { progress: parts('startingText') }));
    report({
      type: 'job',
      job: {
        kind: 'request',
        id: requested('doctor.examine')[0]!.ticket,
        status: 'running',
        phase: 'check',
        detail: 'quay.io',
        unit: 'checks',
        progress: { done: 2, total: 9 },
      },
    });
    await expectHeading(
      t('checkingTitle', {
        progress: parts('progressSubjectText', { done: 2, total: 9, subject: 'quay.io' }),
      }),
    );
    await user.click(await buttonThatIs('on', t('cancelButton')));
    await check();
    expect(screen.queryByText(t('checkFailedTitle'), { exact: false })).toBeNull();
  });

  test("that couldn't run reports why and removes the former report", async () => {
    const { user } = open({ 'doctor.examine': failing('the workspace is locked') });
    await user.click(await check());
    await screen.findByText('The workspace is locked', { exact: false });
    await expectHeading(t('openTitle'));
    expect(screen.queryByRole('region', { name: parts('errorsTitle') })).toBeNull();
  });

  test('lists its findings by level, with reason, remedy and evidence', async () => {
    const { user } = open();
    await user.click(await check());
    const errors = await screen.findByRole('region', { name: parts('errorsTitle') });
    for (const words of ['The clock is wrong', 'Clock · quay.io · clock-skew', 'Tokens expire.', 'Set it.'])
      expect(errors.textContent).toContain(words);
    expect(within(errors).getByText('off by 2 h')).toBeDefined();
    const warnings = screen.getByRole('region', { name: parts('warningsTitle') }).textContent;
    expect(warnings).toContain('Disk speed · quay.io');
    expect(warnings).not.toContain('disk-speed');
    expect(screen.queryByRole('region', { name: parts('infoTitle') })).toBeNull();
    expect(screen.getByText('The catalog was not read')).toBeDefined();
    const passed = screen.getByRole('grid', { name: t('passedLabel') });
    await within(passed).findByText('Names resolve');
    expect(screen.getByText('airlock doctor')).toBeDefined();
  });

  test('shows the capabilities of the destination', async () => {
    const { user } = open({
      'doctor.examine': {
        ...REPORT,
        findings: [],
        hosts: [],
        profile: { host: 'registry.lab', fresh: true, capabilities: [] },
      },
    });
    await user.click(await check());
    await expectHeading(parts('reportTitle', { errors: 0, warnings: 0 }));
    expect(screen.getByText(t('capabilitiesTitle', { registry: 'registry.lab' }))).toBeDefined();
    expect(
      screen.getByText(parts('completeProfile', { product: parts('unknownProduct'), unknown: 0 })),
    ).toBeDefined();
    expect(screen.getByText(parts('productUnknownText'))).toBeDefined();
    expect(screen.queryByText(t('hostsTitle'))).toBeNull();
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('the hosts for a firewall', () => {
  const openHosts = async (answers: Answers = {}) => {
    const opened = open(answers);
    await opened.user.click(await check());
    await screen.findByRole('region', { name: t('hostsTitle') });
    return opened;
  };

  test('are listed with the reasons and the proxy', async () => {
    await openHosts();
    const card = screen.getByRole('region', { name: t('hostsTitle') });
    expect(rowsOf(within(card).getByRole('table'))).toEqual([
      ['quay.io', '443', 'https', t('reached'), expect.stringContaining('releases')],
      ['cdn.quay.io', '80', 'http', t('notReached'), ' (through proxy:3128)'],
    ]);
    expect(card.textContent).toContain(t('networkNote'));
    expect(card.textContent).toContain(t('proxyNote'));
  });

  test('are copied as CSV', async () => {
    const { user } = await openHosts();
    await user.click(screen.getByRole('button', { name: t('copyCsvButton') }));
    expect(await navigator.clipboard.readText()).toBe('host,port\nquay.io,443\n');
  });

  test('are saved below the home folder once the person confirms it', async () => {
    const { user, requested } = await openHosts({
      'doctor.saveHosts': { file: '/home/op/airlock-hosts.csv' },
    });
    await user.click(screen.getByRole('button', { name: t('saveCsvButton') }));
    expect(requested('doctor.saveHosts')).toEqual([]);
    await user.click(await buttonThatIs('on', t('saveHostsButton')));
    await screen.findByText(t('hostsSavedTitle', { file: '~/airlock-hosts.csv' }), { exact: false });
    expect(requested('doctor.saveHosts')).toMatchObject([
      { file: '/home/op/airlock-hosts.csv', hosts: [{ host: 'quay.io' }, { host: 'cdn.quay.io' }] },
    ]);
    expect(screen.queryByRole('button', { name: t('saveHostsButton') })).toBeNull();
  });

  test("that couldn't be saved can be saved again", async () => {
    const { user } = await openHosts({ 'doctor.saveHosts': failing('no space is left') });
    await user.click(screen.getByRole('button', { name: t('saveCsvButton') }));
    await user.clear(screen.getByRole('combobox', { name: t('csvFileLabel') }));
    await buttonThatIs('off', t('saveHostsButton'));
    await user.click(screen.getByRole('combobox', { name: t('csvFileLabel') }));
    await user.paste('/tmp/hosts.csv');
    await user.click(await buttonThatIs('on', t('saveHostsButton')));
    await screen.findByText('No space is left', { exact: false });
    await buttonThatIs('on', t('saveHostsButton'));
  });
});
