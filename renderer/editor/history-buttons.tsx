import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { RedoIcon } from '@patternfly/react-icons/dist/esm/icons/redo-icon';
import { UndoIcon } from '@patternfly/react-icons/dist/esm/icons/undo-icon';
import { useKeys } from '../app-state/keys.ts';
import type { DocumentState } from './document-store.ts';
import { t } from './messages.ts';

/** The buttons and keys that undo and redo changes of a document. */
export function HistoryButtons({
  document: { undo, redo, canUndo, canRedo },
}: {
  document: Pick<DocumentState, 'undo' | 'redo' | 'canUndo' | 'canRedo'>;
}) {
  useKeys([
    { key: 'Ctrl+Z', label: t('undoLastButton'), run: undo, when: canUndo, outsideFields: true },
    { key: 'Ctrl+Y', label: t('redoLastButton'), run: redo, when: canRedo, outsideFields: true },
  ]);
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        aria-label={t('undoButton')}
        icon={<UndoIcon />}
        isDisabled={!canUndo}
        onClick={undo}
      />
      <Button
        variant="plain"
        size="sm"
        aria-label={t('redoButton')}
        icon={<RedoIcon />}
        isDisabled={!canRedo}
        onClick={redo}
      />
    </>
  );
}
