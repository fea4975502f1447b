import { useState } from 'react';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { TextField } from '../../parts/fields/option-fields.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Selects the volumes that the other side is missing, by its acknowledgment code. */
export function MissingVolumes({
  workspace,
  transfer,
  disabled,
  onVolumes,
}: {
  workspace: string;
  transfer: string;
  disabled: boolean;
  /** Called with the numbers as text. */
  onVolumes: (numbers: string) => void;
}) {
  const [code, setCode] = useState('');
  const missing = useDo('media.missingVolumes');
  const select = () =>
    missing.mutate(
      { workspace, transfer, code: code.trim() },
      { onSuccess: ({ volumes }) => volumes.length > 0 && onVolumes(volumes.join(', ')) },
    );
  const volumes = missing.data?.volumes;
  return (
    <div className="al-column">
      <TextField
        id="al-carry-code"
        label={t('codeLabel')}
        value={code}
        placeholder={t('codePlaceholder')}
        disabled={disabled}
        note={t('codeHelp')}
        onChange={(text) => {
          missing.reset();
          setCode(text);
        }}
      />
      <div className="al-row al-wrap">
        <RequestButton
          request="media.missingVolumes"
          variant="secondary"
          size="sm"
          isDisabled={disabled || code.trim() === '' || missing.isPending}
          isLoading={missing.isPending}
          onClick={select}
        >
          {t('selectMissingButton')}
        </RequestButton>
        {volumes && (
          <span role="status" className="al-small">
            <StateMark mark="good">
              {t('missingSelected', { count: volumes.length, volumes: volumes.join(', ') })}
            </StateMark>
          </span>
        )}
      </div>
      {missing.error && <FailureAlert error={missing.error} title={t('selectMissingFailedTitle')} />}
    </div>
  );
}
