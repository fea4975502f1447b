import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ArrivalLine } from '../../../core/contract/topics/media.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { JobView } from '../../job/job-view.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { size, sizeOf } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Announcement, Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { SpelledCode } from './code-card.tsx';
import { t } from './messages.ts';

/** The acknowledgment code of a transfer that was copied without Airlock, after verification. */
export function ReadEveryByte({
  arrival: { directory, lastVerification },
  reached,
}: {
  arrival: Pick<ArrivalLine, 'directory' | 'lastVerification'>;
  reached: 'imported' | 'pushed' | 'applied';
}) {
  const reading = useTicketed('transfers.received');
  const { work, error } = reading;
  const input = { directory, reached };
  const read = () => {
    reading.forgetError();
    void reading.ask(input);
  };
  const { done = 0, total } = work?.progress ?? {};
  const shown = reading.answer?.of === JSON.stringify(input) ? reading.answer.value.sets[0] : undefined;
  return (
    <Card title={t('codeTitle')}>
      <div className="al-column">
        {shown ? (
          <>
            <p>
              <StateMark mark={shown.missing.length === 0 ? 'good' : 'bad'}>
                {shown.missing.length === 0
                  ? t('intactText', { size: size(shown.bytes) })
                  : t('damagedFilesText', { count: shown.missing.length, files: shown.missing.join(', ') })}
              </StateMark>
            </p>
            <p>
              {t.parts('codeMeaning', {
                summary: shown.summary,
                strong: (meaning) => <strong key="summary">{meaning}</strong>,
              })}
            </p>
            <SpelledCode code={shown.code} />
            <div className="al-actions">
              <CopyButton text={shown.code} label={t('copyCodeButton')} />
            </div>
          </>
        ) : (
          <>
            <p>{t('verifyText', { last: lastVerification ?? 'none' })}</p>
            {reading.asking ? (
              <>
                <JobView job={work} label={t('verifyProgressLabel')} small />
                <p className="al-sub al-num">{total ? sizeOf(done, total) : t('openingSet')}</p>
                <div className="al-actions">
                  <Button variant="secondary" onClick={reading.cancel}>
                    {t('stopVerifyButton')}
                  </Button>
                </div>
              </>
            ) : (
              <div className="al-actions">
                <RequestButton request="transfers.received" variant="secondary" onClick={read}>
                  {t('verifyButton')}
                </RequestButton>
              </div>
            )}
          </>
        )}
        {error !== undefined && <FailureAlert error={error} title={t('verifyFailedTitle')} />}
        <Announcement event={shown}>{shown?.summary}</Announcement>
      </div>
    </Card>
  );
}
