import { Link } from 'react-router';
import type { RunSummary } from '../../core/contract/topics/run.ts';
import { isUnderWay, runKey } from '../engine/live.ts';
import { recordAddress, runAddress } from '../parts/addresses.ts';
import { count, duration, size } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import { runTitle, statusWord, workflowWord } from '../parts/run-words.ts';
import { StateMark } from '../parts/state-mark.tsx';
import type { Column } from '../parts/table/virtual-table.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { destinationWords, runDuration, userOnHost } from './history-words.ts';
import { t } from './messages.ts';

/** Returns the columns of the history. The first one selects runs to compare. */
export function historyColumns(
  chosen: string[],
  setChosen: (chosen: string[]) => void,
): Column<RunSummary>[] {
  return [
    selectColumn(chosen, setChosen),
    {
      key: 'run',
      title: t('runColumn'),
      width: 'minmax(140px, 1.4fr)',
      cell: (run) => (
        <Link
          className="al-strong"
          to={isUnderWay(run) ? runAddress(run.run) : recordAddress(run.run)}
          title={t('runTip', { sequence: run.run.sequence, folder: run.run.root })}
        >
          {runTitle(run)}
        </Link>
      ),
    },
    {
      key: 'workflow',
      title: t('workflowColumn'),
      width: '72px',
      cell: ({ workflow }) => workflowWord(workflow),
    },
    {
      key: 'to',
      title: t('destinationColumn'),
      width: 'minmax(110px, 1fr)',
      cell: (run) => <span title={run.target}>{destinationWords(run)}</span>,
    },
    {
      key: 'status',
      title: t('stateColumn'),
      width: '150px',
      narrowWidth: '140px',
      cell: ({ status, images }) => {
        const { mark, word } = statusWord(status);
        const failed = images?.failed ?? 0;
        const text = failed > 0 ? t('failedState', { status: word, failed: count(failed) }) : word;
        return (
          <span title={text}>
            <StateMark mark={mark}>{text}</StateMark>
          </span>
        );
      },
    },
    {
      key: 'started',
      title: t('startedColumn'),
      width: '100px',
      cell: ({ startedAt }) => <RelativeTime at={startedAt} />,
    },
    {
      key: 'duration',
      title: t('durationColumn'),
      width: '84px',
      align: 'end',
      secondary: true,
      cell: (run) => {
        const ms = runDuration(run);
        return ms === undefined ? '' : duration(ms);
      },
    },
    {
      key: 'images',
      title: t('imagesColumn'),
      width: '90px',
      narrowWidth: '90px',
      align: 'end',
      cell: ({ images }) => {
        if (!images || images.total === 0) return null;
        const complete = images.copied + images.present;
        return complete === images.total
          ? count(complete)
          : t('someImages', { complete: count(complete), total: count(images.total) });
      },
    },
    {
      key: 'bytes',
      title: t('trafficColumn'),
      width: '90px',
      align: 'end',
      secondary: true,
      cell: ({ bytes, images }) =>
        bytes && images && images.total > 0 && size(Math.max(bytes.fetched, bytes.sent)),
    },
    {
      key: 'who',
      title: t('userColumn'),
      width: 'minmax(90px, 0.8fr)',
      narrowWidth: '110px',
      cell: (run) => <span title={userOnHost(run)}>{userOnHost(run)}</span>,
    },
    {
      key: 'where',
      title: t('directoryColumn'),
      width: 'minmax(80px, 0.7fr)',
      secondary: true,
      cell: ({ run }) => (
        <span className="al-sub" title={run.root}>
          {baseName(run.root)}
        </span>
      ),
    },
  ];
}

function selectColumn(chosen: string[], setChosen: (chosen: string[]) => void): Column<RunSummary> {
  return {
    key: 'select',
    title: '',
    width: '40px',
    cell: ({ run, ...rest }) => {
      const key = runKey(run);
      const on = chosen.includes(key);
      return (
        <input
          type="checkbox"
          className="al-history-select"
          aria-label={t('selectTip', { run: runTitle({ run, ...rest }), sequence: run.sequence })}
          checked={on}
          onClick={(event) => event.stopPropagation()}
          onChange={() => setChosen(on ? chosen.filter((each) => each !== key) : [...chosen, key])}
        />
      );
    },
  };
}
