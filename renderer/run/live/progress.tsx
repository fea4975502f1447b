import { currentWaits, waitWords } from '../../../core/contract/topics/link-words.ts';
import type { LiveRun, RunPhase } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { JobView } from '../../job/job-view.tsx';
import { count, counted, duration, linkRate, partSize, percent, rate, size } from '../../parts/format.ts';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { useNow } from '../../parts/time.tsx';

/** Bytes, rate, what is left, and the one bar. */
export function RunProgressLine({ run }: { run: LiveRun }) {
  const { progress, images, failuresTotal } = run;
  const under = isUnderWay(run);
  const moves = under && run.schedule?.state !== 'closed';
  const failed = Math.max(images?.failed ?? 0, failuresTotal);
  const total = images?.total ?? 0;
  const done = (images?.copied ?? 0) + (images?.present ?? 0);
  return (
    <div className="al-run-progress">
      <div className="al-run-numbers al-num">
        {progress && progress.total > 0 && (
          <>
            <span className="al-run-bytes">{bytesOf(progress.done, progress.total)}</span>
            {progress.totalKnown || !under ? (
              <span className="al-sub">{percent(progress.done, progress.total)}</span>
            ) : (
              <span className="al-sub">more may be found</span>
            )}
            {moves && (
              <span>
                <strong>{rate(progress.rate)}</strong>{' '}
                <span className="al-sub">{linkRate(progress.rate)}</span>
              </span>
            )}
            {moves && progress.remainingMs !== undefined && (
              <span>
                <strong>{duration(progress.remainingMs)}</strong>{' '}
                <span className="al-sub">left, {size(progress.total - progress.done)}</span>
              </span>
            )}
          </>
        )}
        {total > 0 && (
          <span className="al-sub al-end">
            {count(done)} of {counted(total, 'image')} done
          </span>
        )}
        {failed > 0 && <strong className="al-run-failed">{count(failed)} failed</strong>}
      </div>
      <JobView job={run} label="Bytes done" />
    </div>
  );
}

/** Hosts this run is waiting for, and until when. */
export function RunWaits({ run }: { run: LiveRun }) {
  const waits = currentWaits(run.waits, useNow(1000));
  if (!isUnderWay(run) || waits.length === 0) return null;
  return (
    <ul className="al-run-links al-sub" aria-label="Hosts this run is waiting for">
      {waits.map((wait) => (
        <li key={wait.host}>{waitWords(wait)}</li>
      ))}
    </ul>
  );
}

function bytesOf(done: number, total: number) {
  return (
    <>
      <strong>{partSize(done, total)}</strong> of {size(total)}
    </>
  );
}

const PHASES: Record<RunPhase['phase'], string> = {
  collect: 'Collect',
  probe: "Probe the destination's capabilities",
  copy: 'Copy and verify content',
  finish: 'Complete the set',
  resources: 'Write cluster resources',
  verify: 'Verify',
  replay: 'Mend',
};

const EXPECTED: Record<LiveRun['workflow'], RunPhase['phase'][]> = {
  mirrorToDisk: ['collect', 'copy', 'finish'],
  diskToMirror: ['collect', 'copy', 'resources'],
  mirrorToMirror: ['collect', 'copy', 'resources'],
  replay: [],
  rollback: ['collect', 'copy'],
  delete: ['collect', 'copy', 'verify'],
};

function phaseWords({ workflow }: LiveRun, phase: RunPhase['phase']): string {
  return workflow === 'delete' && phase === 'copy' ? 'Delete' : PHASES[phase];
}

/** How the last phase ended. */
function lastMark({ status }: LiveRun): Mark {
  if (status === 'failed') return 'bad';
  return status === 'paused' || status === 'interrupted' ? 'paused' : 'good';
}

/** Phases in their order: done with how long, the one at work, those to come. */
export function RunPhases({ run }: { run: LiveRun }) {
  const under = isUnderWay(run);
  const now = useNow(1000);
  const seen = new Set(run.phases.map(({ phase }) => phase));
  const toCome = under ? EXPECTED[run.workflow].filter((phase) => !seen.has(phase)) : [];
  if (run.phases.length === 0 && toCome.length === 0) return null;
  return (
    <ol className="al-run-phases" aria-label="Phases">
      {run.phases.map((phase, index) => {
        const last = index === run.phases.length - 1;
        const ended = phase.endedAt ?? (under ? undefined : run.endedAt);
        const working = under && last;
        const mark: Mark = working ? 'running' : last ? lastMark(run) : 'good';
        const ms = new Date(ended ?? now).getTime() - new Date(phase.startedAt).getTime();
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase may come twice
          <li key={index} aria-current={working ? 'step' : undefined}>
            <StateMark mark={mark}>
              <span className={working ? 'al-strong' : undefined}>{phaseWords(run, phase.phase)}</span>{' '}
              <span className="al-sub al-num">{duration(Math.max(0, ms))}</span>
            </StateMark>
          </li>
        );
      })}
      {toCome.map((phase) => (
        <li key={phase}>
          <StateMark mark="waiting">
            <span className="al-sub">{phaseWords(run, phase)}</span>
          </StateMark>
        </li>
      ))}
    </ol>
  );
}
