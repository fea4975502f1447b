import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { useRegistryTests } from '../../settings/registries/tests.ts';
import { mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { WhereSources } from './sources.tsx';

afterEach(() => useRegistryTests.setState({ tests: {} }));

const TEXT = mirrorText(`
operators:
  - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18
additionalImages:
  - name: r.lab:5000/a:1
  - name: r.lab:5000/b:1
`);

const stages = (stage: 'login' | 'path', result: 'passed' | 'failed') => [
  { stage, result, detail: `The ${stage} ${result}.` },
];

const sources = (answers: Answers = {}, draft: object = {}) =>
  openInDraft(<WhereSources />, { text: TEXT, ...draft }, answers);

const row = (name: string) => within(screen.getByText(name).closest('li')!);

test('a configuration without content names no registry', async () => {
  const { asked } = openInDraft(<WhereSources />);
  await expect.poll(() => asked('drafts.plan')).toHaveLength(1);
  expect(screen.queryByText('Registries it comes from')).toBeNull();
});

test('each registry is listed once, with the login that is known', async () => {
  const credentials = { from: 'auth-file' as const, where: '~/.docker/config.json', user: 'op' };
  const { asked } = sources({ 'registries.list': { registries: [{ name: 'r.lab:5000', credentials }] } });
  await screen.findByText('login op from ~/.docker/config.json');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  row('registry.redhat.io').getByText('no login is known');
  expect(asked('registries.test')).toEqual([]);
});

test('Test asks one registry as the run would', async () => {
  const { user, asked } = sources(
    { 'registries.test': ({ name }) => ({ name, stages: stages('path', 'passed') }) },
    { options: { sourceTlsVerify: false } },
  );
  await user.click(await buttonThatIs('on', 'Test r.lab:5000'));
  await row('r.lab:5000').findByRole('status');
  expect(asked('registries.test')).toEqual([{ name: 'r.lab:5000', tlsVerify: false }]);
  expect(row('registry.redhat.io').queryByRole('status')).toBeNull();
});

test('Test is off while it is under way', async () => {
  const { user } = sources();
  await user.click(await buttonThatIs('on', 'Test r.lab:5000'));
  await buttonThatIs('off', 'Test r.lab:5000');
  await buttonThatIs('on', 'Test registry.redhat.io');
});

test('a rejected login opens the fields for another one', async () => {
  const { user } = sources({
    'registries.test': ({ name }) => ({ name, stages: stages('login', 'failed') }),
  });
  await user.click(await buttonThatIs('on', 'Test r.lab:5000'));
  await row('r.lab:5000').findByLabelText('User');
  expect(screen.queryByRole('button', { name: 'Log in to r.lab:5000' })).toBeNull();
  expect(screen.getAllByLabelText('User')).toHaveLength(1);
});

test('a login is typed where none is known, and Cancel closes its fields', async () => {
  const { user, asked } = sources();
  await user.click(await buttonThatIs('on', 'Log in to r.lab:5000'));
  await row('r.lab:5000').findByLabelText('Password or token');
  await user.click(await buttonThatIs('on', 'Cancel'));
  expect(screen.queryByLabelText('Password or token')).toBeNull();
  await buttonThatIs('on', 'Log in to r.lab:5000');
  expect(asked('credentials.set')).toEqual([]);
});

test('a test that the engine rejected shows it at the registry', async () => {
  const { user } = sources({ 'registries.test': failing('no such host') });
  await user.click(await buttonThatIs('on', 'Test r.lab:5000'));
  await row('r.lab:5000').findByRole('status');
  await buttonThatIs('on', 'Test r.lab:5000');
});
