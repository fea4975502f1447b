import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import PlanScreen from './plan-screen.tsx';
import { t as shared } from './question/messages.ts';

const PLAN = {
  sentence: '2 steps from 4.16.1 to 4.17.2.',
  possible: false,
  command: 'airlock upgrade plan',
  yaml: 'kind: ImageSetConfiguration\n',
  steps: [
    {
      ...{ type: 'operator' as const, title: 'odf to 4.17' },
      details: ['from the channel stable-4.17'],
      checks: [{ mark: 'fails' as const, text: 'odf 4.16 ends at 4.16' }],
    },
  ],
};

const plan = (answers: Answers = {}, address = '/upgrades/plan?from=4.16.1&to=4.17.2') =>
  openScreen(
    <PlanScreen />,
    {
      'upgrades.versions': { versions: [] },
      'upgrades.catalogs': { catalogs: ['registry/a:v4.17'] },
      'upgrades.plan': PLAN as never,
      ...answers,
    },
    address,
  );

test('a plan is created on request, with the typed operators and catalogs', async () => {
  const { user, requested, address } = plan();
  await expectHeading(t('planStartTitle'));
  await user.click(await screen.findByRole('button', { name: 'registry/a:v4.17' }));
  await user.type(screen.getByLabelText(t('operatorsLabel')), 'odf=4.16.6@stable-4.16');
  await user.click(screen.getByRole('checkbox', { name: t('asNeededLabel') }));
  expect(requested('upgrades.plan')).toEqual([]);
  await user.click(await buttonThatIs('on', t('planButton')));
  await expectHeading('2 steps from 4.16.1 to 4.17.2');
  expect(requested('upgrades.plan')).toMatchObject([
    {
      ...{ from: '4.16.1', to: '4.17.2', catalogs: ['registry/a:v4.17'], asNeeded: true },
      operators: [{ package: 'odf', installed: '4.16.6', subscribed: 'stable-4.16' }],
    },
  ]);
  expect(new URL(address(), 'http://x').searchParams.get('operators')).toBe('odf=4.16.6@stable-4.16');
});

test('invalid operators are shown, and no plan is created', async () => {
  const { user, requested } = plan();
  await user.type(await screen.findByLabelText(t('operatorsLabel')), 'odf 4.16');
  expect(screen.getByText(t('operatorsInvalid', { operators: 'odf, 4.16' }))).toBeTruthy();
  await user.click(await buttonThatIs('on', t('planButton')));
  expect(requested('upgrades.plan')).toEqual([]);
});

test('the steps show their details and failed checks', async () => {
  const { user } = plan();
  await user.click(await buttonThatIs('on', t('planButton')));
  expect(await screen.findByText('odf to 4.17')).toBeTruthy();
  expect(screen.getByText('from the channel stable-4.17')).toBeTruthy();
  expect(document.body.textContent).toContain(t('failedCheck', { check: 'odf 4.16 ends at 4.16' }));
  expect(screen.getByText(t('checksFailed'))).toBeTruthy();
});

test('a known risk is counted next to the steps, and leads to its details', async () => {
  const checks = [{ mark: 'risk' as const, text: 'Known risk: StorageRisk' }];
  const steps = [{ type: 'openshift' as const, title: 'OpenShift', details: [], checks }];
  const { user } = plan({ 'upgrades.plan': { ...PLAN, possible: true, steps } as never });
  await user.click(await buttonThatIs('on', t('planButton')));
  expect(await screen.findByText(t('checksPassed', { risks: 1 }))).toBeTruthy();
  const details = screen.getByRole('link', { name: 'Known risk: StorageRisk' });
  expect(details.getAttribute('href')).toMatch(/^\/upgrades\?.*to=4\.17\.2/);
});

test('a failed plan shows why instead of the previous plan', async () => {
  let fails = false;
  const { user } = plan({
    'upgrades.plan': () => (fails ? failing('no catalog', { remedy: 'Name one.' }) : (PLAN as never)),
  });
  await user.click(await buttonThatIs('on', t('planButton')));
  await screen.findByText('odf to 4.17');
  fails = true;
  await user.click(await buttonThatIs('on', t('planButton')));
  expect(await screen.findByText('Name one.')).toBeTruthy();
  expect(screen.queryByText('odf to 4.17')).toBeNull();
});

test('a missing path for OpenShift is shown above the steps', async () => {
  const { user } = plan({ 'upgrades.plan': { ...PLAN, rejection: 'no update leads there.' } as never });
  await user.click(await buttonThatIs('on', t('planButton')));
  expect(await screen.findByText(t('noOpenShiftPathTitle'))).toBeTruthy();
  expect(screen.getByText('No update leads there.')).toBeTruthy();
});

test('a plan without content to mirror offers no configuration', async () => {
  const { user } = plan();
  await user.click(await buttonThatIs('on', t('planButton')));
  expect(await screen.findByRole('button', { name: shared('copyCommandButton') })).toBeTruthy();
  expect(screen.queryByRole('button', { name: shared('addButton') })).toBeNull();
});
