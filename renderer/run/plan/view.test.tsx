import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { drawn, textOf } from '../../engine/page.fixture.tsx';
import { type Answers, buttonThatIs, openScreen } from '../../engine/screen.fixture.tsx';
import { t as mapping } from '../mapping/messages.ts';
import { PlanImages } from './images.tsx';
import { t } from './messages.ts';
import { ITEMS, planOf } from './plan.fixture.ts';
import { SavePlan } from './save.tsx';
import { TrustKeys, VerdictCounts } from './trust.tsx';
import { PlanView } from './view.tsx';

const problem = (rule: string, more: Partial<ContractProblem> = {}): ContractProblem => ({
  code: rule,
  rule,
  level: 'error',
  message: `${rule} is broken`,
  remedy: 'Fix it.',
  ...more,
});

/** Opens a plan, and records the clicked remedies and lines. */
function openPlan(
  changes: Partial<PlanSummary> = {},
  current = true,
  canSolve = true,
  answers: Answers = {},
) {
  const solved: string[] = [];
  const jumped: (number | undefined)[] = [];
  const opened = openScreen(
    <PlanView
      plan={planOf(changes)}
      current={current}
      folder="/w"
      destination="registry.lab/mirror"
      tabs={<h2>Plan</h2>}
      onProblem={({ line }) => jumped.push(line)}
      onRemedy={canSolve ? (option) => solved.push(option) : undefined}
    />,
    { ...ITEMS, ...answers },
  );
  return { ...opened, solved, jumped };
}

test('mapping.txt is shown and saved', async () => {
  const { user, requested } = openPlan({}, true, true, {
    'plans.mapping': { total: 200, lines: ['docker://quay.io/a:1=docker://registry.lab/mirror/a:1'] },
    'plans.saveMapping': { file: '/w/mapping.txt', lines: 200 },
  });
  await user.click(screen.getByRole('button', { name: mapping('viewButton') }));
  await screen.findByText('docker://quay.io/a:1=docker://registry.lab/mirror/a:1');
  screen.getByText(mapping('lineCount', { lines: 200, shown: 1, more: 199 }));
  await user.click(await buttonThatIs('on', mapping('saveButton')));
  await screen.findByText(mapping('saved', { lines: 200, file: '/w/mapping.txt' }));
  expect(requested('plans.saveMapping')).toMatchObject([{ file: '/w/mapping.txt' }]);
});

describe('a plan', () => {
  test('shows its sums, deliverables and signatures', async () => {
    openPlan();
    const words = screen.getByRole('region', { name: t('contentsLabel') }).textContent;
    for (const sum of [
      `${t('toCopyLabel')}4.0 GiB`,
      `${t('presentLabel')}1.0 GiB`,
      `${t('totalLabel')}5.0 GiB`,
      `${t('imagesLabel')}200`,
    ])
      expect(words).toContain(sum);
    expect(words).toContain('Release 4.16.11904.0 GiB');
    const verdicts = within(screen.getByRole('list', { name: t('verdictsLabel') })).getAllByRole('listitem');
    expect(verdicts.map(({ textContent }) => textContent)).toEqual([
      t('rejectedCount', { images: 1 }),
      t('notCheckedCount', { images: 9 }),
      t('verifiedCount', { images: 190 }),
    ]);
    expect(screen.queryByText(t('outOfDate'))).toBeNull();
  });

  test('is marked as out of date after a change of the form', () => {
    openPlan({}, false);
    expect(screen.getByText(t('outOfDate'))).toBeDefined();
  });

  test.each([
    { rule: 'catalog-removal', label: t('allowRemovalButton'), option: 'allowRemoval' },
    { rule: 'package-needed', label: t('addDependenciesButton'), option: 'addDependencies' },
  ])('offers "$label" once for all problems of its kind', async ({ rule, label, option }) => {
    const { user, solved } = openPlan({ problems: [problem(rule), problem(rule, { message: 'again' })] });
    await user.click(await buttonThatIs('on', label));
    expect(solved).toEqual([option]);
  });

  test('offers no fix while it cannot be applied', async () => {
    openPlan({ problems: [problem('catalog-removal')] }, true, false);
    await buttonThatIs('off', t('allowRemovalButton'));
  });

  test('leads to the line of a problem and to the check of a destination', async () => {
    const { user, jumped } = openPlan({
      problems: [problem('other', { line: 12 }), problem('x', { code: 'destination-not-probed' })],
    });
    await user.click(screen.getByRole('button', { name: 'Line 12' }));
    expect(jumped).toEqual([12]);
    expect(screen.getByRole('link', { name: t('checkDestinationButton') }).getAttribute('href')).toBe(
      '/settings/doctor?destination=registry.lab%2Fmirror',
    );
  });

  test('is saved or sent for approval, one form at a time', async () => {
    const { user } = openPlan();
    await user.click(screen.getByRole('button', { name: t('saveButton') }));
    expect(screen.getByRole('region', { name: t('saveButton') })).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('approvalButton') }));
    expect(screen.queryByRole('region', { name: t('saveButton') })).toBeNull();
    expect(screen.getByRole('region', { name: t('approvalButton') })).toBeDefined();
    await user.click(screen.getByRole('button', { name: t('approvalButton') }));
    expect(screen.queryByRole('region', { name: t('approvalButton') })).toBeNull();
  });
});

