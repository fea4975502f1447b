import '../../run/setup/setup.css';
import './review.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { failureOf } from '../../../core/contract/contract-error.ts';
import { asSentence } from '../../../core/contract/documents/words.ts';
import type { Draft, DraftPlan } from '../../../core/contract/topics/drafts.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { baseName } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { SavePlan } from '../../run/plan/save.tsx';
import { TrustKeys, VerdictCounts } from '../../run/plan/trust.tsx';
import { CommandCard } from '../../run/setup/notes.tsx';
import { fitOf } from '../../windows/windows-words.ts';
import { LookUpButton } from '../draft/look-up-card.tsx';
import { isEmptySelection } from '../draft/step-status.ts';
import { stepAddress } from '../draft/steps.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { linesMissingCredentials } from '../frame/missing-credentials.ts';
import { reviewSummary } from '../frame/review-summary.ts';
import { certainty, drivesFor } from '../frame/running-words.ts';
import { StepFrame } from '../frame/step-frame.tsx';
import { showInYaml } from '../frame/use-yaml-pane.ts';
import { Issues } from './issues/issues.tsx';
import { t } from './messages.ts';
import { Parts } from './parts.tsx';
import { SaveAsDialog } from './save-as.tsx';
import { SinceLast } from './since.tsx';
import { type Review, useReview } from './use-review.ts';
import { exactWords } from './words.ts';

/** Step 4: the summary with its details; then run, save, or send for approval. */
export default function ReviewStep() {
  const { draft, doc } = useDraft();
  const { plan, current, error, again, lookUp } = useDraftPlan();
  const review = useReview();
  const [approving, setApproving] = useState(false);
  const [savingAs, setSavingAs] = useState(false);
  const listed = review.planning.current ? review.planning.plan : undefined;
  const errors = plan?.problems.filter(({ level }) => level === 'error').length ?? 0;
  const incomplete = doc.faults.length > 0 || linesMissingCredentials(draft).length > 0;
  const isEmpty = plan !== undefined && isEmptySelection(plan);
  const blocked = review.busy || review.command === undefined || incomplete || errors > 0 || isEmpty;
  const sendForApproval = async () => {
    if (listed || (await review.list())) setApproving(true);
  };
  return (
    <StepFrame
      step="review"
      fullWidth
      title={
        plan ? (
          <Summary plan={plan} draft={draft} />
        ) : (
          t(doc.faults.length > 0 ? 'faultTitle' : 'waitingTitle')
        )
      }
      state={
        plan &&
        (current ? (
          <Exactness plan={plan} />
        ) : (
          <span className="al-sub al-review-exact">{t('waitingText')}</span>
        ))
      }
      note={<BarNote review={review} errors={errors} isEmpty={isEmpty} />}
      actions={
        <>
          <RequestButton request="runs.start" isDisabled={blocked} onClick={() => void review.run()}>
            {t(draft.goal === 'registry' ? 'mirrorButton' : 'fetchButton')}
          </RequestButton>
          <RequestButton
            request="plans.save"
            variant="secondary"
            isDisabled={blocked}
            onClick={() => void sendForApproval()}
          >
            {t('approvalButton')}
          </RequestButton>
        </>
      }
      end={
        <>
          <RequestButton
            request="configurations.save"
            variant="link"
            isDisabled={review.busy || incomplete}
            onClick={() => void review.save()}
          >
            {t('saveButton')}
          </RequestButton>
          <RequestButton
            request="configurations.save"
            variant="link"
            isDisabled={review.busy || incomplete}
            onClick={() => setSavingAs(true)}
          >
            {t('saveAsButton')}
          </RequestButton>
        </>
      }
    >
      <Failures review={review} onSaveAs={() => setSavingAs(true)} />
      {savingAs && (
        <SaveAsDialog onSave={(file) => void review.saveAs(file)} onClose={() => setSavingAs(false)} />
      )}
      {error !== undefined && (
        <FailureAlert
          error={error}
          title={t('planFailedTitle')}
          actions={
            <button type="button" className="al-link" onClick={again}>
              {t('retryButton')}
            </button>
          }
        />
      )}
      {lookUp.error !== undefined && <FailureAlert error={lookUp.error} title={t('loadFailedTitle')} />}
      {approving && listed && (
        <section className="al-card">
          <header>
            <h2>{t('approvalTitle')}</h2>
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
            <Issues
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
            <Signatures listed={listed} />
            <Command review={review} />
          </div>
        </div>
      ) : (
        doc.faults.length === 0 && error === undefined && <section className="al-card" aria-busy="true" />
      )}
    </StepFrame>
  );
}

