import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import type { PlanSummary } from '../../../core/contract/topics/plan.ts';
import { useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { lastPart } from '../request/setup-sentence.ts';

/** Writes plan.json; for approval it says what happens then. */
export function SavePlan({
  plan,
  folder,
  forApproval,
  onClose,
}: {
  plan: PlanSummary;
  /** Where it is offered to be saved. */
  folder: string;
  forApproval: boolean;
  onClose: () => void;
}) {
  const [file, setFile] = useState(folder ? `${folder}/plan.json` : '');
  const save = useDo('plans.save');
  return (
    <section className="al-in al-plan-save" aria-label={forApproval ? 'Send for approval' : 'Save plan'}>
      <form
        className="al-column"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) save.mutate({ plan: plan.plan, file });
        }}
      >
        <PathInput
          id="al-plan-save"
          label="File"
          kind="save"
          extensions={['json']}
          value={file}
          onChange={setFile}
          helper="Pinned to digests: for approval, and for airlock mirror --plan."
          autoFocus
          required
        />
        <div className="al-actions">
          <RequestButton
            request="plans.save"
            type="submit"
            variant="primary"
            isDisabled={!file || save.isPending}
          >
            {forApproval ? 'Save for approval' : 'Save plan'}
          </RequestButton>
          <Button variant="link" onClick={onClose}>
            Close
          </Button>
          {save.data && (
            <output>
              <StateMark mark="good">Saved to {save.data.file}</StateMark>
            </output>
          )}
        </div>
      </form>
      {save.error && <FailureAlert error={save.error} title="The plan was not saved" />}
      {save.data && forApproval && <Approval saved={save.data} />}
    </section>
  );
}

/** What the approver does, in order. */
function Approval({ saved: { file, digest, signCommand } }: { saved: RequestOutput<'plans.save'> }) {
  const name = lastPart(file);
  return (
    <div className="al-column al-approval">
      <dl className="al-facts">
        <dt>SHA-256</dt>
        <dd className="al-copied">
          <code className="al-mono al-anywhere">{digest.replace(/^sha256:/, '')}</code>
          <CopyButton text={digest.replace(/^sha256:/, '')} what="Copy the digest" />
        </dd>
      </dl>
      <ol>
        <li>
          The approver compares the digest of {name} (<code className="al-mono">sha256sum {name}</code>) and
          reads it here with "Open an approved plan": every image with its digest, source, size and verdict.
        </li>
        <li>
          Then signs it, which makes {name}.asc beside it:
          <span className="al-row">
            <code className="al-mono al-anywhere">{signCommand}</code>
            <CopyButton text={signCommand} what="Copy the command for signing" />
          </span>
        </li>
        <li>
          Back here, open {name} with {name}.asc beside it and the approver's public key. A run with it moves
          exactly these digests, and is refused when a byte of the plan was changed.
        </li>
      </ol>
    </div>
  );
}
