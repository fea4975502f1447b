import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { t as credentials } from '../../settings/registries/messages.ts';
import { useRegistryTests } from '../../settings/registries/tests.ts';
import { mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { t } from './messages.ts';
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

test('a configuration without content has no source registries', async () => {
  const { requested } = openInDraft(<WhereSources />);
  await expect.poll(() => requested('drafts.plan')).toHaveLength(1);
  expect(screen.queryByText(t('sourcesTitle'))).toBeNull();
});

test('each registry is listed once, with its known credentials', async () => {
  const credentials = { from: 'auth-file' as const, where: '~/.docker/config.json', user: 'op' };
  const { requested } = sources({ 'registries.list': { registries: [{ name: 'r.lab:5000', credentials }] } });
  await screen.findByText(t('userCredentialsText', { user: 'op', place: '~/.docker/config.json' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  row('registry.redhat.io').getByText(t('noCredentialsText'));
  expect(requested('registries.test')).toEqual([]);
});

test('Test tests one registry with the settings of the run', async () => {
  const { user, requested } = sources(
    { 'registries.test': ({ name }) => ({ name, stages: stages('path', 'passed') }) },
    { options: { sourceTlsVerify: false } },
  );
  await user.click(await buttonThatIs('on', t('testLabel', { registry: 'r.lab:5000' })));
  await row('r.lab:5000').findByRole('status');
  expect(requested('registries.test')).toEqual([{ name: 'r.lab:5000', tlsVerify: false }]);
  expect(row('registry.redhat.io').queryByRole('status')).toBeNull();
});

test('Test is disabled during a test', async () => {
  const { user } = sources();
  await user.click(await buttonThatIs('on', t('testLabel', { registry: 'r.lab:5000' })));
  await buttonThatIs('off', t('testLabel', { registry: 'r.lab:5000' }));
  await buttonThatIs('on', t('testLabel', { registry: 'registry.redhat.io' }));
});

test('rejected credentials open the form for others', async () => {
  const { user } = sources({
    'registries.test': ({ name }) => ({ name, stages: stages('login', 'failed') }),
  });
  await user.click(await buttonThatIs('on', t('testLabel', { registry: 'r.lab:5000' })));
  await row('r.lab:5000').findByLabelText(credentials('userField'));
  expect(screen.queryByRole('button', { name: t('logInLabel', { registry: 'r.lab:5000' }) })).toBeNull();
  expect(screen.getAllByLabelText(credentials('userField'))).toHaveLength(1);
});

test('missing credentials can be entered, and Cancel closes its form', async () => {
  const { user, requested } = sources();
  await user.click(await buttonThatIs('on', t('logInLabel', { registry: 'r.lab:5000' })));
  await row('r.lab:5000').findByLabelText(credentials('passwordField'));
  await user.click(await buttonThatIs('on', 'Cancel'));
  expect(screen.queryByLabelText(credentials('passwordField'))).toBeNull();
  await buttonThatIs('on', t('logInLabel', { registry: 'r.lab:5000' }));
  expect(requested('credentials.set')).toEqual([]);
});

test('a failed test is shown at its registry', async () => {
  const { user } = sources({ 'registries.test': failing('no such host') });
  await user.click(await buttonThatIs('on', t('testLabel', { registry: 'r.lab:5000' })));
  await row('r.lab:5000').findByRole('status');
  await buttonThatIs('on', t('testLabel', { registry: 'r.lab:5000' }));
});
