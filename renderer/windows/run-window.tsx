import './windows.css';
import { useState } from 'react';
import type { LiveRun, RunSchedule } from '../../core/contract/topics/run.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { clock, counted, rate, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { WindowsDialog } from './windows-dialog.tsx';
import { countdown, openedAt, when, windowsSummary } from './windows-words.ts';

const NO_WINDOWS: readonly string[] = [];
const STATES: Record<RunSchedule['state'], { mark: Mark; words: string }> = {
  open: { mark: 'good', words: 'Window open' },
  closed: { mark: 'waiting', words: 'Window closed' },
  ignored: { mark: 'warning', words: 'Outside of its windows' },
};

/** Whether a run may use its links, until when, and what can be done about that. */
export function RunWindow({ run }: { run: LiveRun }) {
  const { schedule } = run;
  const now = useNow(1000);
  const ignore = useDo('runs.ignoreWindows');
  const [editing, setEditing] = useState(false);
  const windows = schedule?.windows ?? NO_WINDOWS;
  return (
    <section className="al-card al-run-window" aria-label="Window">
      <div className="al-run-window-line">
        {schedule && windows.length > 0 ? (
          <>
            <StateMark mark={STATES[schedule.state].mark}>
              <strong>{STATES[schedule.state].words}</strong>
            </StateMark>
            <Change schedule={schedule} now={now} />
            {schedule.rate !== undefined && <span>at most {rate(schedule.rate)}</span>}
            {(schedule.windowsLeft ?? 0) > 1 && <span>{counted(schedule.windowsLeft!, 'window')} to go</span>}
          </>
        ) : (
          <span>
            <strong>Windows</strong> <span className="al-sub">runs at any time</span>
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
              Run now anyway
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
              Keep to windows
            </RequestButton>
          )}
          <RequestButton
            request="runs.setWindows"
            variant="link"
            size="sm"
            isInline
            onClick={() => setEditing(true)}
          >
            {windows.length > 0 ? 'Change windows' : 'Set windows'}
          </RequestButton>
        </span>
      </div>
      {schedule?.state === 'open' && <Rail schedule={schedule} now={now} />}
      {ignore.error && <FailureAlert error={ignore.error} title="The run was not told" />}
      {editing && <NewWindows run={run} windows={windows} onDone={() => setEditing(false)} />}
    </section>
  );
}

/** When it closes or opens, and how long that is. */
function Change({ schedule, now }: { schedule: RunSchedule; now: Date }) {
  const { state, changesAt, windows } = schedule;
  if (changesAt === undefined) return <span className="al-sub">{windowsSummary(windows)}</span>;
  const then = new Date(changesAt);
  const verb = { open: 'closes', closed: 'opens', ignored: 'the next opens' }[state];
  return (
    <span title={windows.join('\n')}>
      {verb} {when(then, now)}{' '}
      <span className="al-run-window-count al-num" role="timer">
        in {countdown(then.getTime() - now.getTime())}
      </span>
    </span>
  );
}

/** What else ends the run in good order. */
function Ends({ schedule, now }: { schedule: RunSchedule | undefined; now: Date }) {
  if (!schedule) return null;
  const { until, bytesLeft, maxBytes, exitAtClose, windows } = schedule;
  const ends = [
    ...(exitAtClose && windows.length > 0 ? ['pauses when the window closes'] : []),
    ...(until === undefined ? [] : [`pauses ${when(new Date(until), now)}`]),
    ...(maxBytes === undefined ? [] : [`pauses after ${size(maxBytes)}, ${size(bytesLeft ?? 0)} left`]),
  ];
  return ends.length === 0 ? null : <span className="al-sub">{ends.join(', ')}</span>;
}

/** The open window as a line from its opening to its end, with now and done on it; what it says is said in words too. */
function Rail({ schedule, now }: { schedule: RunSchedule; now: Date }) {
  const closes = schedule.changesAt === undefined ? undefined : Date.parse(schedule.changesAt);
  const opened = openedAt(schedule.windows, now.getTime());
  if (closes === undefined || opened === undefined || closes <= opened) return null;
  const share = (instant: number) => `${Math.min(100, ((instant - opened) / (closes - opened)) * 100)}%`;
  const done = schedule.endsAt === undefined ? undefined : Date.parse(schedule.endsAt);
  const nowShare = share(now.getTime());
  // Two marks at one place would stand on each other: the sentence says when it is done.
  const apart = done !== undefined && (done - now.getTime()) / (closes - opened) > 0.12;
  return (
    <div className="al-run-rail al-num" aria-hidden="true">
      <i className="al-run-rail-all" />
      <i className="al-run-rail-past" style={{ width: nowShare }} />
      <span className="al-run-rail-now" style={{ insetInlineStart: `min(${nowShare}, calc(100% - 70px))` }}>
        now {clock(now)}
      </span>
      {done !== undefined && done <= closes && apart && (
        <span
          className="al-run-rail-done"
          style={{ insetInlineStart: `min(${share(done)}, calc(100% - 74px))` }}
        >
          done {clock(new Date(done))}
        </span>
      )}
      <span className="al-run-rail-from">{clock(new Date(opened))} opened</span>
      <span className="al-run-rail-to">{clock(new Date(closes))} closes</span>
    </div>
  );
}

/** Other windows for a run under way. */
function NewWindows({
  run,
  windows,
  onDone,
}: {
  run: LiveRun;
  windows: readonly string[];
  onDone: () => void;
}) {
  const give = useDo('runs.setWindows');
  return (
    <WindowsDialog
      id="al-run-windows"
      windows={windows}
      save={{ some: 'Give it these windows', none: 'Let it run at any time' }}
      isPending={give.isPending}
      error={give.error ?? undefined}
      onSave={(chosen) => give.mutate({ run: run.run, windows: chosen }, { onSuccess: onDone })}
      onClose={onDone}
    />
  );
}
