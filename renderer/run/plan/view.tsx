import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import { ProblemList } from '../../parts/failure.tsx';
import { count, size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { PlanImages } from './images.tsx';
import { type PlanRemedy, planRemedy } from './remedies.ts';
import { SavePlan } from './save.tsx';
import { PlanSections, Sum } from './sections.tsx';
import { TrustKeys, VerdictCounts } from './trust.tsx';

/** What a run would do: the sums, by deliverable, what is to know, every image. */
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
  /** False: the form says something else by now. */
  current: boolean;
  /** Where plan.json is offered to be saved. */
  folder: string;
  /** Where it is pushed to; empty for a plan of a set. */
  destination: string;
  tabs: ReactNode;
  onProblem: (problem: ContractProblem) => void;
  /** Sets the option and plans again; undefined while that cannot be. */
  onRemedy: ((option: PlanRemedy['option']) => void) | undefined;
}) {
  const [saving, setSaving] = useState<'plan' | 'approval'>();
  const toggle = (what: 'plan' | 'approval') => setSaving(saving === what ? undefined : what);
  const remedyOf = (problem: ContractProblem) => {
    if (problem.code === 'destination-not-probed' && destination)
      return (
        <Link to={`/settings/doctor?${new URLSearchParams({ destination })}`}>Check the destination</Link>
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
    <section className="al-card al-setup-pane" aria-label="Plan">
      <header>
        {tabs}
        {!current && <StateMark mark="warning">Out of date</StateMark>}
        <span className="al-actions al-end">
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={saving === 'plan'}
            onClick={() => toggle('plan')}
          >
            Save plan
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={saving === 'approval'}
            onClick={() => toggle('approval')}
          >
            Send for approval
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="al-plan" tabIndex={0} aria-label="Contents of the plan">
        <dl className="al-plan-sums al-num">
          <Sum name="To move" value={size(plan.bytes - plan.bytesPresent)} />
          <Sum name="Already there" value={size(plan.bytesPresent)} />
          <Sum name="Needed" value={size(plan.bytes)} />
          <Sum name="Images" value={count(plan.images)} />
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
        <PlanImages key={plan.plan} plan={plan.plan} sections={plan.sections} verdicts={plan.verdicts} />
      </section>
    </section>
  );
}
