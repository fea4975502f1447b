import '../../run/setup/setup.css';
import './review.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { failureOf } from '../../../core/contract/contract-error.ts';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type { Draft, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { baseName } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { SavePlan } from '../../run/plan/save.tsx';
import { TrustKeys, VerdictCounts } from '../../run/plan/trust.tsx';
import { CommandCard } from '../../run/setup/notes.tsx';
import { fitOf } from '../../windows/windows-words.ts';
import { LookUpButton } from '../draft/look-up-card.tsx';
import { stepAddress } from '../draft/steps.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { reviewSentence } from '../frame/review-sentence.ts';
import { certainty, sticks } from '../frame/running-words.ts';
import { StepFrame } from '../frame/step-frame.tsx';
import { showInYaml } from '../frame/use-yaml-pane.ts';
import { withheldLines } from '../frame/withheld.ts';
import { ToKnow } from './know.tsx';
import { Parts } from './parts.tsx';
import { SinceLast } from './since.tsx';
import { type Review, useReview } from './use-review.ts';
import { offWords } from './words.ts';

/** Step 4: the sentence, and below it the evidence; then run, save, or send for approval. */
export default function ReviewStep() {
  const { draft, doc } = useDraft();
  const { plan, current, error, again, lookUp } = useDraftPlan();
  const review = useReview();
  const [approving, setApproving] = useState(false);
  const listed = review.planning.current ? review.planning.plan : undefined;
  const errors = plan?.problems.filter(({ level }) => level === 'error').length ?? 0;
  const incomplete = doc.faults.length > 0 || withheldLines(draft).length > 0;
  const blocked =
    review.busy || review.command === undefined || incomplete || errors > 0 || plan?.images === 0;
  const sendForApproval = async () => {
    if (listed || (await review.list())) setApproving(true);
  };
  return (
    <StepFrame
      step="review"
      whole
      title={
        plan ? (
          <Sentence plan={plan} draft={draft} />
        ) : doc.faults.length > 0 ? (
          'The configuration cannot be read.'
        ) : (
          'What it comes to is being worked out.'
        )
      }
      state={
        plan &&
        (current ? (
          <Exactness plan={plan} />
        ) : (
          <span className="al-sub al-review-exact">Being worked out</span>
        ))
      }
      note={<BarNote review={review} errors={errors} />}
      actions={
        <>
          <RequestButton request="runs.start" isDisabled={blocked} onClick={() => void review.run()}>
            {RUN[draft.goal]}
          </RequestButton>
          <RequestButton
            request="plans.save"
            variant="secondary"
            isDisabled={blocked}
            onClick={() => void sendForApproval()}
          >
            Send for approval
          </RequestButton>
        </>
      }
      end={
        <RequestButton
          request="configurations.save"
          variant="link"
          isDisabled={review.busy || incomplete}
          onClick={() => void review.save()}
        >
          Save configuration
        </RequestButton>
      }
    >
      <Failures review={review} />
      {error !== undefined && (
        <FailureAlert
          error={error}
          title="The draft was not planned"
          actions={
            <button type="button" className="al-link" onClick={again}>
              Try again
            </button>
          }
        />
      )}
      {lookUp.error !== undefined && <FailureAlert error={lookUp.error} title="It could not be looked up" />}
      {approving && listed && (
        <section className="al-card">
          <header>
            <h2>Send for approval</h2>
          </header>
          <SavePlan
            plan={listed}
            folder={draft.workspace ?? ''}
            forApproval
            onClose={() => setApproving(false)}
          />
        </section>
      )}
      {plan ? (
        <div className="al-review">
          <div className="al-column">
            <ToKnow
              plan={plan}
              listed={listed?.problems ?? []}
              onLine={(line, column) => showInYaml(true, line, column)}
            />
            {plan.parts.length > 0 && (
              <Parts
                plan={plan}
                listed={listed}
                file={draft.file}
                busy={review.busy || review.planning.planning}
                onList={blocked ? undefined : () => void review.list()}
              />
            )}
          </div>
          <div className="al-column">
            <SinceLast plan={plan} />
            <Trust listed={listed} />
            <Command review={review} />
          </div>
        </div>
      ) : (
        doc.faults.length === 0 && error === undefined && <section className="al-card" aria-busy="true" />
      )}
    </StepFrame>
  );
}

