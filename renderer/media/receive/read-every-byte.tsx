import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useTicketed } from '../../engine/ticketed.ts';
import { JobView } from '../../job/job-view.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { counted, size, sizeOf } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { SpeltCode } from './code-card.tsx';

/** A set that was copied by other means: its code comes after every byte was read. */
export function ReadEveryByte({
  directory,
  reached,
}: {
  /** Of the set. */
  directory: string;
  reached: 'imported' | 'pushed' | 'applied';
}) {
  const reading = useTicketed('transfers.received');
  const { work, error } = reading;
  const asked = { directory, reached };
  const read = () => {
    reading.forgetError();
    void reading.ask(asked);
  };
  const { done = 0, total } = work?.progress ?? {};
  const shown = reading.answer?.of === JSON.stringify(asked) ? reading.answer.value.sets[0] : undefined;
  return (
    <Card title="Tell the other side">
      <div className="al-column">
        {shown ? (
          <>
            <p>
              <StateMark mark={shown.lacks.length === 0 ? 'good' : 'bad'}>
                {shown.lacks.length === 0
                  ? `Every byte is right, ${size(shown.bytes)}.`
                  : `${counted(shown.lacks.length, 'piece')} missing, cut short or altered: ${shown.lacks.join(', ')}`}
              </StateMark>
            </p>
            <p>
              It says: <strong>{shown.words}</strong>
            </p>
            <SpeltCode code={shown.code} />
            <div className="al-actions">
              <CopyButton text={shown.code} label="Copy" />
            </div>
          </>
        ) : (
          <>
            <p>It was copied by other means. Every byte is read before there is a code for it.</p>
            {reading.asking ? (
              <>
                <JobView job={work} label="Bytes read" small />
                <p className="al-sub al-num">{total ? sizeOf(done, total) : 'Opening the set'}</p>
                <div className="al-actions">
                  <Button variant="secondary" onClick={reading.cancel}>
                    Stop reading
                  </Button>
                </div>
              </>
            ) : (
              <div className="al-actions">
                <RequestButton request="transfers.received" variant="secondary" onClick={read}>
                  Read every byte
                </RequestButton>
              </div>
            )}
          </>
        )}
        {error !== undefined && <FailureAlert error={error} title="The set was not read" />}
        <div role="status" className="al-unseen">
          {shown?.words}
        </div>
      </div>
    </Card>
  );
}
