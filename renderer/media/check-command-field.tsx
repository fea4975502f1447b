import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { TextField } from '../parts/fields/option-fields.tsx';
import type { CheckChoice } from './check-choice.ts';

/** The command, and what becomes of what it cannot check: asked on both sides. */
export function CheckCommandField({
  id,
  choice,
  onChange,
  disabled,
  note,
  requireLabel,
}: {
  /** Beginning of the ids of the fields. */
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
        label="Check command"
        mono
        value={choice.check}
        placeholder="scan {files}"
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
