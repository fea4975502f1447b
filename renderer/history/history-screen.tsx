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
import { count } from '../parts/format.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { VirtualTable } from '../parts/table/virtual-table.tsx';
import { compareAddress } from './compare-words.ts';
import { historyColumns } from './history-columns.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { filterRuns, historySentence, statusCounts } from './history-words.ts';
import { useRunHistory } from './run-history.ts';

/** All runs of all known folders, the newest first. */
export default function HistoryScreen() {
  const navigate = useNavigate();
  const history = useRunHistory();
  const live = useLive((state) => state.jobs.run);
  const home = useAsk('host.describe', {}).data?.home;
  const [query, setQuery] = useSearchParams();
  const [chosen, setChosen] = useState<string[]>([]);
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
    { key: '/', label: 'Search the runs', run: () => search.current?.focus() },
    { key: 'C', label: 'Compare the two selected runs', run: compare, when: picked.length === 2 },
  ]);

  if (history.data?.length === 0)
    return (
      <Screen eyebrow={['History']} sentence={historySentence([])}>
        <Card>
          <Empty
            title="Every run leaves its record here"
            action={
              <Link className="pf-v6-c-button pf-m-primary" to="/">
                Go to Home
              </Link>
            }
          >
            What was moved and with which digest, who ran it, what was allowed by hand, and the configuration
            as it was used. Two records can be compared, and each exported as one file. The{' '}
            <Link to="/practice">practice world</Link> gives you some in a minute.
          </Empty>
        </Card>
      </Screen>
    );
  return (
    <Screen
      eyebrow={['History']}
      sentence={history.data ? historySentence(known) : 'History'}
      scroll={false}
      actions={
        <Button
          variant="secondary"
          isDisabled={picked.length !== 2}
          aria-describedby="al-compare-note"
          onClick={compare}
        >
          Compare two runs
        </Button>
      }
    >
      {history.error && (
        <FailureAlert
          error={history.error}
          title="The history could not be read"
          actions={
            <Button variant="link" isInline onClick={() => void history.refetch()}>
              Read it again
            </Button>
          }
        />
      )}
      <section className="al-card al-history" aria-label="Runs">
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
          label="Runs"
          columns={historyColumns(chosen, setChosen)}
          listed={`${root} ${status} ${text}`}
          total={shown.length}
          rowAt={(index) => shown[index]}
          onOpen={open}
          empty={
            history.data && filtered ? (
              <>
                No run matches.{' '}
                <button type="button" className="al-link" onClick={() => setQuery({}, { replace: true })}>
                  Show all {count(known.length)}
                </button>
              </>
            ) : history.error ? (
              'No records were read.'
            ) : (
              'Reading the records.'
            )
          }
        />
      </section>
    </Screen>
  );
}
