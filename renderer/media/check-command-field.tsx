import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { TextField } from '../parts/fields/option-fields.tsx';
import type { CheckChoice } from './check-choice.ts';
import { t } from './messages.ts';

const EXAMPLE = 'scan {files}';

/** The check command of an export or import, and whether images that it can't check are rejected. */
export function CheckCommandField({
  id,
  choice,
  onChange,
  disabled,
  note,
  requireLabel,
}: {
  /** Prefix of the element IDs. */
  id: string;
  choice: CheckChoice;
  onChange: (changes: Partial<CheckChoice>) => void;
  disabled: boolean;
  note: string;
  requireLabel: string;
}) {
  return (
    <>
      <TextField
        id={`${id}-check`}
        label={t('checkLabel')}
        mono
        value={choice.check}
        placeholder={EXAMPLE}
        disabled={disabled}
        note={note}
        onChange={(check) => onChange({ check })}
      />
      {choice.check.trim() !== '' && (
        <Checkbox
          id={`${id}-require`}
          label={requireLabel}
          isChecked={choice.requireCheck}
          isDisabled={disabled}
          onChange={(_event, requireCheck) => onChange({ requireCheck })}
        />
      )}
    </>
  );
}