function Summary({ plan, draft }: { plan: DraftPlan; draft: Draft }) {
  const { selection, facts } = reviewSummary(
    draft,
    plan,
    drivesFor(plan.bytesToCarry),
    fitOf(draft.options.windows, plan, Date.now())?.windows,
  );
  return (
    <>
      {selection}
      {facts.map(({ text, main }, index) => (
        <Fragment key={text}>
          {index === 0 ? ': ' : ', '}
          {main ? <b className="al-review-strong">{text}</b> : text}
        </Fragment>
      ))}
    </>
  );
}

/** Shows whether sizes are estimates, with a button that gets exact ones. */
function Exactness({ plan }: { plan: DraftPlan }) {
  if (plan.exact) {
    return (
      <span className="al-sub al-review-exact" role="status">
        {exactWords(plan.previousError)}
      </span>
    );
  }
  const sure = certainty(plan);
  const lookUps = plan.lookUps.filter(({ asOf }) => asOf === undefined);
  return (
    <span className="al-review-exact">
      {sure && <span className="al-choose-sure al-wide-only">{sure}</span>}
      {lookUps.length > 0 && <LookUpButton lookUps={lookUps} label="exactButton" />}
    </span>
  );
}

/** Why the run can't start, otherwise the result of the last action. */
function BarNote({ review, errors, isEmpty }: { review: Review; errors: number; isEmpty: boolean }) {
  const { draft } = useDraft();
  const { planning, saved } = review;
  if (planning.planning)
    return (
      <span role="status">
        {planning.work ? t('listingCountText', { count: planning.work.progress.done }) : t('listingText')}{' '}
        <button type="button" className="al-link" onClick={planning.cancel}>
          {t('cancelButton')}
        </button>
      </span>
    );
  if (linesMissingCredentials(draft).length > 0)
    return <StateMark mark="warning">{t('credentialsMissingNote')}</StateMark>;
  if (errors > 0) return <StateMark mark="bad">{t('errorsNote', { errors })}</StateMark>;
  if (isEmpty) return <StateMark mark="warning">{t('emptyNote')}</StateMark>;
  if (review.commandError !== undefined)
    return (
      <StateMark mark="warning">
        {t('targetNote')} <Link to={stepAddress(draft.id, 'where')}>{t('targetButton')}</Link>
      </StateMark>
    );
  if (saved)
    return (
      <span role="status">
        <StateMark mark="good">{t('savedNote', { file: baseName(draft.file) })}</StateMark>
      </span>
    );
  if (draft.goal === 'both') return <span className="al-sub">{t('pushNote')}</span>;
  return undefined;
}

function Failures({ review, onSaveAs }: { review: Review; onSaveAs: () => void }) {
  const { failed, conflict, planning } = review;
  return (
    <>
      {failed && (
        <FailureAlert
          error={failed.error}
          title={failed.title}
          actions={
            conflict && (
              <>
                <Button variant="link" isInline onClick={onSaveAs}>
                  {t('saveAsButton')}
                </Button>
                <Button variant="link" isInline onClick={() => void review.overwrite()}>
                  {t('overwriteButton')}
                </Button>
              </>
            )
          }
        />
      )}
      {planning.errorCurrent && planning.error !== undefined && (
        <FailureAlert error={planning.error} title={t('listFailedTitle')} />
      )}
    </>
  );
}

/** The signers of the images, known once the images are listed. */
function Signatures({ listed }: { listed: PlanSummary | undefined }) {
  return (
    <Card title={t('signaturesTitle')} label={t('signaturesTitle')}>
      {listed ? (
        <>
          <VerdictCounts counts={listed.verdicts} />
          <TrustKeys keys={listed.keys} />
        </>
      ) : (
        <p className="al-sub al-review-small">{t('signaturesText')}</p>
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
    <Card title={<StateMark mark="warning">{t('blockedTitle')}</StateMark>} label={t('blockedTitle')}>
      <div className="al-column al-review-small">
        <p>{asSentence(statement)}</p>
        <p className="al-sub">
          <Words text={remedy} />
        </p>
        <p>
          <Link to={stepAddress(draft.id, 'where')}>{t('targetButton')}</Link>
        </p>
      </div>
    </Card>
  );
}
