import { useSearchParams } from 'react-router';
import { isUnderWay, type ServeJob } from '../../../core/contract/topics/job.ts';
import { useDo } from '../../engine/requests.ts';
import { useJobs } from '../../job/use-jobs.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';
import { ServeDialog } from './serve-dialog.tsx';

/** The registries that this host serves from archive sets. `?serve=DIR` opens the form for a folder. */
export function ServedCard() {
  const [query, setQuery] = useSearchParams();
  const directory = query.get('serve');
  const change = (serve: string | undefined) =>
    setQuery(
      (before) => {
        if (serve === undefined) before.delete('serve');
        else before.set('serve', serve);
        return before;
      },
      { replace: true },
    );
  const jobs = useJobs('serve').filter((job) => isUnderWay(job) || job.error);
  return (
    <Card
      title={t('servedTitle')}
      actions={
        <RequestButton request="registries.serve" variant="secondary" size="sm" onClick={() => change('')}>
          {t('serveButton')}
        </RequestButton>
      }
    >
      {jobs.length === 0 ? (
        <p className="al-sub">{t('noneServedText')}</p>
      ) : (
        <ul className="al-served">
          {jobs.map((job) => (
            <Served key={job.id} job={job} />
          ))}
        </ul>
      )}
      {directory !== null && <ServeDialog directory={directory} onClose={() => change(undefined)} />}
    </Card>
  );
}

function Served({ job }: { job: ServeJob }) {
  const stop = useDo('jobs.stop');
  const { id, url = '', directory, status, requests, resources, login, problems, error } = job;
  return (
    <li aria-label={url}>
      <div className="al-row al-wrap">
        <StateMark mark={error ? 'bad' : status === 'running' ? 'running' : 'waiting'}>
          <code className="al-mono al-anywhere">{url}</code>
        </StateMark>
        <CopyButton text={url} what={t('copyAddressTip')} />
        <span className="al-sub al-small">
          {t(login ? 'servedLoginNote' : 'servedOpenNote', { requests })}
        </span>
        {isUnderWay(job) && (
          <span className="al-end">
            <RequestButton
              request="jobs.stop"
              variant="secondary"
              size="sm"
              isDisabled={status !== 'running' || stop.isPending}
              onClick={() => stop.mutate({ kind: 'serve', id })}
            >
              {t('stopServingButton')}
            </RequestButton>
          </span>
        )}
      </div>
      <dl className="al-facts">
        <dt>{t('servedContentLabel')}</dt>
        <dd className="al-mono al-anywhere">{directory}</dd>
        {resources !== undefined && (
          <>
            <dt>{t('servedManifestsLabel')}</dt>
            <dd className="al-mono al-anywhere">{resources}</dd>
          </>
        )}
      </dl>
      {problems.length > 0 && <ProblemList problems={problems} />}
      {error && <FailureAlert error={error} title={t('serveFailedTitle')} />}
      {stop.error && <FailureAlert error={stop.error} title={t('stopFailedTitle')} />}
    </li>
  );
}
