import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { TextArea, type TextAreaProps } from '@patternfly/react-core/dist/esm/components/TextArea';

/** The note below the field of a pasted text. */
export interface PasteNote {
  variant: 'default' | 'error' | 'success';
  words: string;
}

/** A field for a pasted text, with a note on its content. */
export function PastedText({
  id,
  label,
  note,
  onChange,
  veiled = false,
  ...props
}: Pick<TextAreaProps, 'value' | 'rows' | 'placeholder' | 'autoComplete'> & {
  id: string;
  label: string;
  note: PasteNote;
  onChange: (text: string) => void;
  /** Hides the text. */
  veiled?: boolean;
}) {
  return (
    <FormGroup label={label} fieldId={id}>
      <TextArea
        {...props}
        id={id}
        className={veiled ? 'al-mono al-veiled' : 'al-mono'}
        resizeOrientation="vertical"
        spellCheck={false}
        validated={note.variant === 'error' ? 'error' : 'default'}
        aria-describedby={`${id}-note`}
        onChange={(_event, text) => onChange(text)}
      />
      <FormHelperText>
        <HelperText id={`${id}-note`} isLiveRegion>
          <HelperTextItem variant={note.variant}>{note.words}</HelperTextItem>
        </HelperText>
      </FormHelperText>
    </FormGroup>
  );
}