describe('saving a plan', () => {
  const SAVED = { file: '/w/plan.json', digest: 'sha256:abc', signCommand: 'gpg --detach-sign plan.json' };
  const openSave = (forApproval: boolean, answers: Answers = { 'plans.save': SAVED }) =>
    openScreen(
      <SavePlan plan={planOf()} folder="/w" forApproval={forApproval} onClose={() => {}} />,
      answers,
    );

  test('writes to the folder of the workspace, or to a typed file', async () => {
    const { user, requested } = openSave(false);
    await user.click(await buttonThatIs('on', t('saveButton')));
    await screen.findByText(t('saved', { file: '/w/plan.json' }));
    const file = screen.getByRole('combobox', { name: new RegExp(`^${t('fileLabel')}`) });
    await user.clear(file);
    await buttonThatIs('off', t('saveButton'));
    await user.click(file);
    await user.paste('/tmp/p.json');
    await user.click(await buttonThatIs('on', t('saveButton')));
    expect(requested('plans.save')).toEqual([
      { plan: 'plan-1', file: '/w/plan.json' },
      { plan: 'plan-1', file: '/tmp/p.json' },
    ]);
    expect(screen.queryByText(t('digestLabel'))).toBeNull();
  });

  test('for approval shows the digest and how to sign it', async () => {
    const { user } = openSave(true);
    expect(screen.queryByText(t('digestLabel'))).toBeNull();
    await user.click(await buttonThatIs('on', t('saveForApprovalButton')));
    await user.click(await screen.findByRole('button', { name: t('copyDigestButton') }));
    expect(await navigator.clipboard.readText()).toBe('abc');
    await user.click(screen.getByRole('button', { name: t('copySignCommandButton') }));
    expect(await navigator.clipboard.readText()).toBe('gpg --detach-sign plan.json');
  });

  test('that fails is reported', async () => {
    const { user } = openSave(true, { 'plans.save': failing('no such folder') });
    await user.click(await buttonThatIs('on', t('saveForApprovalButton')));
    await screen.findByText('No such folder', { exact: false });
    expect(screen.queryByText(t('digestLabel'))).toBeNull();
  });
});

