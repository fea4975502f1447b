import { DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { Link, useNavigate } from 'react-router';
import type { ServeJob } from '../../../core/contract/topics/job.ts';
import { currentWaits } from '../../../core/contract/topics/link-words.ts';
import type { MediaJob } from '../../../core/contract/topics/media.ts';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { HeadMenu } from '../../app-state/head-menu.tsx';
import { isUnderWay, runKey, useLive } from '../../engine/live.ts';
import { t } from '../../job/messages.ts';
import { useJobs } from '../../job/use-jobs.ts';
import { mediaJobAddress, runAddress } from '../../parts/addresses.ts';
import { percent } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import { runTitle } from '../../parts/run-words.ts';
import { StateMark } from '../../parts/state-mark.tsx';

/** Returns all runs under way on this host, the last started first. */
export function useRunsUnderWay(): LiveRun[] {
  const runs = useLive((live) => live.jobs.run);
  return Object.values(runs)
    .filter(isUnderWay)
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** A run or media job under way, as the masthead shows it. */
interface ShownJob {
  key: string;
  title: string;
  to: string;
  /** `66%`, or the status while the number of bytes is unknown. */
  progress: string;
  /** Whether it waits for a transfer window. */
  waits?: boolean;
  /** Bytes, once they are known. */
  bytes?: { done: number; total: number };
}

function statusText(status: string): string {
  switch (status) {
    case 'pausing':
      return t('jobPausing');
    case 'stopping':
      return t('jobStopping');
    case 'waiting':
      return t('jobWaiting');
    default:
      return t('jobRunning');
  }
}

/** Returns what a run does while the number of bytes is unknown. */
function stageText({ waits, phases }: LiveRun): string {
  if (currentWaits(waits, new Date()).length > 0) return t('jobBacksOff');
  return t((phases.at(-1)?.phase ?? 'collect') === 'collect' ? 'jobCollecting' : 'jobRunning');
}

function ofRun(run: LiveRun): ShownJob {
  const { progress, status, schedule } = run;
  const bytes = progress?.totalKnown ? { done: progress.done, total: progress.total } : undefined;
  const running = bytes ? percent(bytes.done, bytes.total) : stageText(run);
  return {
    key: runKey(run.run),
    title: runTitle(run),
    to: runAddress(run.run),
    progress: status === 'running' ? running : statusText(status),
    waits: schedule?.state === 'closed',
    bytes,
  };
}

function ofMedia(job: MediaJob): ShownJob {
  const { settings, status } = job;
  const { done, total = 0 } = job.progress;
  const known = total > 0 && status === 'running';
  const exports = settings.kind === 'export';
  return {
    key: job.id,
    title: exports
      ? t('exportJob', { transfer: settings.transfer })
      : t('importJob', { folder: baseName(settings.directory) }),
    to: mediaJobAddress(job),
    progress: known ? percent(done, total) : statusText(status),
    bytes: known ? { done, total } : undefined,
  };
}

function ofRegistry({ id, host, directory, status }: ServeJob): ShownJob {
  return {
    key: id,
    title: t('serveJob', { registry: host ?? baseName(directory) }),
    to: '/settings/registries',
    progress: status === 'running' ? t('jobServing') : statusText(status),
  };
}

/** Shows the jobs under way on every screen, and leads to them. */
export function RunningRuns() {
  const runs = useRunsUnderWay();
  const media = useJobs('media').filter(isUnderWay);
  const registries = useJobs('serve').filter(isUnderWay);
  const navigate = useNavigate();
  const all = [...runs.map(ofRun), ...media.map(ofMedia), ...registries.map(ofRegistry)];
  const [only] = all;
  if (!only) return null;
  if (all.length === 1)
    return (
      <Link className="al-job" to={only.to} title={t('jobFollowTip', { job: only.title })}>
        <StateMark mark={only.waits ? 'waiting' : 'running'} />
        <span className="al-cut al-job-name" title={only.title}>
          {only.title}
        </span>
        {only.bytes && (
          <span className="al-job-bar al-wide-only" aria-hidden="true">
            <i style={{ width: percent(only.bytes.done, only.bytes.total).replace(' ', '') }} />
          </span>
        )}
        <span className="al-num">{only.progress}</span>
      </Link>
    );
  return (
    <HeadMenu
      label={t('jobCountLabel', { jobs: all.length })}
      className="al-side"
      end
      face={<StateMark mark="running">{t('jobCount', { jobs: all.length })}</StateMark>}
    >
      <DropdownList aria-label={t('jobsLabel')}>
        {all.map(({ key, title, progress, to }) => (
          <DropdownItem key={key} description={progress} onClick={() => navigate(to)}>
            {title}
          </DropdownItem>
        ))}
      </DropdownList>
    </HeadMenu>
  );
}
