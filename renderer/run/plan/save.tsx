import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, useState } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { lastPart } from '../request/setup-sentence.ts';
import { t } from './messages.ts';

/** Saves plan.json. For approval, the next steps are shown. */
export function SavePlan({
  plan,
  folder,
  forApproval,
  onClose,
}: {
  plan: PlanSummary;
  /** Default folder of the file. */
  folder: string;
  forApproval: boolean;
  onClose: () => void;
}) {
  const [file, setFile] = useState(folder ? `${folder}/plan.json` : '');
  const save = useDo('plans.save');
  return (
    <section className="al-in al-plan-save" aria-label={t(forApproval ? 'approvalButton' : 'saveButton')}>
      <form
        className="al-column"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) save.mutate({ plan: plan.plan, file });
        }}
      >
        <PathInput
          id="al-plan-save"
          label={t('fileLabel')}
          kind="save"
          extensions={['json']}
          value={file}
          onChange={setFile}
          helper={t.parts('fileHelp', { command: code })}
          autoFocus
          required
        />
        <div className="al-actions">
          <RequestButton
            request="plans.save"
            type="submit"
            variant={save.data ? 'secondary' : 'primary'}
            isDisabled={!file || save.isPending}
          >
            {t(forApproval ? 'saveForApprovalButton' : 'saveButton')}
          </RequestButton>
          <Button variant="link" onClick={onClose}>
            {t('closeButton')}
          </Button>
          {save.data && (
            <output>
              <StateMark mark="good">{t('saved', { file: save.data.file })}</StateMark>
            </output>
          )}
        </div>
      </form>
      {save.error && <FailureAlert error={save.error} title={t('saveFailedTitle')} />}
      {save.data && forApproval && <Approval saved={save.data} />}
    </section>
  );
}

function code(inner: ReactNode[]): ReactNode {
  return (
    <code key="command" className="al-mono">
      {inner}
    </code>
  );
}

/** Shows the steps of the approval. */
function Approval({ saved: { file, digest, signCommand } }: { saved: RequestOutput<'plans.save'> }) {
  const name = lastPart(file);
  return (
    <div className="al-column al-approval">
      <dl className="al-facts">
        <dt>{t('digestLabel')}</dt>
        <dd className="al-copied">
          <code className="al-mono al-anywhere">{digest.replace(/^sha256:/, '')}</code>
          <CopyButton text={digest.replace(/^sha256:/, '')} what={t('copyDigestButton')} />
        </dd>
      </dl>
      <ol>
        <li>
          {t.parts('approvalOpenStep', {
            plan: name,
            command: code,
          })}
        </li>
        <li>
          {t('approvalSignStep', { plan: name })}
          <span className="al-row">
            <code className="al-mono al-anywhere">{signCommand}</code>
            <CopyButton text={signCommand} what={t('copySignCommandButton')} />
          </span>
        </li>
        <li>{t('approvalRunStep', { plan: name })}</li>
      </ol>
    </div>
  );
}