describe('the images of a plan', () => {
  const openImages = (changes: Partial<PlanSummary> = {}, answers: Answers = ITEMS) => {
    const { plan, sections, verdicts } = planOf(changes);
    return openScreen(<PlanImages plan={plan} sections={sections} verdicts={verdicts} />, answers);
  };

  test('are listed with reason and signature', async () => {
    openImages();
    await screen.findByText(t('notChecked'));
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/etcd.*2\.0 KiBVerified by E5F60718$/),
      expect.stringMatching(/tools.*2\.0 KiBNot checked$/),
    ]);
    expect(screen.getByText(t('imageCount', { images: 2 }))).toBeDefined();
  });

  test('show how much of their content is counted for an earlier image', async () => {
    openImages(
      {},
      {
        'plans.items': {
          ...{ total: 2, matching: 2 },
          rows: [
            {
              ...{ source: 'quay.io/ocp/a:1', destination: 'r/a:1', digest: 'sha256:a', why: 'x' },
              bytes: 4096,
            },
            {
              ...{ source: 'quay.io/ocp/b:1', destination: 'r/b:1', digest: 'sha256:b', why: 'x' },
              ...{ bytes: 4096, shared: 3072 },
            },
          ],
        },
      },
    );
    const cell = await screen.findByText('3.0 KiB');
    expect(cell.title).toBe(t('sharedTip', { shared: '3.0 KiB', added: '1.0 KiB' }));
    expect(screen.getAllByRole('columnheader', { name: t('sharedColumn') })).toHaveLength(1);
  });

  test('are filtered by content, signature and text', async () => {
    const { user, requested } = openImages();
    await user.selectOptions(screen.getByRole('combobox', { name: t('contentFilterLabel') }), 'Operators');
    await user.selectOptions(
      screen.getByRole('combobox', { name: t('signatureFilterLabel') }),
      t('signatureOption', { verdict: t('rejected'), images: 1 }),
    );
    await user.click(screen.getByRole('textbox', { name: t('searchLabel') }));
    await user.paste(' etcd ');
    await waitFor(() =>
      expect(requested('plans.items').at(-1)).toMatchObject({
        plan: 'plan-1',
        section: 'Operators',
        verdict: 'rejected',
        search: 'etcd',
      }),
    );
    expect(requested('plans.items')[0]).toEqual({ plan: 'plan-1', offset: 0, limit: expect.any(Number) });
  });

  test('of one deliverable and one signature have no filters for these', async () => {
    openImages({
      sections: [{ name: 'Release', images: 1, bytes: 1 }],
      verdicts: { verified: 1, unsigned: 0, 'not-checked': 0, rejected: 0, override: 0 },
    });
    await screen.findByText(t('imageCount', { images: 2 }));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('that are none or cannot be read', async () => {
    openImages({}, { 'plans.items': failing('the plan is gone') });
    await screen.findByText('The plan is gone', { exact: false });
    expect(screen.getByText(t('readingText'))).toBeDefined();
  });
});

describe('the keys of a trust policy', () => {
  test('show their names and short fingerprints', () => {
    const words = textOf(
      drawn(
        <TrustKeys
          keys={[
            {
              kind: 'openpgp',
              fingerprint: '567E347AD0044ADE55BA8A5F199E2F91FD431D51',
              origin: '/etc/key',
              names: ['Red Hat', 'security'],
              images: 190,
            },
            {
              kind: 'sigstore',
              fingerprint: `sha256:${'a'.repeat(64)}`,
              origin: '/k.pub',
              names: [],
              images: 0,
            },
          ]}
        />,
      ),
    );
    expect(words).toContain('199E2F91FD431D51 Red Hat, security /etc/key 190');
    expect(words).toContain(`${'a'.repeat(16)} sigstore /k.pub 0`);
  });

  test('have no table without a key', () => {
    expect(drawn(<TrustKeys keys={[]} />)).toBe('');
  });

  test('verdicts that no image has are absent', () => {
    const none = { verified: 0, unsigned: 2, 'not-checked': 0, rejected: 0, override: 1 };
    expect(textOf(drawn(<VerdictCounts counts={none} />))).toBe(
      `${t('unsignedCount', { images: 2 })} ${t('overrideCount', { images: 1 })}`,
    );
  });
});
