import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { wordList } from '../../../core/contract/documents/words.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { t } from './messages.ts';
import { linesMissingCredentials } from './missing-credentials.ts';

/** After a crash of the engine: lines with credentials that no file has. Until they are complete, nothing is saved or run. */
export function MissingCredentialsAlert({ onShow }: { onShow: (line: number, column: number) => void }) {
  const { draft, change } = useDraft();
  const lines = linesMissingCredentials(draft);
  const [first] = lines;
  if (first === undefined) return null;
  return (
    <Alert
      variant="warning"
      isInline
      isLiveRegion
      component="h2"
      title={t('credentialsMissingTitle', { count: lines.length, lines: wordList(lines) })}
      className="al-choose-fault"
    >
      <p>{t('credentialsMissingText')}</p>
      <div className="al-failure-actions">
        <button type="button" className="al-link" onClick={() => onShow(first, 1)}>
          {t('lineButton', { line: first })}
        </button>
        <button type="button" className="al-link" onClick={() => change({ strippedLines: [] })}>
          {t('withoutButton')}
        </button>
      </div>
    </Alert>
  );
}
