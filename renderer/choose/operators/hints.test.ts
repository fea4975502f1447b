import { describe, expect, it } from 'vitest';
import type { CatalogCard, PlannedProblem } from '../../../core/contract/topics/drafts.ts';
import { problemsAt } from '../../parts/problems-at.ts';
import { canChoose, packageHints, selectLabel } from './hints.ts';

const CARD: CatalogCard = {
  package: 'mtv-operator',
  displayName: 'Migration Toolkit for Virtualization',
  defaultChannel: 'release-v2.8',
  channels: [{ name: 'release-v2.8', head: 'mtv-operator.v2.8.3', versions: ['2.8.3', '2.8.2'] }],
  selected: false,
  needs: [],
  estimated: true,
};
const NEEDS = { package: 'kubevirt-hyperconverged', reason: 'its CSV requires it', selected: false };

const texts = (card: Partial<CatalogCard>, problems: PlannedProblem[] = [], added = false): string[] =>
  packageHints({ ...CARD, ...card }, problems, added, '4.18').map(
    ({ mark, text }) =>
      `${mark}: ${text.map((part) => (typeof part === 'string' ? part : part.strong)).join('')}`,
  );

describe('hints of a package', () => {
  it('required packages are offered together with it, or alone when it is selected', () => {
    expect(texts({ needs: [NEEDS] })).toEqual([
      'info: Requires kubevirt-hyperconverged, which is not selected.',
    ]);
    const [open] = packageHints({ ...CARD, needs: [NEEDS] }, [], false, '4.18');
    expect(open!.action).toEqual({ kind: 'select', packages: ['kubevirt-hyperconverged', 'mtv-operator'] });
    const [chosen] = packageHints({ ...CARD, selected: true, needs: [NEEDS] }, [], false, '4.18');
    expect(chosen).toMatchObject({
      mark: 'warning',
      action: { kind: 'select', packages: ['kubevirt-hyperconverged'] },
    });
    expect(selectLabel(CARD, ['a', 'b'])).toBe('Select both packages');
    expect(selectLabel({ ...CARD, selected: true }, ['a'])).toBe('Add a');
  });

  it('packages that are added automatically, and packages that are already selected', () => {
    expect(texts({ selected: true, needs: [NEEDS] }, [], true)).toEqual([
      'info: Adds kubevirt-hyperconverged. Its CSV requires it.',
    ]);
    expect(texts({ selected: true, needs: [{ ...NEEDS, selected: true }] })).toEqual([
      'info: Requires kubevirt-hyperconverged (also selected). Its CSV requires it.',
    ]);
    expect(texts({ needs: [{ reason: 'no package gives example.com/v1 Tool', selected: false }] })).toEqual([
      'info: Requires an API that no package in this catalog provides. No package gives example.com/v1 Tool.',
    ]);
  });

  it("a package that isn't for the version shows the reason and can't be selected, unless it is installed", () => {
    const card = { notForTarget: '5.8.19 is for OpenShift up to 4.17', deprecated: 'use Loki Operator' };
    expect(texts(card)).toEqual([
      'blocked: Deprecated, and not available for 4.18. 5.8.19 is for OpenShift up to 4.17. The catalog reports: "use Loki Operator"',
    ]);
    expect(canChoose({ ...CARD, ...card })).toBe(false);
    expect(canChoose({ ...CARD, ...card, installed: '5.8.1' })).toBe(true);
    expect(texts({ deprecated: 'use Loki Operator' })).toEqual([
      'warning: Deprecated. The catalog reports: "use Loki Operator"',
    ]);
  });

  it("a problem of the plan is first, with its fix, and isn't repeated", () => {
    const problem: PlannedProblem = {
      code: 'operator-dependency',
      level: 'warning',
      message:
        "redhat-operator-index:v4.18: mtv-operator.v2.8.3 requires package kubevirt-hyperconverged, which isn't selected",
      statement: "mtv-operator.v2.8.3 requires package kubevirt-hyperconverged, which isn't selected",
      remedy: 'Add it.',
      rule: 'package-needed',
      packages: ['kubevirt-hyperconverged'],
      path: 'mirror.operators[0].packages[1]',
      fix: { label: 'Add kubevirt-hyperconverged', edits: [], bytes: 5 },
    };
    const hints = packageHints({ ...CARD, selected: true, needs: [NEEDS] }, [problem], false, '4.18');
    expect(hints.map(({ text }) => text)).toEqual([
      [{ strong: "mtv-operator.v2.8.3 requires package kubevirt-hyperconverged, which isn't selected." }],
    ]);
    expect(hints[0]!.action).toEqual({ kind: 'fix', problem });
    const statement = "version 2.8.9 isn't in channel release-v2.8. The head is 2.8.3";
    expect(packageHints(CARD, [{ ...problem, statement }], false, '4.18')[0]!.text).toEqual([
      { strong: "Version 2.8.9 isn't in channel release-v2.8." },
      ' The head is 2.8.3.',
    ]);
  });
});

it('problems are found at their path and below it, not at other paths', () => {
  const at = (path: string) => ({ code: 'x', level: 'warning' as const, message: 'm', remedy: 'r', path });
  const problems = [
    at('mirror.operators[0].packages[1]'),
    at('mirror.operators[0].packages[1].channels[0].name'),
    at('mirror.operators[0].packages[10]'),
    at('mirror.operators[0]'),
  ];
  expect(problemsAt(problems, ['mirror', 'operators', 0, 'packages', 1])).toEqual(problems.slice(0, 2));
});
