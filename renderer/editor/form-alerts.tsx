import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { ReactNode } from 'react';
import { FailureAlert } from '../parts/failure.tsx';
import type { DocumentState } from './document-store.ts';

/** Why the form of a document can't be used, or couldn't write its last change; nothing while it works. */
export function FormAlerts({
  document: { doc, undo, canUndo, refused },
  faultClass = '',
  onShow,
  children,
}: {
  document: Pick<DocumentState, 'doc' | 'undo' | 'canUndo' | 'refused'>;
  faultClass?: string;
  /** Opens the YAML at a place. */
  onShow: (line: number, column: number) => void;
  /** Alerts of the screen itself, below that of the text. */
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
          title={`The YAML cannot be read: line ${fault.line}, column ${fault.column}`}
          className={faultClass}
        >
          <p>{fault.message}</p>
          <div className="al-failure-actions">
            <button type="button" className="al-link" onClick={() => onShow(fault.line, fault.column)}>
              Go to line {fault.line}
            </button>
            {canUndo && (
              <button type="button" className="al-link" onClick={undo}>
                Undo the last change
              </button>
            )}
          </div>
        </Alert>
      )}
      {children}
      {refused !== undefined && (
        <FailureAlert error={refused} title="The form cannot change this text: change the YAML" />
      )}
    </>
  );
}
