import '../run/live/tables.css';
import './history.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { RunSummary } from '../../core/contract/topics/run.ts';
import { useKeys } from '../app-state/keys.ts';
import { isUnderWay, runKey, useLive } from '../engine/live.ts';
import { useAsk } from '../engine/requests.ts';
import { recordAddress, runAddress } from '../parts/addresses.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { VirtualTable } from '../parts/table/virtual-table.tsx';
import { termTag } from '../parts/term.tsx';
import { compareAddress } from './compare-words.ts';
import { historyColumns } from './history-columns.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { filterRuns, historySentence, statusCounts } from './history-words.ts';
import { t } from './messages.ts';
import { useRunHistory } from './run-history.ts';
import { VerifyLog } from './verify-log.tsx';

/** Lists the runs of all known folders, the newest first. */
export default function HistoryScreen() {
  const navigate = useNavigate();
  const history = useRunHistory();
  const live = useLive((state) => state.jobs.run);
  const home = useAsk('host.describe', {}).data?.home;
  const [query, setQuery] = useSearchParams();
  const [chosen, setChosen] = useState<string[]>([]);
  const [verifying, setVerifying] = useState(false);
  const search = useRef<HTMLInputElement>(null);

  const known = (history.data ?? []).map((run) => live[runKey(run.run)] ?? run);
  const root = query.get('root') ?? undefined;
  const status = statusCounts(known).find((one) => one.status === query.get('status'))?.status;
  const text = query.get('q') ?? '';
  const filtered = root !== undefined || status !== undefined || text.trim() !== '';
  const shown = filterRuns(known, { text, root: root || undefined, status });
  const picked = known.filter((run) => chosen.includes(runKey(run.run)));
  const [one, other] = picked;

  const put = (name: 'root' | 'status' | 'q', value: string) =>
    setQuery(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  const open = (run: RunSummary) => navigate(isUnderWay(run) ? runAddress(run.run) : recordAddress(run.run));
  const compare = () => {
    if (one && other && picked.length === 2) navigate(compareAddress(one, other));
  };
  useKeys([
    { key: '/', label: t('searchTip'), run: () => search.current?.focus() },
    { key: 'C', label: t('compareTip'), run: compare, when: picked.length === 2 },
  ]);

  if (history.data?.length === 0)
    return (
      <Screen eyebrow={[t('topic')]} sentence={historySentence([])}>
        <Card>
          <Empty
            title={t('emptyTitle')}
            action={
              <Link className="pf-v6-c-button pf-m-primary" to="/">
                {t('homeButton')}
              </Link>
            }
          >
            {t.parts('emptyText', {
              run: termTag('run'),
              practice: (inner) => (
                <Link key="practice" to="/practice">
                  {inner}
                </Link>
              ),
            })}
          </Empty>
        </Card>
      </Screen>
    );
  return (
    <Screen
      eyebrow={[t('topic')]}
      sentence={history.data ? historySentence(known) : t('loadingTitle')}
      scroll={false}
      actions={
        <>
          <Button variant="secondary" onClick={() => setVerifying(true)}>
            {t('verifyButton')}
          </Button>
          <Button
            variant="secondary"
            isDisabled={picked.length !== 2}
            aria-describedby="al-compare-note"
            onClick={compare}
          >
            {t('compareButton')}
          </Button>
        </>
      }
    >
      {verifying && <VerifyLog root={root || undefined} onClose={() => setVerifying(false)} />}
      {history.error && (
        <FailureAlert
          error={history.error}
          title={t('readFailedTitle')}
          actions={
            <Button variant="link" isInline onClick={() => void history.refetch()}>
              {t('retryButton')}
            </Button>
          }
        />
      )}
      <section className="al-card al-history" aria-label={t('runsLabel')}>
        <HistoryFilters
          runs={known}
          home={home}
          root={root ?? ''}
          status={status}
          text={text}
          picked={picked.length}
          search={search}
          onPut={put}
        />
        <VirtualTable
          label={t('runsLabel')}
          columns={historyColumns(chosen, setChosen)}
          listed={`${root} ${status} ${text}`}
          total={shown.length}
          rowAt={(index) => shown[index]}
          onOpen={open}
          empty={
            history.data && filtered ? (
              <>
                {t('noMatchText')}{' '}
                <button type="button" className="al-link" onClick={() => setQuery({}, { replace: true })}>
                  {t('showAllButton', { runs: known.length })}
                </button>
              </>
            ) : history.error ? (
              t('unreadText')
            ) : (
              t('loadingText')
            )
          }
        />
      </section>
    </Screen>
  );
}
