import { capitalized } from '../../../core/contract/documents/words.ts';
import type { LiveRun, RunDeliverable } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { clock, exactTime, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

const MARKS: Record<RunDeliverable['state'], Mark> = {
  complete: 'good',
  running: 'running',
  waiting: 'waiting',
  incomplete: 'warning',
  rejected: 'left-out',
};

/** Lists what is complete, in the order of the run, so that people can decide whether to stop. */
export function DeliverableList({ run }: { run: LiveRun }) {
  const { deliverables } = run;
  const under = isUnderWay(run);
  const total = deliverables.length;
  const complete = deliverables.filter(({ state }) => state === 'complete').length;
  const remaining = deliverables.filter(({ state }) => state === 'running' || state === 'waiting').length;
  const note =
    under && remaining > 0
      ? t('contentRemainingNote', { complete, total, remaining })
      : t('contentNote', { complete, total });
  return (
    <Card title={t('contentTitle')} note={total === 0 ? undefined : note} flush>
      {total === 0 ? (
        <p className="al-in al-sub">{t('contentText')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a section that scrolls must be reachable by keyboard
        <section className="al-run-content" tabIndex={0} aria-label={t('contentTitle')}>
          <table>
            <thead className="al-unseen">
              <tr>
                <th>{t('stateColumn')}</th>
                <th>{t('contentNameColumn')}</th>
                <th>{t('imagesTab')}</th>
                <th>{t('sizeColumn')}</th>
                <th>{t('contentProgressColumn')}</th>
              </tr>
            </thead>
            <tbody>
              {deliverables.map((deliverable) => (
                <tr key={deliverable.name}>
                  <td>
                    <StateMark mark={markOf(deliverable, run)} />
                  </td>
                  <td className="al-strong">{capitalized(deliverable.name)}</td>
                  <td className="al-cell-end al-sub al-wide-only">
                    {deliverable.images > 0 && t('imageCount', { images: deliverable.images })}
                  </td>
                  <td className="al-cell-end">{deliverable.bytes > 0 && size(deliverable.bytes)}</td>
                  <td>
                    <Progress deliverable={deliverable} under={under} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

/** Returns the mark of a deliverable. One that is incomplete only because of a pause isn't a warning. */
function markOf({ state, failed }: RunDeliverable, { status, schedule }: LiveRun): Mark {
  const left = status === 'paused' || status === 'interrupted';
  if (state === 'running' && schedule?.state === 'closed') return 'waiting';
  return state === 'incomplete' && failed === 0 && left ? 'paused' : MARKS[state];
}

function Progress({ deliverable, under }: { deliverable: RunDeliverable; under: boolean }) {
  const { state, completedAt, done, failed, images } = deliverable;
  if (state === 'complete')
    return completedAt ? (
      <time dateTime={completedAt} title={exactTime(new Date(completedAt))}>
        {t('contentCompleteSince', { time: clock(new Date(completedAt)) })}
      </time>
    ) : (
      t('contentComplete')
    );
  if (state === 'rejected') return t('rejected');
  if (state === 'waiting')
    return <span className="al-sub">{t(under ? 'waiting' : 'contentNotStarted')}</span>;
  return failed > 0 ? t('contentDoneFailed', { done, images, failed }) : t('contentDone', { done, images });
}
