import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { READER_REJECTION } from '../../engine/session.fixture.ts';
import { t as parts } from '../parts/messages.ts';
import { DESCRIBED, openSettings, READER, registry, rowsOf, tested } from '../settings.fixture.tsx';
import { t } from './messages.ts';

const NO_LOGIN = parts('noSource');
const UNTESTED = parts('untestedOutcome');
const PASSED = parts('passedOutcome', { time: '0.5 s' });

const LAB = registry('registry.lab:5000', {
  credentials: { from: 'auth-file', where: '/home/op/.docker/config.json, entry registry.lab', user: 'op' },
});
const QUAY = registry('quay.io', { listed: false });
const THIRD = registry('third.lab');

const open = (answers: Answers = {}, address = '') =>
  openSettings(`registries${address}`, {
    'registries.list': { registries: [LAB, QUAY, THIRD] },
    'registries.test': ({ name }) => tested(name),
    ...answers,
  });

const table = () => screen.findByRole('table');
const stages = () =>
  within(screen.getByRole('list', { name: t('stagesLabel') }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the list of registries', () => {
  test('names the source of all credentials, and shows that no registry was tested', async () => {
    open();
    await expectHeading(t('untestedTitle', { registries: 3 }));
    expect(rowsOf(await table())).toEqual([
      ['registry.lab:5000', 'config.json', UNTESTED],
      ['quay.io', NO_LOGIN, UNTESTED],
      ['third.lab', NO_LOGIN, UNTESTED],
    ]);
    expect(
      screen.getByRole('region', { name: t('registryLabel', { registry: 'registry.lab:5000' }) }),
    ).toBeDefined();
  });

  test('shows the registry of the address', async () => {
    open({}, '?registry=third.lab');
    expect(
      await screen.findByRole('region', { name: t('registryLabel', { registry: 'third.lab' }) }),
    ).toBeDefined();
  });

  test('arrow keys choose another registry and stop at the ends', async () => {
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'quay.io' }));
    expect(address()).toBe('/settings/registries?registry=quay.io');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('region', { name: t('registryLabel', { registry: 'third.lab' }) })).toBeDefined();
    await user.keyboard('{ArrowDown}');
    expect(address()).toBe('/settings/registries?registry=third.lab');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('button', { name: 'registry.lab:5000' }).getAttribute('aria-current')).toBe(
      'true',
    );
    expect(document.activeElement?.textContent).toBe('registry.lab:5000');
  });

  test('a row is chosen by a press anywhere on it', async () => {
    const { user, address } = open();
    const row = (await screen.findByRole('button', { name: 'third.lab' })).closest('tr')!;
    await user.click(within(row).getByText(UNTESTED));
    expect(address()).toBe('/settings/registries?registry=third.lab');
  });

  test('an empty list offers both buttons that fill it', async () => {
    const { user } = open({ 'registries.list': { registries: [] } });
    await expectHeading(t('emptyTitle'));
    await user.click(await buttonThatIs('on', t('importButton')));
    expect(await screen.findByRole('dialog', { name: new RegExp(`^${t('importTitle')}`) })).toBeDefined();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('cancelButton') }));
    await user.click(await buttonThatIs('on', t('addButton')));
    expect(await screen.findByRole('dialog', { name: t('addButton') })).toBeDefined();
  });

  test("a list that couldn't be read is read again on request", async () => {
    let fails = true;
    const { user } = open({
      'registries.list': () => (fails ? failing('auth.json is damaged') : { registries: [QUAY] }),
    });
    await screen.findByText('Auth.json is damaged', { exact: false });
    fails = false;
    await user.click(screen.getByRole('button', { name: t('readAgainButton') }));
    await expectHeading(t('untestedTitle', { registries: 1 }));
  });

  test('the note below the table names the proxy', async () => {
    open({
      'host.describe': { ...DESCRIBED, proxies: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }] },
    });
    await screen.findByText(
      t('testProxyNote', { proxy: parts('proxiedTitle', { proxy: 'proxy:3128', exceptions: 0 }) }),
    );
  });

  test("a reader sees the registries, but can't test or add any", async () => {
    open(READER);
    for (const name of [t('testAllButton'), t('testButton'), t('addButton'), t('importButton')])
      expect((await buttonThatIs('off', name)).title).toBe(READER_REJECTION);
  });
});

