import { DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { Link, useNavigate } from 'react-router';
import type { MediaJob } from '../../../core/contract/topics/media.ts';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { HeadMenu } from '../../app-state/head-menu.tsx';
import { isUnderWay, runKey, useLive } from '../../engine/live.ts';
import { useJobs } from '../../job/use-jobs.ts';
import { carryAddress, receiveAddress, runAddress } from '../../parts/addresses.ts';
import { counted, percent } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import { runTitle } from '../../parts/run-words.ts';
import { StateMark } from '../../parts/state-mark.tsx';

/** All runs under way on this host, the last started first. */
export function useRunsUnderWay(): LiveRun[] {
  const runs = useLive((live) => live.jobs.run);
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

/** Something under way, as the masthead tells of it. */
interface UnderWay {
  key: string;
  title: string;
  to: string;
  word: string;
  /** Bytes, once they are known. */
  bytes?: { done: number; total: number };
}

function ofRun(run: LiveRun): UnderWay {
  const { progress } = run;
  return {
    key: runKey(run.run),
    title: runTitle(run),
    to: runAddress(run.run),
    word: progressWord(run),
    bytes: progress?.totalKnown ? { done: progress.done, total: progress.total } : undefined,
  };
}

function ofMedia(job: MediaJob): UnderWay {
  const { settings, status } = job;
  const { done, total = 0 } = job.progress;
  const known = total > 0 && status === 'running';
  return {
    key: job.id,
    title:
      settings.kind === 'export'
        ? `Carry ${settings.transfer}`
        : `Receive into ${baseName(settings.directory)}`,
    to:
      settings.kind === 'export'
        ? carryAddress(settings.workspace, settings.transfer)
        : receiveAddress(settings.directory),
    word: status === 'waiting' ? 'waits for a medium' : known ? percent(done, total) : status,
    bytes: known ? { done, total } : undefined,
  };
}

/** What is under way, on every screen, and the way back to it. */
export function RunningRuns() {
  const runs = useRunsUnderWay();
  const media = useJobs('media').filter(isUnderWay);
  const navigate = useNavigate();
  const all = [...runs.map(ofRun), ...media.map(ofMedia)];
  const [only] = all;
  if (!only) return null;
  if (all.length === 1)
    return (
      <Link className="al-job" to={only.to} title={`Follow ${only.title}`}>
        <StateMark mark="running" />
        <span className="al-cut al-job-name">{only.title}</span>
        {only.bytes && (
          <span className="al-job-bar al-wide-only" aria-hidden="true">
            <i style={{ width: percent(only.bytes.done, only.bytes.total).replace(' ', '') }} />
          </span>
        )}
        <span className="al-num">{only.word}</span>
      </Link>
    );
  const label = media.length === 0 ? counted(all.length, 'run') : `${all.length} under way`;
  return (
    <HeadMenu
      label={media.length === 0 ? `${label} under way` : label}
      className="al-side"
      end
      face={<StateMark mark="running">{label}</StateMark>}
    >
      <DropdownList aria-label={media.length === 0 ? 'Runs under way' : 'Under way'}>
        {all.map(({ key, title, word, to }) => (
          <DropdownItem key={key} description={word} onClick={() => navigate(to)}>
            {title}
          </DropdownItem>
        ))}
      </DropdownList>
    </HeadMenu>
  );
}
