import type { ReactNode } from 'react';
import { currentWaits, waitWords } from '../../../core/contract/topics/link-words.ts';
import type { LiveRun, RunPhase } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { JobView } from '../../job/job-view.tsx';
import { duration, linkRate, partSize, percent, rate, size } from '../../parts/format.ts';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { useNow } from '../../parts/time.tsx';
import { t } from './messages.ts';

/** Shows the bytes done, the rate, the remaining time and bytes, and the progress bar. */
export function RunProgressLine({ run }: { run: LiveRun }) {
  const { progress, images, failuresTotal } = run;
  const under = isUnderWay(run);
  const transferring = under && run.schedule?.state !== 'closed';
  const failed = Math.max(images?.failed ?? 0, failuresTotal);
  const total = images?.total ?? 0;
  const done = (images?.copied ?? 0) + (images?.present ?? 0);
  return (
    <div className="al-run-progress">
      <div className="al-run-numbers al-num">
        {progress && progress.total > 0 && (
          <>
            <span className="al-run-bytes">
              {t.parts('bytesDone', {
                total: size(progress.total),
                done: partSize(progress.done, progress.total),
                strong,
              })}
            </span>
            {progress.totalKnown || !under ? (
              <span className="al-sub">{percent(progress.done, progress.total)}</span>
            ) : (
              <span className="al-sub">{t('growingNote')}</span>
            )}
            {transferring && (
              <span>
                <strong>{rate(progress.rate)}</strong>{' '}
                <span className="al-sub">{linkRate(progress.rate)}</span>
              </span>
            )}
            {transferring && progress.remainingMs !== undefined && (
              <span>
                {t.parts('remaining', {
                  duration: duration(progress.remainingMs),
                  size: size(progress.total - progress.done),
                  strong,
                  note: (inner) => (
                    <span key="note" className="al-sub">
                      {inner}
                    </span>
                  ),
                })}
              </span>
            )}
          </>
        )}
        {total > 0 && <span className="al-sub al-end">{t('imagesDone', { done, images: total })}</span>}
        {failed > 0 && <strong className="al-run-failed">{t('imagesFailed', { images: failed })}</strong>}
      </div>
      <JobView job={run} label={t('progressLabel')} />
    </div>
  );
}

/** Lists the hosts that a run is waiting for, and until when. */
export function RunWaits({ run }: { run: LiveRun }) {
  const waits = currentWaits(run.waits, useNow(1000));
  if (!isUnderWay(run) || waits.length === 0) return null;
  return (
    <ul className="al-run-links al-sub" aria-label={t('waitsLabel')}>
      {waits.map((wait) => (
        <li key={wait.host}>{waitWords(wait)}</li>
      ))}
    </ul>
  );
}

function strong(inner: ReactNode[]) {
  return <strong key="strong">{inner}</strong>;
}

const PHASES: Record<RunPhase['phase'], string> = {
  collect: t('collectPhase'),
  probe: t('probePhase'),
  copy: t('copyPhase'),
  finish: t('finishPhase'),
  resources: t('resourcesPhase'),
  verify: t('verifyPhase'),
  replay: t('repairPhase'),
};

const EXPECTED: Record<LiveRun['workflow'], RunPhase['phase'][]> = {
  mirrorToDisk: ['collect', 'copy', 'finish'],
  diskToMirror: ['collect', 'copy', 'resources'],
  mirrorToMirror: ['collect', 'copy', 'resources'],
  replay: [],
  rollback: ['collect', 'copy'],
  delete: ['collect', 'copy', 'verify'],
};

function phaseName({ workflow }: LiveRun, phase: RunPhase['phase']): string {
  return workflow === 'delete' && phase === 'copy' ? t('deletePhase') : PHASES[phase];
}

/** Returns the mark of the current phase: a run outside its transfer windows waits. */
function workingMark({ schedule }: LiveRun): Mark {
  return schedule?.state === 'closed' ? 'waiting' : 'running';
}

/** Returns the mark of a phase that ended. */
function markOf({ status, images }: LiveRun, phase: RunPhase['phase'], last: boolean): Mark {
  if (last && status === 'failed') return 'bad';
  if (last && (status === 'paused' || status === 'interrupted')) return 'paused';
  return phase === 'copy' && (images?.failed ?? 0) > 0 ? 'warning' : 'good';
}

/** Lists the phases: completed ones with their durations, the current one and the remaining ones. */
export function RunPhases({ run }: { run: LiveRun }) {
  const under = isUnderWay(run);
  const now = useNow(1000);
  const seen = new Set(run.phases.map(({ phase }) => phase));
  const remaining = under ? EXPECTED[run.workflow].filter((phase) => !seen.has(phase)) : [];
  if (run.phases.length === 0 && remaining.length === 0) return null;
  return (
    <ol className="al-run-phases" aria-label={t('phasesLabel')}>
      {run.phases.map((phase, index) => {
        const last = index === run.phases.length - 1;
        const ended = phase.endedAt ?? (under ? undefined : run.endedAt);
        const working = under && last;
        const mark: Mark = working ? workingMark(run) : markOf(run, phase.phase, last);
        const ms = new Date(ended ?? now).getTime() - new Date(phase.startedAt).getTime();
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase may occur twice
          <li key={index} aria-current={working ? 'step' : undefined}>
            <StateMark mark={mark}>
              <span className={working ? 'al-strong' : undefined}>{phaseName(run, phase.phase)}</span>{' '}
              <span className="al-sub al-num">{duration(Math.max(0, ms))}</span>
            </StateMark>
          </li>
        );
      })}
      {remaining.map((phase) => (
        <li key={phase}>
          <StateMark mark="waiting">
            <span className="al-sub">{phaseName(run, phase)}</span>
          </StateMark>
        </li>
      ))}
    </ol>
  );
}
