import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId, useState } from 'react';
import { driveLabel } from '../../../core/contract/topics/media.ts';
import { t } from './messages.ts';

/** Edits the name of a drive in place. Enter saves it, and Escape cancels. */
export function NameForm({
  name,
  onSave,
  onCancel,
}: {
  name: string;
  onSave: (name: string) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const help = useId();
  const text = typed.trim();
  const valid = driveLabel.safeParse(text).success;
  return (
    <form
      className="al-drive-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) onSave(text);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <TextInput
        aria-label={t('nameLabel', { drive: name })}
        aria-describedby={help}
        value={typed}
        validated={valid ? 'default' : 'error'}
        onChange={(_event, value) => setTyped(value)}
        autoFocus
      />
      <Button type="submit" variant="secondary" isDisabled={!valid}>
        {t('saveNameButton')}
      </Button>
      <Button variant="link" onClick={onCancel}>
        {t('cancelButton')}
      </Button>
      <p id={help} className={valid ? 'al-unseen' : 'al-sub al-small'}>
        {t('nameHelp')}
      </p>
    </form>
  );
}
