import './windows.css';
import { useState } from 'react';
import type { LiveRun, RunSchedule } from '../../core/contract/topics/run.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { clock, duration, rate, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { t } from './messages.ts';
import { WindowsDialog } from './windows-dialog.tsx';
import { openedAt, when, windowsSummary } from './windows-words.ts';

const NO_WINDOWS: readonly string[] = [];
const STATES = {
  open: { mark: 'good', label: 'openLabel', change: 'closesText' },
  closed: { mark: 'waiting', label: 'closedLabel', change: 'opensText' },
  ignored: { mark: 'warning', label: 'ignoredLabel', change: 'nextOpensText' },
} as const satisfies Record<RunSchedule['state'], { mark: Mark; label: string; change: string }>;

/** The transfer window of a run, its next change, and buttons to change or ignore it. */
export function RunWindow({ run }: { run: LiveRun }) {
  const { schedule } = run;
  const now = useNow(1000);
  const ignore = useDo('runs.ignoreWindows');
  const [editing, setEditing] = useState(false);
  const windows = schedule?.windows ?? NO_WINDOWS;
  return (
    <section className="al-card al-run-window" aria-label={t('runLabel')}>
      <div className="al-run-window-line">
        {schedule && windows.length > 0 ? (
          <>
            <StateMark mark={STATES[schedule.state].mark}>
              <strong>{t(STATES[schedule.state].label)}</strong>
            </StateMark>
            <Change schedule={schedule} now={now} />
            {schedule.rate !== undefined && <span>{t('rateText', { rate: rate(schedule.rate) })}</span>}
            {(schedule.windowsLeft ?? 0) > 1 && (
              <span>{t('windowsNeededText', { windows: schedule.windowsLeft! })}</span>
            )}
          </>
        ) : (
          <span>
            <strong>{t('transferWindowsTitle')}</strong> <span className="al-sub">{t('anyTime')}</span>
          </span>
        )}
        <Ends schedule={schedule} now={now} />
        <span className="al-row al-end">
          {schedule?.state === 'closed' && (
            <RequestButton
              request="runs.ignoreWindows"
              variant="secondary"
              size="sm"
              isDisabled={ignore.isPending}
              onClick={() => ignore.mutate({ run: run.run, ignore: true })}
            >
              {t('runOutsideButton')}
            </RequestButton>
          )}
          {schedule?.state === 'ignored' && (
            <RequestButton
              request="runs.ignoreWindows"
              variant="secondary"
              size="sm"
              isDisabled={ignore.isPending}
              onClick={() => ignore.mutate({ run: run.run, ignore: false })}
            >
              {t('waitForWindowButton')}
            </RequestButton>
          )}
          <RequestButton
            request="runs.setWindows"
            variant="link"
            size="sm"
            isInline
            onClick={() => setEditing(true)}
          >
            {windows.length > 0 ? t('changeButton') : t('setButton')}
          </RequestButton>
        </span>
      </div>
      {schedule?.state === 'open' && <Rail schedule={schedule} now={now} />}
      {ignore.error && <FailureAlert error={ignore.error} title={t('runFailedTitle')} />}
      {editing && <NewWindows run={run} windows={windows} onDone={() => setEditing(false)} />}
    </section>
  );
}

/** The next change of a window, and the time until then. */
function Change({ schedule, now }: { schedule: RunSchedule; now: Date }) {
  const { state, changesAt, windows } = schedule;
  if (changesAt === undefined) return <span className="al-sub">{windowsSummary(windows)}</span>;
  const then = new Date(changesAt);
  return (
    <span title={windows.join('\n')}>
      {t.parts(STATES[state].change, {
        when: when(then, now),
        time: duration(Math.max(0, then.getTime() - now.getTime())),
        timer: (time) => (
          <span key="timer" className="al-run-window-count al-num" role="timer">
            {time}
          </span>
        ),
      })}
    </span>
  );
}

/** Other limits that pause the run. */
function Ends({ schedule, now }: { schedule: RunSchedule | undefined; now: Date }) {
  if (!schedule) return null;
  const { until, bytesLeft, maxBytes, exitAtClose, windows } = schedule;
  const ends = [
    ...(exitAtClose && windows.length > 0 ? [t('pausesAtCloseText')] : []),
    ...(until === undefined ? [] : [t('pausesAtText', { when: when(new Date(until), now) })]),
    ...(maxBytes === undefined
      ? []
      : [t('pausesAfterText', { size: size(maxBytes), left: size(bytesLeft ?? 0) })]),
  ];
  return ends.map((end) => (
    <span key={end} className="al-sub">
      {end}
    </span>
  ));
}

/** The open window as a line with marks for now and done; the text next to it contains the same facts. */
function Rail({ schedule, now }: { schedule: RunSchedule; now: Date }) {
  const closes = schedule.changesAt === undefined ? undefined : Date.parse(schedule.changesAt);
  const opened = openedAt(schedule.windows, now.getTime());
  if (closes === undefined || opened === undefined || closes <= opened) return null;
  const share = (instant: number) => `${Math.min(100, ((instant - opened) / (closes - opened)) * 100)}%`;
  const done = schedule.endsAt === undefined ? undefined : Date.parse(schedule.endsAt);
  const nowShare = share(now.getTime());
  // Marks that are close to each other would overlap. The title has the time too.
  const apart = done !== undefined && (done - now.getTime()) / (closes - opened) > 0.12;
  return (
    <div className="al-run-rail al-num" aria-hidden="true">
      <i className="al-run-rail-all" />
      <i className="al-run-rail-past" style={{ width: nowShare }} />
      <span className="al-run-rail-now" style={{ insetInlineStart: `min(${nowShare}, calc(100% - 70px))` }}>
        {t('railNow', { time: clock(now) })}
      </span>
      {done !== undefined && done <= closes && apart && (
        <span
          className="al-run-rail-done"
          style={{ insetInlineStart: `min(${share(done)}, calc(100% - 74px))` }}
        >
          {t('railDone', { time: clock(new Date(done)) })}
        </span>
      )}
      <span className="al-run-rail-from">{t('railOpened', { time: clock(new Date(opened)) })}</span>
      <span className="al-run-rail-to">{t('railCloses', { time: clock(new Date(closes)) })}</span>
    </div>
  );
}

/** The dialog that changes the windows of a running run. */
function NewWindows({
  run,
  windows,
  onDone,
}: {
  run: LiveRun;
  windows: readonly string[];
  onDone: () => void;
}) {
  const change = useDo('runs.setWindows');
  return (
    <WindowsDialog
      id="al-run-windows"
      windows={windows}
      save={{ some: t('setForRunButton'), none: t('removeFromRunButton') }}
      isPending={change.isPending}
      error={change.error ?? undefined}
      onSave={(chosen) => change.mutate({ run: run.run, windows: chosen }, { onSuccess: onDone })}
      onClose={onDone}
    />
  );
}
