import './host-editor.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { t as common } from '../messages.ts';
import { t } from './messages.ts';
import { changedCount, type DifferenceLine } from './text-difference.ts';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
/** For screen readers. */
const KINDS = { same: '', removed: t('removedLine'), added: t('addedLine') } as const;

/** Shows how the document of a host differs from its layout. */
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
        title={t('differenceTitle', { host, lines: changedCount(lines) })}
        labelId="al-host-difference-title"
        description={t('differenceHelp')}
      />
      <ModalBody>
        <DifferenceText lines={lines} label={t('differenceLabel')} />
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onReset}>
          {t('resetButton')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {common('closeButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** Lines of a difference. */
export function DifferenceText({ lines, label }: { lines: readonly DifferenceLine[]; label: string }) {
  return (
    <ol className="al-host-difference al-mono" aria-label={label}>
      {lines.map(({ kind, text, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <li key={index} className={`al-host-line-${kind}`}>
          <span className="al-sub al-num">{line ?? ''}</span>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          <span className="al-unseen">{KINDS[kind]} </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
