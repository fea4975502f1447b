import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useNavigate } from 'react-router';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { baseName } from '../../parts/paths.ts';
import { Card } from '../../parts/screen.tsx';
import { Words } from '../../parts/words.tsx';
import { stepAddress } from '../draft/steps.ts';
import { t } from './messages.ts';

/** The changes of a conversion, or the reason for each entry, before the user continues with the draft. */
export function StartOutcome({
  started: { draft, changes, reasons },
  onBack,
}: {
  started: RequestOutput<'drafts.start'>;
  onBack: () => void;
}) {
  const navigate = useNavigate();
  return (
    <>
      {changes.length > 0 && (
        <Card title={t('convertedTitle', { file: baseName(draft.file) })} note={t('convertedNote')}>
          <Lines lines={changes} />
        </Card>
      )}
      {reasons.length > 0 && (
        <Card title={t('reasonsTitle')} note={t('reasonsNote')}>
          <Lines lines={reasons} />
        </Card>
      )}
      <div className="al-actions">
        <Button onClick={() => void navigate(stepAddress(draft.id, 'cluster'))}>{t('continueButton')}</Button>
        <Button variant="secondary" onClick={onBack}>
          {t('restartButton')}
        </Button>
      </div>
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="al-start-lines">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal
        <li key={index} className="al-anywhere">
          <Words text={line} />
        </li>
      ))}
    </ul>
  );
}
