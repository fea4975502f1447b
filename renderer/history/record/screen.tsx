import '../../run/live/run.css';
import '../history.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link, useParams, useSearchParams } from 'react-router';
import type { LiveRun, RunDetails } from '../../../core/contract/topics/run.ts';
import type { RunRef } from '../../../core/contract/topics/vocabulary.ts';
import { runKey, useLive } from '../../engine/live.ts';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { workflowWord } from '../../parts/run-words.ts';
import { Screen } from '../../parts/screen.tsx';
import { RelativeTime, useNow } from '../../parts/time.tsx';
import { ToKnow } from '../../parts/to-know.tsx';
import { RunEnding } from '../../run/live/ending.tsx';
import { FailureList } from '../../run/live/failure-list.tsx';
import { IncompleteBundles } from '../../run/live/incomplete-bundles.tsx';
import { runSentence } from '../../run/live/sentence.ts';
import { transferOf } from '../../run/live/use-run.ts';
import { RecordActions } from './actions.tsx';
import { RecordFacts, RecordOverrides } from './facts.tsx';
import { RecordFiles } from './files.tsx';
import { t } from './messages.ts';
import { RecordMoved } from './moved.tsx';

/** `/history/:sequence?root=`: the audit record of a run. */
export default function RecordScreen() {
  const { sequence } = useParams();
  const [query] = useSearchParams();
  const run: RunRef = { root: query.get('root') ?? '', sequence: Number(sequence) };
  const valid = run.root !== '' && Number.isInteger(run.sequence) && run.sequence > 0;
  const record = useAsk('runs.describe', { run }, { enabled: valid });
  if (record.data) return <Shown key={runKey(run)} details={record.data} />;
  return (
    <Screen
      eyebrow={[<HistoryLink key="history" />, t('runLabel', { sequence: sequence ?? '' })]}
      sentence={!valid ? t('addressTitle') : record.error ? t('failedTitle') : t('loadingTitle')}
    >
      {record.error && (
        <FailureAlert
          error={record.error}
          title={t('readFailedTitle')}
          actions={
            <Button variant="link" isInline onClick={() => void record.refetch()}>
              {t('retryButton')}
            </Button>
          }
        />
      )}
    </Screen>
  );
}

function HistoryLink() {
  return <Link to="/history">{t('historyLabel')}</Link>;
}

function Shown({ details }: { details: RunDetails }) {
  const now = useNow();
  const reported = useLive((state) => state.jobs.run[runKey(details.live.run)]);
  const live: LiveRun = reported ?? details.live;
  const workspaces = useAsk('workspaces.list', {}, { enabled: live.transfer !== undefined });
  const transfer = transferOf(live, workspaces.data?.workspaces ?? []);
  const [, setQuery] = useSearchParams();
  const showFailed = () =>
    setQuery(
      (before) => {
        before.delete('tab');
        before.set('state', 'failed');
        return before;
      },
      { replace: true },
    );
  return (
    <Screen
      eyebrow={[
        <HistoryLink key="history" />,
        workflowWord(live.workflow),
        ...(live.transfer ? [<strong key="name">{live.transfer}</strong>] : []),
        t('runLabel', { sequence: live.run.sequence }),
        <RelativeTime key="when" at={live.endedAt ?? live.startedAt} />,
      ]}
      sentence={runSentence(live, now, transfer?.bytes)}
      actions={<RecordActions run={live} />}
    >
      <RunEnding run={live} />
      <div className="al-record-two">
        <div className="al-column">
          <RecordFacts details={details} run={live} />
          <FailureList run={live} onShowAll={showFailed} />
        </div>
        <div className="al-column">
          <RecordMoved run={live} />
          <IncompleteBundles run={live} />
          <RecordOverrides overrides={details.overrides} />
          <ToKnow problems={live.problems} />
        </div>
      </div>
      <RecordFiles details={details} run={live} />
    </Screen>
  );
}
