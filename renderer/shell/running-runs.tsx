import { DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { Link, useNavigate } from 'react-router';
import type { LiveRun } from '../../core/contract/run.ts';
import { runAddress } from '../addresses.ts';
import { isUnderWay, runKey, useLive } from '../engine/live.ts';
import { counted, percent } from '../parts/format.ts';
import { runTitle } from '../parts/run-words.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { HeadMenu } from './head-menu.tsx';

/** All runs under way on this host, the last started first. */
export function useRunsUnderWay(): LiveRun[] {
  const runs = useLive((live) => live.runs);
  return Object.values(runs)
    .filter(isUnderWay)
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** `66 %` of the bytes, or what happens while nobody knows how many there are. */
function progressWord({ status, progress }: LiveRun): string {
  if (status !== 'running') return status;
  if (!progress?.totalKnown) return 'collecting';
  return percent(progress.done, progress.total);
}

/** What runs, on every screen, and the way back to it. */
export function RunningRuns() {
  const runs = useRunsUnderWay();
  const navigate = useNavigate();
  const [only] = runs;
  if (!only) return null;
  if (runs.length === 1)
    return (
      <Link className="al-job" to={runAddress(only.run)} title={`Follow ${runTitle(only)}`}>
        <StateMark mark="running" />
        <span className="al-cut al-job-name">{runTitle(only)}</span>
        {only.progress?.totalKnown && (
          <span className="al-job-bar al-wide-only" aria-hidden="true">
            <i style={{ width: percent(only.progress.done, only.progress.total).replace(' ', '') }} />
          </span>
        )}
        <span className="al-num">{progressWord(only)}</span>
      </Link>
    );
  return (
    <HeadMenu
      label={`${counted(runs.length, 'run')} under way`}
      className="al-side"
      end
      face={<StateMark mark="running">{counted(runs.length, 'run')}</StateMark>}
    >
      <DropdownList aria-label="Runs under way">
        {runs.map((run) => (
          <DropdownItem
            key={runKey(run.run)}
            description={progressWord(run)}
            onClick={() => navigate(runAddress(run.run))}
          >
            {runTitle(run)}
          </DropdownItem>
        ))}
      </DropdownList>
    </HeadMenu>
  );
}
