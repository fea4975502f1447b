import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { t } from './messages.ts';

/** Opens an approved plan, with the key of its required signature. */
export function ApprovedPlanField({
  opened,
  required,
  folder,
  onOpened,
  onCancel,
}: {
  opened: OpenedPlan | undefined;
  /** The required key. Empty: no signature is required. */
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
      <legend className="al-unseen">{t('openApproved')}</legend>
      <PathInput
        id="al-plan-file"
        label={t('approvedPlanLabel')}
        kind="file"
        extensions={['json']}
        value={file}
        onChange={setFile}
        helper={t('approvedPlanHelp')}
        autoFocus={!opened}
      />
      <PathInput
        id="al-plan-key"
        label={t('requiredKeyLabel')}
        kind="file"
        value={key}
        onChange={setKey}
        placeholder={t('requiredKeyPlaceholder')}
        helper={t('requiredKeyHelp')}
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
          {t(opened ? 'openPlanAgainButton' : 'openPlanButton')}
        </Button>
        <Button variant="link" onClick={onCancel}>
          {t(opened ? 'useConfigurationButton' : 'cancelButton')}
        </Button>
      </div>
      {open.error && <FailureAlert error={open.error} title={t('planOpenFailedTitle')} />}
    </fieldset>
  );
}
