import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { ApprovedPlanPane } from './approved-plan-pane.tsx';
import { ITEMS, openedPlanOf } from './plan.fixture.ts';

const open = (changes: Partial<OpenedPlan> = {}, answers: Answers = {}) =>
  openScreen(<ApprovedPlanPane opened={openedPlanOf(changes)} />, { ...ITEMS, ...answers });
const words = () => screen.getByRole('region', { name: 'Approved plan' }).textContent;

describe('the signature of an opened plan', () => {
  test.each([
    {
      approval: { state: 'not-asked' },
      mark: 'Signature not checked',
      by: 'There is no signature beside it.',
    },
    {
      approval: { state: 'not-asked', signature: 'plan.json.asc' },
      mark: 'Signature not checked',
      by: 'plan.json.asc is there; name the key that it must be of.',
    },
    {
      approval: {
        state: 'good',
        signer: {
          by: 'key',
          fingerprint: '567E347AD0044ADE55BA8A5F199E2F91FD431D51',
          key: '/k.asc',
          signature: '/s',
        },
      },
      mark: 'Signature is good',
      by: '199E2F91FD431D51, a key of /k.asc',
    },
    {
      approval: { state: 'good', signer: { by: 'command', command: '/bin/check', signature: '/s' } },
      mark: 'Signature is good',
      by: 'accepted by /bin/check',
    },
  ] as { approval: OpenedPlan['approval']; mark: string; by: string }[])(
    'is shown: $by',
    ({ approval, mark, by }) => {
      open({ approval });
      expect(screen.getByText(mark)).toBeDefined();
      expect(words()).toContain(`Signed by${by}`);
    },
  );

  test('that is wrong is reported, and nobody is named as its signer', () => {
    const { failure } = failing('another key signed it', { remedy: 'Ask the approver.' });
    open({ approval: { state: 'refused', failure } });
    expect(screen.getByText('Not approved')).toBeDefined();
    expect(screen.getByText('Ask the approver.')).toBeDefined();
    expect(words()).not.toContain('Signed by');
  });
});

describe('an opened plan', () => {
  test('shows exactly what a run with it moves', () => {
    open();
    for (const fact of [
      'Images200',
      'Needed5.0 GiB',
      '/w/plan.json',
      'SHA-256abc',
      'by airlock 0.9.0, for fetch',
    ])
      expect(words()).toContain(fact);
    expect(screen.queryByRole('combobox', { name: 'Deliverable' })).toBeNull();
  });

  test('of an unknown workflow does not name one', () => {
    open({ workflow: 'teleport' });
    expect(words()).not.toContain(', for');
  });

  test('is approved in the name of the session', async () => {
    const { user, asked } = open(
      {},
      { 'plans.approve': { approvedBy: { name: 'ann', role: 'approver', at: '2026-05-09T00:00:00Z' } } },
    );
    const approve = await buttonThatIs('on', 'Approve plan');
    expect(asked('plans.approve')).toEqual([]);
    await user.click(approve);
    await screen.findByText(/^ann \(approver\), /);
    expect(asked('plans.approve')).toEqual([{ plan: 'plan-2' }]);
    expect(screen.queryByRole('button', { name: 'Approve plan' })).toBeNull();
  });

  test('with an approval shows by whom', () => {
    open({ approvedBy: { name: 'bob', role: 'operator', at: '2026-05-09T00:00:00Z' } });
    expect(screen.getByText(/^bob \(operator\), /)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Approve plan' })).toBeNull();
  });

  test('that could not be approved can be approved again', async () => {
    const { user } = open({}, { 'plans.approve': failing('the folder is read-only') });
    await user.click(await buttonThatIs('on', 'Approve plan'));
    await screen.findByText('The folder is read-only', { exact: false });
    await buttonThatIs('on', 'Approve plan');
  });

  test.each([
    { role: 'reader', state: 'off' },
    { role: 'approver', state: 'on' },
  ] as const)('can be approved by an approver: $role', async ({ role, state }) => {
    open({}, { 'host.describe': { session: { role } } });
    await buttonThatIs(state, 'Approve plan');
  });
});
