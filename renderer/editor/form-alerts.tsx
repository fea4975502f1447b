import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { ReactNode } from 'react';
import { FailureAlert } from '../parts/failure.tsx';
import type { DocumentState } from './document-store.ts';
import { t } from './messages.ts';

/** Shows why the form of a document can't be used or couldn't apply its last change, or nothing while it works. */
export function FormAlerts({
  document: { doc, undo, canUndo, editError },
  faultClass = '',
  onShow,
  children,
}: {
  document: Pick<DocumentState, 'doc' | 'undo' | 'canUndo' | 'editError'>;
  faultClass?: string;
  /** Opens the YAML at a place. */
  onShow: (line: number, column: number) => void;
  /** Alerts of the screen, below the one for syntax errors. */
  children?: ReactNode;
}) {
  const [fault] = doc.faults;
  return (
    <>
      {fault && (
        <Alert
          variant="danger"
          isInline
          isLiveRegion
          component="h2"
          title={t('faultTitle', { line: fault.line, column: fault.column })}
          className={faultClass}
        >
          <p>{fault.message}</p>
          <div className="al-failure-actions">
            <button type="button" className="al-link" onClick={() => onShow(fault.line, fault.column)}>
              {t('goToLineButton', { line: fault.line })}
            </button>
            {canUndo && (
              <button type="button" className="al-link" onClick={undo}>
                {t('undoLastButton')}
              </button>
            )}
          </div>
        </Alert>
      )}
      {children}
      {editError !== undefined && <FailureAlert error={editError} title={t('formEditError')} />}
    </>
  );
}
