import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import PlanScreen from './plan-screen.tsx';

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

test('a plan is made on request, with the operators and catalogs that were typed', async () => {
  const { user, asked, address } = plan();
  await expectHeading('From which OpenShift to which, and with which operators?');
  await user.click(await screen.findByRole('button', { name: 'registry/a:v4.17' }));
  await user.type(screen.getByLabelText('Operators, one a line'), 'odf=4.16.6@stable-4.16');
  await user.click(screen.getByRole('checkbox', { name: 'Only where OpenShift demands it' }));
  expect(asked('upgrades.plan')).toEqual([]);
  await user.click(await buttonThatIs('on', 'Make the plan'));
  await expectHeading('2 steps from 4.16.1 to 4.17.2');
  expect(asked('upgrades.plan')).toMatchObject([
    {
      ...{ from: '4.16.1', to: '4.17.2', catalogs: ['registry/a:v4.17'], asNeeded: true },
      operators: [{ package: 'odf', installed: '4.16.6', subscribed: 'stable-4.16' }],
    },
  ]);
  expect(new URL(address(), 'http://x').searchParams.get('operators')).toBe('odf=4.16.6@stable-4.16');
});

test('operators that cannot be read are named, and no plan is made of them', async () => {
  const { user, asked } = plan();
  await user.type(await screen.findByLabelText('Operators, one a line'), 'odf 4.16');
  expect(screen.getByText(/not so: odf/)).toBeTruthy();
  await user.click(await buttonThatIs('on', 'Make the plan'));
  expect(asked('upgrades.plan')).toEqual([]);
});

test('the steps show their details and the checks that fail', async () => {
  const { user } = plan();
  await user.click(await buttonThatIs('on', 'Make the plan'));
  expect(await screen.findByText('odf to 4.17')).toBeTruthy();
  expect(screen.getByText('from the channel stable-4.17')).toBeTruthy();
  expect(document.body.textContent).toContain('Fails: odf 4.16 ends at 4.16');
  expect(screen.getByText('not all checks hold')).toBeTruthy();
});

test('a plan that failed shows why in place of the former one', async () => {
  let fails = false;
  const { user } = plan({
    'upgrades.plan': () => (fails ? failing('no catalog', { remedy: 'Name one.' }) : (PLAN as never)),
  });
  await user.click(await buttonThatIs('on', 'Make the plan'));
  await screen.findByText('odf to 4.17');
  fails = true;
  await user.click(await buttonThatIs('on', 'Make the plan'));
  expect(await screen.findByText('Name one.')).toBeTruthy();
  expect(screen.queryByText('odf to 4.17')).toBeNull();
});

test('OpenShift without a way is shown above the steps', async () => {
  const { user } = plan({ 'upgrades.plan': { ...PLAN, refusal: 'no update leads there.' } as never });
  await user.click(await buttonThatIs('on', 'Make the plan'));
  expect(await screen.findByText('OpenShift itself has no way')).toBeTruthy();
  expect(screen.getByText('No update leads there.')).toBeTruthy();
});

test('a plan without anything to mirror has no configuration to add to', async () => {
  const { user } = plan();
  await user.click(await buttonThatIs('on', 'Make the plan'));
  expect(await screen.findByRole('button', { name: 'Copy command' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add to configuration' })).toBeNull();
});
