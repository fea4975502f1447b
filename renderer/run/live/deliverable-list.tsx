import type { LiveRun, RunDeliverable } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { clock, count, counted, exactTime, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';

const MARKS: Record<RunDeliverable['state'], Mark> = {
  whole: 'good',
  running: 'running',
  waiting: 'waiting',
  incomplete: 'warning',
  'left-out': 'left-out',
};

/** What is whole so far, in the order of the run: its use is to decide whether to stop. */
export function DeliverableList({ run }: { run: LiveRun }) {
  const { deliverables } = run;
  const under = isUnderWay(run);
  const whole = deliverables.filter(({ state }) => state === 'whole').length;
  const toCome = deliverables.filter(({ state }) => state === 'running' || state === 'waiting').length;
  const note =
    deliverables.length === 0
      ? undefined
      : `${count(whole)} of ${count(deliverables.length)}${under && toCome > 0 ? `, ${count(toCome)} to come` : ''}`;
  return (
    <Card title={under ? 'Whole so far' : 'Whole'} note={note} flush>
      {deliverables.length === 0 ? (
        <p className="al-in al-sub">Releases, operators and images are listed here once they are known.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="al-run-whole" tabIndex={0} aria-label="What is whole">
          <table>
            <thead className="al-unseen">
              <tr>
                <th>State</th>
                <th>Name</th>
                <th>Images</th>
                <th>Size</th>
                <th>When</th>
              </tr>
            </thead>
            <tbody>
              {deliverables.map((deliverable) => (
                <tr key={deliverable.name}>
                  <td>
                    <StateMark mark={markOf(deliverable, run)} />
                  </td>
                  <td className="al-strong">{deliverable.name}</td>
                  <td className="al-cell-end al-sub al-wide-only">
                    {deliverable.images > 0 && counted(deliverable.images, 'image')}
                  </td>
                  <td className="al-cell-end">{deliverable.bytes > 0 && size(deliverable.bytes)}</td>
                  <td>
                    <When deliverable={deliverable} under={under} />
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

/** What a pause left is no trouble. */
function markOf({ state, failed }: RunDeliverable, { status }: LiveRun): Mark {
  const left = status === 'paused' || status === 'interrupted';
  return state === 'incomplete' && failed === 0 && left ? 'paused' : MARKS[state];
}

function When({ deliverable, under }: { deliverable: RunDeliverable; under: boolean }) {
  const { state, wholeAt, done, failed, images } = deliverable;
  const rest = failed > 0 ? `, ${count(failed)} failed` : '';
  if (state === 'whole')
    return wholeAt ? (
      <time dateTime={wholeAt} title={exactTime(new Date(wholeAt))}>
        Whole since {clock(new Date(wholeAt))}
      </time>
    ) : (
      'Whole'
    );
  if (state === 'left-out') return 'Left out';
  if (state === 'waiting') return <span className="al-sub">{under ? 'Waiting' : 'Not begun'}</span>;
  return `${count(done)} of ${count(images)} done${rest}`;
}
