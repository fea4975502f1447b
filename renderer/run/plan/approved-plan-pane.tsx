import type { ReactNode } from 'react';
import { ContractError } from '../../../core/contract/contract-error.ts';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import { workflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DigestText } from '../../parts/digest.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { count, exactTime, size } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { PlanImages } from './images.tsx';
import { t } from './messages.ts';
import { PlanSections, Sum } from './sections.tsx';
import { TrustKeys, VerdictCounts } from './trust.tsx';
import { shortKey } from './verdicts.ts';

/** Shows an opened plan: its signature, and exactly the images that a run with it copies. */
export function ApprovedPlanPane({ opened }: { opened: OpenedPlan }) {
  const { file, digest, createdAt, tool, workflow, configuration, sections, approval } = opened;
  const kind = workflowKind.safeParse(workflow).data;
  return (
    <section className="al-card al-setup-pane" aria-label={t('approvedTitle')}>
      <header>
        <h2>{t('approvedTitle')}</h2>
        <Approval approval={approval} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a section that scrolls must be reachable by keyboard */}
      <section className="al-plan" tabIndex={0} aria-label={t('contentsLabel')}>
        {approval.state === 'rejected' && (
          <div className="al-in">
            <FailureAlert error={new ContractError(approval.failure)} title={t('notApprovedTitle')} />
          </div>
        )}
        <dl className="al-plan-sums al-num">
          <Sum name={t('imagesLabel')} value={count(opened.images)} />
          <Sum name={t('totalLabel')} value={size(opened.bytes)} />
        </dl>
        <dl className="al-facts al-in">
          <dt>{t('planFileLabel')}</dt>
          <dd className="al-mono al-anywhere">{file}</dd>
          <dt>{t('digestLabel')}</dt>
          <dd className="al-copied">
            <code className="al-mono al-anywhere">{digest.replace(/^sha256:/, '')}</code>
            <CopyButton text={digest.replace(/^sha256:/, '')} what={t('copyDigestButton')} />
          </dd>
          <Signer approval={approval} />
          <NamedApproval key={opened.plan} opened={opened} />
          <dt>{t('createdLabel')}</dt>
          <dd>{t(kind ? CREATED[kind] : 'created', { time: exactTime(new Date(createdAt)), tool })}</dd>
          <dt>{t('configurationLabel')}</dt>
          <dd className="al-row">
            <span className="al-mono al-anywhere">{configuration.name}</span>{' '}
            <DigestText digest={configuration.digest} />
          </dd>
          <dt>{t('signaturesLabel')}</dt>
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

const CREATED = {
  mirrorToDisk: 'createdForFetch',
  diskToMirror: 'createdForPush',
  mirrorToMirror: 'createdForMirror',
} as const;

/** Shows who approved a plan in the app, or the button to approve it. */
function NamedApproval({ opened }: { opened: OpenedPlan }) {
  const approve = useDo('plans.approve');
  const by = approve.data?.approvedBy ?? opened.approvedBy;
  return (
    <>
      <dt>{t('approvedByLabel')}</dt>
      <dd>
        {by ? (
          t('approvedBy', { name: by.name, role: by.role, time: exactTime(new Date(by.at)) })
        ) : (
          <span className="al-row">
            {t('noNamedApproval')}
            <RequestButton
              request="plans.approve"
              variant="link"
              isInline
              isDisabled={approve.isPending}
              onClick={() => approve.mutate({ plan: opened.plan })}
            >
              {t('approveButton')}
            </RequestButton>
          </span>
        )}
        {approve.error && <FailureAlert error={approve.error} title={t('approveFailedTitle')} />}
      </dd>
    </>
  );
}

function Approval({ approval }: Pick<OpenedPlan, 'approval'>) {
  switch (approval.state) {
    case 'valid':
      return <StateMark mark="good">{t('signatureValid')}</StateMark>;
    case 'rejected':
      return <StateMark mark="bad">{t('notApproved')}</StateMark>;
    case 'not-checked':
      return <StateMark mark="warning">{t('signatureNotChecked')}</StateMark>;
  }
}

function Signer({ approval }: Pick<OpenedPlan, 'approval'>) {
  if (approval.state === 'rejected') return null;
  const signer = approval.state === 'valid' ? approval.signer : undefined;
  return (
    <>
      <dt>{t('signedByLabel')}</dt>
      <dd className="al-anywhere">
        {signer?.by === 'key' &&
          t.parts('signedByKey', {
            key: shortKey(signer.fingerprint),
            keyFile: signer.key,
            fingerprint: (inner) => (
              <code key="fingerprint" className="al-mono" title={signer.fingerprint}>
                {inner}
              </code>
            ),
            file: code,
          })}
        {signer?.by === 'command' && t.parts('signedByCommand', { program: signer.command, command: code })}
        {approval.state === 'not-checked' &&
          (approval.signature
            ? t('signatureFound', { signature: approval.signature })
            : t('signatureMissing'))}
      </dd>
    </>
  );
}

function code(inner: ReactNode[]) {
  return (
    <code key="code" className="al-mono">
      {inner}
    </code>
  );
}