const RUN = { disk: 'Run fetch', registry: 'Run mirror', both: 'Run fetch' } as const;

function Sentence({ plan, draft }: { plan: DraftPlan; draft: Draft }) {
  const { before, strong, after } = reviewSentence(
    draft,
    plan,
    sticks(plan.bytesToCarry),
    fitOf(draft.options.windows, plan, Date.now())?.windows,
  );
  return (
    <>
      {before}
      <b className="al-review-strong">{strong}</b>
      {after}
    </>
  );
}

/** Whether the sizes are estimates; what makes them exact has its price on it. */
function Exactness({ plan }: { plan: DraftPlan }) {
  if (plan.exact) {
    const off = offWords(plan.wasOffBy);
    return (
      <span className="al-sub al-review-exact" role="status">
        <span>
          <span className="al-wide-only">Manifests read, </span>sizes exact
          {off === undefined ? '' : `; ${off}`}
        </span>
      </span>
    );
  }
  const sure = certainty(plan);
  const lookUps = plan.lookUps.filter(({ asOf }) => asOf === undefined);
  const only = lookUps.every(({ kind }) => kind === 'manifests');
  return (
    <span className="al-review-exact">
      {sure && <span className="al-choose-sure al-wide-only">{sure}</span>}
      {lookUps.length > 0 && (
        <LookUpButton lookUps={lookUps} verb={only ? 'Read manifests' : 'Read what is not known'} />
      )}
    </span>
  );
}

function BarNote({ review, errors }: { review: Review; errors: number }) {
  const { draft } = useDraft();
  const { planning, saved } = review;
  if (planning.planning)
    return (
      <span role="status">
        Listing the images{planning.work ? `: ${planning.work.progress.done}` : ''}.{' '}
        <button type="button" className="al-link" onClick={planning.cancel}>
          Cancel
        </button>
      </span>
    );
  if (withheldLines(draft).length > 0)
    return <StateMark mark="warning">Credentials are missing, see above.</StateMark>;
  if (errors > 0) return <StateMark mark="bad">Mend the errors above first.</StateMark>;
  if (saved)
    return (
      <span role="status">
        <StateMark mark="good">Saved to {baseName(draft.file)}</StateMark>
      </span>
    );
  if (draft.goal === 'both')
    return <span className="al-sub">The push is offered on the run's page when the fetch is whole.</span>;
  return undefined;
}

function Failures({ review }: { review: Review }) {
  const { failed, conflict, planning } = review;
  return (
    <>
      {failed && (
        <FailureAlert
          error={failed.error}
          title={failed.title}
          actions={
            conflict && (
              <Button variant="link" isInline onClick={() => void review.overwrite()}>
                Save over it
              </Button>
            )
          }
        />
      )}
      {planning.errorCurrent && planning.error !== undefined && (
        <FailureAlert error={planning.error} title="The images were not listed" />
      )}
    </>
  );
}

/** Who vouches for what is carried: known when the images are listed. */
function Trust({ listed }: { listed: PlanSummary | undefined }) {
  return (
    <Card title="Trust" label="Trust">
      {listed ? (
        <>
          <VerdictCounts counts={listed.verdicts} />
          <TrustKeys keys={listed.keys} />
        </>
      ) : (
        <p className="al-sub al-review-small">
          A release is taken only with a good signature of its digest. Who signed what is told here when the
          images are listed.
        </p>
      )}
    </Card>
  );
}

function Command({ review: { command, commandError } }: { review: Review }) {
  const { draft } = useDraft();
  if (command) return <CommandCard command={command.command} />;
  if (commandError === undefined) return null;
  const { message, statement = message, remedy } = failureOf(commandError);
  return (
    <Card title={<StateMark mark="warning">It cannot run yet</StateMark>} label="It cannot run yet">
      <div className="al-column al-review-small">
        <p>{capitalized(statement)}.</p>
        <p className="al-sub">{remedy}</p>
        <p>
          <Link to={stepAddress(draft.id, 'where')}>Say where it goes</Link>
        </p>
      </div>
    </Card>
  );
}