describe('a test', () => {
  test('starts with its button, then shows every stage', async () => {
    const { user, requested } = open();
    const button = await buttonThatIs('on', t('testButton'));
    expect(requested('registries.test')).toEqual([]);
    expect(stages()[0]).toBe(`${UNTESTED}Name${UNTESTED}`);
    await user.click(button);
    await screen.findByText(PASSED);
    expect(requested('registries.test')).toEqual([{ name: 'registry.lab:5000', tlsVerify: true }]);
    expect(stages()).toEqual([
      'PassedNamename found100 ms',
      'PassedConnectionconnection found100 ms',
      'PassedTLStls found100 ms',
      'PassedLoginlogin found100 ms',
      'PassedPathpath found100 ms',
    ]);
    await expectHeading(
      `${t('somePassedText', { passed: 1, total: 3 })} ${t('untestedText', { registries: 2 })}`,
    );
    expect(screen.getByText('https://registry.lab:5000/v2/')).toBeDefined();
  });

  test("that is running is marked and can't be repeated", async () => {
    const { user } = open({ 'registries.test': () => new Promise<never>(() => {}) });
    await user.click(await buttonThatIs('on', t('testButton')));
    await buttonThatIs('off', t('testingButton'));
    await expectHeading(t('testingTitle', { testing: 1, passed: 0, total: 3 }));
    expect(screen.getByRole('list', { name: t('stagesLabel') }).getAttribute('aria-busy')).toBe('true');
    expect(stages()[0]).toBe('TestingName');
  });

  test("that couldn't run reports why", async () => {
    const { user } = open({ 'registries.test': failing('the engine is busy', { remedy: 'Try again.' }) });
    await user.click(await buttonThatIs('on', t('testButton')));
    await screen.findByText('Try again.');
    expect(rowsOf(await table())[0]).toEqual([
      'registry.lab:5000',
      'config.json',
      parts('untestableOutcome'),
    ]);
  });

  test('of all registries sends one request each', async () => {
    const { user, requested } = open({
      'registries.test': ({ name }) =>
        name === 'quay.io'
          ? tested(name, { stage: 'tls', result: 'warning', detail: 'expires soon' })
          : tested(name),
    });
    await user.click(await buttonThatIs('on', t('testAllButton')));
    await expectHeading(t('allPassedTitle', { registries: 3 }));
    expect(requested('registries.test').map(({ name }) => name)).toEqual([
      'registry.lab:5000',
      'quay.io',
      'third.lab',
    ]);
    expect(rowsOf(await table()).map((row) => row[2])).toEqual([
      PASSED,
      parts('warningOutcome', { time: '0.5 s' }),
      PASSED,
    ]);
    await buttonThatIs('on', t('testAllButton'));
  });

  test('of all registries can be canceled, and finished results remain', async () => {
    const { user } = open({
      'registries.test': ({ name }) => (name === 'quay.io' ? tested(name) : new Promise<never>(() => {})),
    });
    await user.click(await buttonThatIs('on', t('testAllButton')));
    await screen.findByText(PASSED);
    await user.click(await buttonThatIs('on', t('cancelTestsButton')));
    await buttonThatIs('on', t('testAllButton'));
    expect(rowsOf(await table()).map((row) => row[2])).toEqual([UNTESTED, PASSED, UNTESTED]);
  });

  test('that fails shows its registry', async () => {
    const { user } = open({
      'registries.test': ({ name }) =>
        name === 'third.lab'
          ? tested(name, { stage: 'name', result: 'failed', detail: 'unknown' })
          : tested(name),
    });
    await user.click(await buttonThatIs('on', t('testAllButton')));
    expect(
      await screen.findByRole('region', { name: t('registryLabel', { registry: 'third.lab' }) }),
    ).toBeDefined();
    await expectHeading(
      `${t('somePassedText', { passed: 2, total: 3 })} ${parts('nameCount', { registries: 1 })}`,
    );
  });
});
