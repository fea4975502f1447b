import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { RedoIcon } from '@patternfly/react-icons/dist/esm/icons/redo-icon';
import { UndoIcon } from '@patternfly/react-icons/dist/esm/icons/undo-icon';
import { useKeys } from '../app-state/keys.ts';
import type { DocumentState } from './document-store.ts';

/** Undo and redo of a document, with their keys. */
export function HistoryButtons({
  document: { undo, redo, canUndo, canRedo },
}: {
  document: Pick<DocumentState, 'undo' | 'redo' | 'canUndo' | 'canRedo'>;
}) {
  useKeys([
    { key: 'Ctrl+Z', label: 'Undo the last change', run: undo, when: canUndo, outsideFields: true },
    { key: 'Ctrl+Y', label: 'Redo', run: redo, when: canRedo, outsideFields: true },
  ]);
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        aria-label="Undo"
        icon={<UndoIcon />}
        isDisabled={!canUndo}
        onClick={undo}
      />
      <Button
        variant="plain"
        size="sm"
        aria-label="Redo"
        icon={<RedoIcon />}
        isDisabled={!canRedo}
        onClick={redo}
      />
    </>
  );
}
