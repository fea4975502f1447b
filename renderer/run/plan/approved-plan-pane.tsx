import { ContractError } from '../../../core/contract/contract-error.ts';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import { workflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DigestText } from '../../parts/digest.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { count, exactTime, size } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { workflowWord } from '../../parts/run-words.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { PlanImages } from './images.tsx';
import { PlanSections, Sum } from './sections.tsx';
import { TrustKeys, VerdictCounts } from './trust.tsx';
import { shortKey } from './verdicts.ts';

/** A plan that was opened: what its signature is worth, and exactly what a run with it moves. */
export function ApprovedPlanPane({ opened }: { opened: OpenedPlan }) {
  const { file, digest, madeAt, tool, workflow, configuration, sections, approval } = opened;
  const kind = workflowKind.safeParse(workflow).data;
  return (
    <section className="al-card al-setup-pane" aria-label="Approved plan">
      <header>
        <h2>Approved plan</h2>
        <Approval approval={approval} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="al-plan" tabIndex={0} aria-label="Contents of the plan">
        {approval.state === 'refused' && (
          <div className="al-in">
            <FailureAlert error={new ContractError(approval.failure)} title="This plan is not approved" />
          </div>
        )}
        <dl className="al-plan-sums al-num">
          <Sum name="Images" value={count(opened.images)} />
          <Sum name="Needed" value={size(opened.bytes)} />
        </dl>
        <dl className="al-facts al-in">
          <dt>File</dt>
          <dd className="al-mono al-anywhere">{file}</dd>
          <dt>SHA-256</dt>
          <dd className="al-copied">
            <code className="al-mono al-anywhere">{digest.replace(/^sha256:/, '')}</code>
            <CopyButton text={digest.replace(/^sha256:/, '')} what="Copy the digest" />
          </dd>
          <Signer approval={approval} />
          <NamedApproval key={opened.plan} opened={opened} />
          <dt>Made</dt>
          <dd>
            {exactTime(new Date(madeAt))} by {tool}
            {kind && `, for ${workflowWord(kind).toLowerCase()}`}
          </dd>
          <dt>Configuration</dt>
          <dd className="al-row">
            {configuration.name} <DigestText digest={configuration.digest} />
          </dd>
          <dt>Signatures</dt>
          <dd>
            <VerdictCounts counts={opened.verdicts} />
          </dd>
        </dl>
        <TrustKeys keys={opened.keys} />
        <PlanSections sections={sections} />
        <PlanImages key={opened.plan} plan={opened.plan} sections={[]} verdicts={opened.verdicts} />
      </section>
    </section>
  );
}

/** Who approved it in the application, or the button that does. */
function NamedApproval({ opened }: { opened: OpenedPlan }) {
  const approve = useDo('plans.approve');
  const by = approve.data?.approvedBy ?? opened.approvedBy;
  return (
    <>
      <dt>Approved by</dt>
      <dd>
        {by ? (
          `${by.name} (${by.role}), ${exactTime(new Date(by.at))}`
        ) : (
          <RequestButton
            request="plans.approve"
            variant="secondary"
            size="sm"
            isDisabled={approve.isPending}
            onClick={() => approve.mutate({ plan: opened.plan })}
          >
            Approve plan
          </RequestButton>
        )}
        {approve.error && <FailureAlert error={approve.error} title="Couldn't approve the plan" />}
      </dd>
    </>
  );
}

function Approval({ approval }: Pick<OpenedPlan, 'approval'>) {
  switch (approval.state) {
    case 'good':
      return <StateMark mark="good">Signature is good</StateMark>;
    case 'refused':
      return <StateMark mark="bad">Not approved</StateMark>;
    case 'not-asked':
      return <StateMark mark="warning">Signature not checked</StateMark>;
  }
}

function Signer({ approval }: Pick<OpenedPlan, 'approval'>) {
  if (approval.state === 'refused') return null;
  const signer = approval.state === 'good' ? approval.signer : undefined;
  return (
    <>
      <dt>Signed by</dt>
      <dd className="al-anywhere">
        {signer?.by === 'key' && (
          <>
            <code className="al-mono" title={signer.fingerprint}>
              {shortKey(signer.fingerprint)}
            </code>
            , a key of <code className="al-mono">{signer.key}</code>
          </>
        )}
        {signer?.by === 'command' && (
          <>
            accepted by <code className="al-mono">{signer.command}</code>
          </>
        )}
        {approval.state === 'not-asked' &&
          (approval.signature
            ? `${approval.signature} is there; name the key that it must be of.`
            : 'There is no signature beside it.')}
      </dd>
    </>
  );
}
