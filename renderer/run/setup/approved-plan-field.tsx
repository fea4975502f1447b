import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';

/** Opens a plan that came back from approval, with the key that its signature must be of. */
export function ApprovedPlanField({
  opened,
  required,
  folder,
  onOpened,
  onCancel,
}: {
  opened: OpenedPlan | undefined;
  /** The key it was opened with; empty: none. */
  required: string;
  folder: string;
  onOpened: (opened: OpenedPlan, requireSignature: string) => void;
  onCancel: () => void;
}) {
  const [file, setFile] = useState(opened?.file ?? (folder ? `${folder}/plan.json` : ''));
  const [key, setKey] = useState(required);
  const open = useDo('plans.open');
  const usable = file.startsWith('/') && (key === '' || key.startsWith('/'));
  return (
    <fieldset className="al-setup-add">
      <legend className="al-unseen">Open an approved plan</legend>
      <PathInput
        id="al-plan-file"
        label="Approved plan"
        kind="file"
        extensions={['json']}
        value={file}
        onChange={setFile}
        helper="Its signature lies beside it, as .asc or .sig."
        autoFocus={!opened}
      />
      <PathInput
        id="al-plan-key"
        label="Must be signed by"
        kind="file"
        value={key}
        onChange={setKey}
        placeholder="nobody"
        helper="A file with OpenPGP public keys, or a program that checks the signature."
      />
      <div className="al-actions">
        <Button
          variant="secondary"
          isDisabled={!usable || open.isPending}
          onClick={() =>
            open.mutate(
              { file, requireSignature: key || undefined },
              { onSuccess: (found) => onOpened(found, key) },
            )
          }
        >
          {opened ? 'Open again' : 'Open plan'}
        </Button>
        <Button variant="link" onClick={onCancel}>
          {opened ? 'Use a configuration' : 'Cancel'}
        </Button>
      </div>
      {open.error && <FailureAlert error={open.error} title="The plan was not opened" />}
    </fieldset>
  );
}
