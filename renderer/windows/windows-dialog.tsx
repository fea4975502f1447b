import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import { FailureAlert } from '../parts/failure.tsx';
import { WindowsEditor } from './windows-editor.tsx';
import { windowsSummary } from './windows-words.ts';

/** Windows of a link, changed as a whole: nothing is taken before it is saved. */
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
  /** What saving is called; also when no window is left. */
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
      <ModalHeader
        title="Windows of the link"
        labelId={`${id}-title`}
        description="When registries may be asked for anything. What is under way when a window closes is cut where it is, and goes on from there when the next one opens."
      />
      <ModalBody tabIndex={0} aria-label="Windows">
        <WindowsEditor id={id} windows={windows} onChange={setChosen} />
        {error !== undefined && <FailureAlert error={error} title="The windows were not changed" />}
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
          Cancel
        </Button>
        <span className="al-sub al-small al-end">{chosen ? windowsSummary(chosen) : ''}</span>
      </ModalFooter>
    </Modal>
  );
}
