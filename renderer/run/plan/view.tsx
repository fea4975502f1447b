import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { ProblemList } from '../../parts/failure.tsx';
import { count, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { PlanImages } from './images.tsx';
import { t } from './messages.ts';
import { type PlanRemedy, planRemedy } from './remedies.ts';
import { SavePlan } from './save.tsx';
import { PlanSections, Sum } from './sections.tsx';
import { TrustKeys, VerdictCounts } from './trust.tsx';

/** Shows a plan: its totals, content, problems and images. */
export function PlanView({
  plan,
  current,
  folder,
  destination,
  tabs,
  onProblem,
  onRemedy,
}: {
  plan: PlanSummary;
  /** False when the form was changed since. */
  current: boolean;
  /** Default folder of plan.json. */
  folder: string;
  /** The destination registry; empty for a fetch. */
  destination: string;
  tabs: ReactNode;
  onProblem: (problem: ContractProblem) => void;
  /** Sets the option and plans again; undefined while that is impossible. */
  onRemedy: ((option: PlanRemedy['option']) => void) | undefined;
}) {
  const [saving, setSaving] = useState<'plan' | 'approval'>();
  const toggle = (kind: 'plan' | 'approval') => setSaving(saving === kind ? undefined : kind);
  const remedyOf = (problem: ContractProblem) => {
    if (problem.code === 'destination-not-probed' && destination)
      return (
        <Link to={`/settings/doctor?${new URLSearchParams({ destination })}`}>
          {t('checkDestinationButton')}
        </Link>
      );
    const remedy = planRemedy(problem, plan.problems);
    return (
      remedy && (
        <Button
          variant="secondary"
          size="sm"
          isDisabled={!onRemedy}
          onClick={() => onRemedy?.(remedy.option)}
        >
          {remedy.label}
        </Button>
      )
    );
  };
  return (
    <section className="al-card al-setup-pane" aria-label={t('planTitle')}>
      <header>
        {tabs}
        {!current && <StateMark mark="warning">{t('outOfDate')}</StateMark>}
        <span className="al-actions al-end">
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={saving === 'plan'}
            onClick={() => toggle('plan')}
          >
            {t('saveButton')}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={saving === 'approval'}
            onClick={() => toggle('approval')}
          >
            {t('approvalButton')}
          </Button>
        </span>
      </header>
      {saving && (
        <SavePlan
          key={saving}
          plan={plan}
          folder={folder}
          forApproval={saving === 'approval'}
          onClose={() => setSaving(undefined)}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a section that scrolls must be reachable by keyboard */}
      <section className="al-plan" tabIndex={0} aria-label={t('contentsLabel')}>
        <dl className="al-plan-sums al-num">
          <Sum name={t('toCopyLabel')} value={size(plan.bytes - plan.bytesPresent)} />
          <Sum name={t('presentLabel')} value={size(plan.bytesPresent)} />
          <Sum name={t('totalLabel')} value={size(plan.bytes)} />
          <Sum name={t('imagesLabel')} value={count(plan.images)} />
        </dl>
        <div className="al-plan-verdicts">
          <VerdictCounts counts={plan.verdicts} />
        </div>
        {plan.problems.length > 0 && (
          <div className="al-plan-problems">
            <ProblemList problems={plan.problems} onOpen={onProblem} actionOf={remedyOf} />
          </div>
        )}
        <TrustKeys keys={plan.keys} />
        <PlanSections sections={plan.sections} />
        <PlanImages
          key={plan.plan}
          plan={plan.plan}
          sections={plan.sections}
          verdicts={plan.verdicts}
          folder={folder}
        />
      </section>
    </section>
  );
}
