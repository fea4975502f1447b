import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import { FailureAlert } from '../parts/failure.tsx';
import { t } from './messages.ts';
import { WindowsEditor } from './windows-editor.tsx';
import { windowsSummary } from './windows-words.ts';

/** The dialog that changes transfer windows. Saving applies all changes at once. */
export function WindowsDialog({
  id,
  windows,
  save,
  isPending = false,
  error,
  onSave,
  onClose,
}: {
  id: string;
  windows: readonly string[];
  /** Labels of the save button, with and without windows. */
  save: { some: string; none: string };
  isPending?: boolean;
  error?: unknown;
  onSave: (windows: string[]) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<readonly string[] | undefined>(windows);
  const same = chosen?.join('\n') === windows.join('\n');
  return (
    <Modal
      isOpen
      variant="large"
      className="al-windows-dialog"
      onClose={onClose}
      aria-labelledby={`${id}-title`}
    >
      <ModalHeader title={t('transferWindowsTitle')} labelId={`${id}-title`} description={t('dialogText')} />
      <ModalBody tabIndex={0} aria-label={t('editorLabel')}>
        <WindowsEditor id={id} windows={windows} onChange={setChosen} />
        {error !== undefined && <FailureAlert error={error} title={t('saveFailedTitle')} />}
      </ModalBody>
      <ModalFooter>
        <Button
          variant="primary"
          isDisabled={!chosen || same || isPending}
          onClick={() => chosen && onSave([...chosen])}
        >
          {chosen && chosen.length === 0 ? save.none : save.some}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
        <span className="al-sub al-small al-end">{chosen ? windowsSummary(chosen) : ''}</span>
      </ModalFooter>
    </Modal>
  );
}
