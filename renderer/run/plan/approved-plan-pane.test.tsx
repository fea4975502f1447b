import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { ApprovedPlanPane } from './approved-plan-pane.tsx';
import { t } from './messages.ts';
import { ITEMS, openedPlanOf } from './plan.fixture.ts';

const open = (changes: Partial<OpenedPlan> = {}, answers: Answers = {}) =>
  openScreen(<ApprovedPlanPane opened={openedPlanOf(changes)} />, { ...ITEMS, ...answers });
const words = () => screen.getByRole('region', { name: t('approvedTitle') }).textContent;

describe('the signature of an opened plan', () => {
  test.each([
    {
      approval: { state: 'not-checked' },
      mark: t('signatureNotChecked'),
      by: t('signatureMissing'),
    },
    {
      approval: { state: 'not-checked', signature: 'plan.json.asc' },
      mark: t('signatureNotChecked'),
      by: t('signatureFound', { signature: 'plan.json.asc' }),
    },
    {
      approval: {
        state: 'valid',
        signer: {
          by: 'key',
          fingerprint: '567E347AD0044ADE55BA8A5F199E2F91FD431D51',
          key: '/k.asc',
          signature: '/s',
        },
      },
      mark: t('signatureValid'),
      by: '199E2F91FD431D51 from /k.asc',
    },
    {
      approval: { state: 'valid', signer: { by: 'command', command: '/bin/check', signature: '/s' } },
      mark: t('signatureValid'),
      by: 'accepted by /bin/check',
    },
  ] as { approval: OpenedPlan['approval']; mark: string; by: string }[])(
    'is shown: $by',
    ({ approval, mark, by }) => {
      open({ approval });
      expect(screen.getByText(mark)).toBeDefined();
      expect(words()).toContain(`${t('signedByLabel')}${by}`);
    },
  );

  test('is reported when it is invalid, without a signer', () => {
    const { failure } = failing('another key signed it', { remedy: 'Ask the approver.' });
    open({ approval: { state: 'rejected', failure } });
    expect(screen.getByText(t('notApproved'))).toBeDefined();
    expect(screen.getByText('Ask the approver.')).toBeDefined();
    expect(words()).not.toContain(t('signedByLabel'));
  });
});

describe('an opened plan', () => {
  test('shows exactly the images that a run with it copies', () => {
    open();
    for (const fact of [
      `${t('imagesLabel')}200`,
      `${t('totalLabel')}5.0 GiB`,
      '/w/plan.json',
      `${t('digestLabel')}abc`,
      'with airlock 0.9.0 for a fetch',
    ])
      expect(words()).toContain(fact);
    expect(screen.queryByRole('combobox', { name: t('contentFilterLabel') })).toBeNull();
  });

  test('of an unknown workflow shows none', () => {
    open({ workflow: 'teleport' });
    expect(words()).not.toContain(', for');
  });

  test('is approved in the name of the session', async () => {
    const { user, requested } = open(
      {},
      { 'plans.approve': { approvedBy: { name: 'ann', role: 'approver', at: '2026-05-09T00:00:00Z' } } },
    );
    const approve = await buttonThatIs('on', t('approveButton'));
    expect(requested('plans.approve')).toEqual([]);
    await user.click(approve);
    await screen.findByText(/^ann \(approver\), /);
    expect(requested('plans.approve')).toEqual([{ plan: 'plan-2' }]);
    expect(screen.queryByRole('button', { name: t('approveButton') })).toBeNull();
  });

  test('with an approval shows by whom', () => {
    open({ approvedBy: { name: 'bob', role: 'operator', at: '2026-05-09T00:00:00Z' } });
    expect(screen.getByText(/^bob \(operator\), /)).toBeDefined();
    expect(screen.queryByRole('button', { name: t('approveButton') })).toBeNull();
  });

  test('that could not be approved can be approved again', async () => {
    const { user } = open({}, { 'plans.approve': failing('the folder is read-only') });
    await user.click(await buttonThatIs('on', t('approveButton')));
    await screen.findByText('The folder is read-only', { exact: false });
    await buttonThatIs('on', t('approveButton'));
  });

  test.each([
    { role: 'reader', state: 'off' },
    { role: 'approver', state: 'on' },
  ] as const)('can be approved by an approver: $role', async ({ role, state }) => {
    open({}, { 'host.describe': { session: { role } } });
    await buttonThatIs(state, t('approveButton'));
  });
});
