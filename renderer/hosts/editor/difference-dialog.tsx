import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { counted } from '../../parts/format.ts';
import { changedCount, type DifferenceLine } from './text-difference.ts';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
const SPOKEN = { same: '', removed: 'removed: ', added: 'added: ' } as const;

/** What is other in the document of a host than in what the layout gives. */
export function DifferenceDialog({
  host,
  lines,
  onReset,
  onClose,
}: {
  host: string;
  lines: readonly DifferenceLine[];
  onReset: () => void;
  onClose: () => void;
}) {
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-host-difference-title">
      <ModalHeader
        title={`${host}: ${counted(changedCount(lines), 'line')} of its own`}
        labelId="al-host-difference-title"
        description="Left out (−) of what the layout gives, and written (+) in its place. A change of the layout or the table keeps these lines."
      />
      <ModalBody>
        <DifferenceText lines={lines} label="Difference to the layout" />
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onReset}>
          Write it as the layout gives it
        </Button>
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** Lines with what became of them. */
export function DifferenceText({ lines, label }: { lines: readonly DifferenceLine[]; label: string }) {
  return (
    <ol className="al-host-difference al-mono" aria-label={label}>
      {lines.map(({ kind, text, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <li key={index} className={`al-host-line-${kind}`}>
          <span className="al-sub al-num">{line ?? ''}</span>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          <span className="al-unseen">{SPOKEN[kind]}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
