import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { FieldNote } from '../parts/field-note.tsx';

/** A command that looks into every image before it crosses, and whether all has to be checked by it. */
export interface CheckChoice {
  /** As typed; empty: none. */
  check: string;
  requireCheck: boolean;
}

/** The settings of a check that was chosen; none for an empty command. */
export function checkSettings({ check, requireCheck }: CheckChoice): Partial<CheckChoice> {
  const command = check.trim();
  return command === '' ? {} : { check: command, requireCheck };
}

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
      <FormGroup label="Check command" fieldId={`${id}-check`}>
        <TextInput
          id={`${id}-check`}
          className="al-mono"
          value={choice.check}
          placeholder="scan {files}"
          isDisabled={disabled}
          aria-describedby={`${id}-check-note`}
          onChange={(_event, check) => onChange({ check })}
        />
        <FieldNote id={`${id}-check-note`} problem={undefined}>
          {note}
        </FieldNote>
      </FormGroup>
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
