import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading } from '../../engine/screen.fixture.tsx';
import { DESCRIBED, openSettings, READER, registry, rowsOf, tested } from '../settings.fixture.tsx';

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
  within(screen.getByRole('list', { name: 'Stages of the test' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the list of registries', () => {
  test('names the source of each login and shows that nothing was tested', async () => {
    open();
    await expectHeading('3 registries are known. None was tested yet.');
    expect(rowsOf(await table())).toEqual([
      ['registry.lab:5000', 'config.json', 'Not tested'],
      ['quay.io', 'no login', 'Not tested'],
      ['third.lab', 'no login', 'Not tested'],
    ]);
    expect(screen.getByRole('region', { name: 'Registry registry.lab:5000' })).toBeDefined();
  });

  test('shows the registry of the address', async () => {
    open({}, '?registry=third.lab');
    expect(await screen.findByRole('region', { name: 'Registry third.lab' })).toBeDefined();
  });

  test('arrow keys choose another registry and stop at the ends', async () => {
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'quay.io' }));
    expect(address()).toBe('/settings/registries?registry=quay.io');
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('region', { name: 'Registry third.lab' })).toBeDefined();
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
    await user.click(within(row).getByText('Not tested'));
    expect(address()).toBe('/settings/registries?registry=third.lab');
  });

  test('an empty list offers both ways to fill it', async () => {
    const { user } = open({ 'registries.list': { registries: [] } });
    await expectHeading('No registry is known yet.');
    await user.click(await buttonThatIs('on', 'Import pull secret'));
    expect(await screen.findByRole('dialog', { name: /^Import pull secret/ })).toBeDefined();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await user.click(await buttonThatIs('on', 'Add registry'));
    expect(await screen.findByRole('dialog', { name: 'Add registry' })).toBeDefined();
  });

  test('a list that cannot be read is read again on request', async () => {
    let fails = true;
    const { user } = open({
      'registries.list': () => (fails ? failing('auth.json is damaged') : { registries: [QUAY] }),
    });
    await screen.findByText('Auth.json is damaged', { exact: false });
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Read them again' }));
    await expectHeading('1 registry is known. It was not tested yet.');
  });

  test('a proxy is named below the table', async () => {
    open({
      'host.describe': { ...DESCRIBED, proxies: [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }] },
    });
    await screen.findByText(/^Registries are reached through proxy:3128\. A test asks for the login/);
  });

  test('a reader sees the registries but can test and add none', async () => {
    open(READER);
    for (const name of ['Test all', 'Test registry', 'Add registry', 'Import pull secret'])
      expect((await buttonThatIs('off', name)).title).toBe('This session is read-only.');
  });
});

describe('a test', () => {
  test('asks for nothing before its button is pressed, then shows every stage', async () => {
    const { user, asked } = open();
    const button = await buttonThatIs('on', 'Test registry');
    expect(asked('registries.test')).toEqual([]);
    expect(stages()[0]).toBe('Not testedNamenot tested');
    await user.click(button);
    await screen.findByText('Passed, 0.5 s');
    expect(asked('registries.test')).toEqual([{ name: 'registry.lab:5000', tlsVerify: true }]);
    expect(stages()).toEqual([
      'PassedNamename found100 ms',
      'PassedConnectionconnection found100 ms',
      'PassedTLStls found100 ms',
      'PassedLoginlogin found100 ms',
      'PassedPathpath found100 ms',
    ]);
    await expectHeading('1 of 3 registries answers. Two were not tested.');
    expect(screen.getByText('https://registry.lab:5000/v2/')).toBeDefined();
  });

  test('that is under way is marked and cannot be repeated', async () => {
    const { user } = open({ 'registries.test': () => new Promise<never>(() => {}) });
    await user.click(await buttonThatIs('on', 'Test registry'));
    await buttonThatIs('off', 'Testing');
    await expectHeading('Testing 1 registry. None of 3 registries answers.');
    expect(screen.getByRole('list', { name: 'Stages of the test' }).getAttribute('aria-busy')).toBe('true');
    expect(stages()[0]).toBe('TestingName');
  });

  test('that could not be made reports why', async () => {
    const { user } = open({ 'registries.test': failing('the engine is busy', { remedy: 'Try again.' }) });
    await user.click(await buttonThatIs('on', 'Test registry'));
    await screen.findByText('Try again.');
    expect(rowsOf(await table())[0]).toEqual(['registry.lab:5000', 'config.json', 'Test not made']);
  });

  test('of all registries sends one request each', async () => {
    const { user, asked } = open({
      'registries.test': ({ name }) =>
        name === 'quay.io'
          ? tested(name, { stage: 'tls', result: 'warning', detail: 'ends soon' })
          : tested(name),
    });
    await user.click(await buttonThatIs('on', 'Test all'));
    await expectHeading('All 3 registries answer.');
    expect(asked('registries.test').map(({ name }) => name)).toEqual([
      'registry.lab:5000',
      'quay.io',
      'third.lab',
    ]);
    expect(rowsOf(await table()).map((row) => row[2])).toEqual([
      'Passed, 0.5 s',
      'Warning, 0.5 s',
      'Passed, 0.5 s',
    ]);
    await buttonThatIs('on', 'Test all');
  });

  test('of all registries can be canceled; finished ones keep their result', async () => {
    const { user } = open({
      'registries.test': ({ name }) => (name === 'quay.io' ? tested(name) : new Promise<never>(() => {})),
    });
    await user.click(await buttonThatIs('on', 'Test all'));
    await screen.findByText('Passed, 0.5 s');
    await user.click(await buttonThatIs('on', 'Cancel tests'));
    await buttonThatIs('on', 'Test all');
    expect(rowsOf(await table()).map((row) => row[2])).toEqual(['Not tested', 'Passed, 0.5 s', 'Not tested']);
  });

  test('that fails brings its registry to the front', async () => {
    const { user } = open({
      'registries.test': ({ name }) =>
        name === 'third.lab'
          ? tested(name, { stage: 'name', result: 'failed', detail: 'not known' })
          : tested(name),
    });
    await user.click(await buttonThatIs('on', 'Test all'));
    expect(await screen.findByRole('region', { name: 'Registry third.lab' })).toBeDefined();
    await expectHeading('2 of 3 registries answer. One has a name nobody knows.');
  });
});
