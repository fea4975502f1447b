import './history.css';
import { Link, useSearchParams } from 'react-router';
import type { RunComparison } from '../../core/contract/topics/run.ts';
import type { RunRef } from '../../core/contract/topics/vocabulary.ts';
import { useAsk } from '../engine/requests.ts';
import { recordAddress } from '../parts/addresses.ts';
import { DigestText } from '../parts/digest.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { count, size } from '../parts/format.ts';
import { imageName } from '../parts/image-name.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { type Column, VirtualTable } from '../parts/table/virtual-table.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { Difference } from '../parts/yaml/difference.tsx';
import { availableImages, comparedTitles, compareSentence, runOfKey } from './compare-words.ts';
import { userOnHost } from './history-words.ts';
import { t } from './messages.ts';

/** Shows which images were added, removed or moved between two runs. */
export default function CompareScreen() {
  const [query] = useSearchParams();
  const a = runOfKey(query.get('a'));
  const b = runOfKey(query.get('b'));
  if (!a || !b)
    return (
      <Screen eyebrow={[t('topic'), t('comparisonTopic')]} sentence={t('addressTitle')}>
        <p>
          <Link to="/history">{t('selectLabel')}</Link>
        </p>
      </Screen>
    );
  return <Compared a={a} b={b} />;
}

function Compared({ a, b }: { a: RunRef; b: RunRef }) {
  const comparison = useAsk('runs.compare', { a, b });
  const found = comparison.data;
  return (
    <Screen
      eyebrow={[
        <Link key="history" to="/history">
          {t('topic')}
        </Link>,
        t('comparisonTopic'),
      ]}
      sentence={
        found ? compareSentence(found) : comparison.error ? t('compareFailedTitle') : t('comparingTitle')
      }
    >
      {comparison.error && <FailureAlert error={comparison.error} title={t('compareFailedTitle')} />}
      {found && <Differences found={found} />}
    </Screen>
  );
}

type Image = RunComparison['added'][number];
type Moved = RunComparison['moved'][number];

function nameColumn<Row extends { origin: string; destination?: string }>(): Column<Row> {
  return {
    key: 'image',
    title: t('imageColumn'),
    width: 'minmax(0, 1fr)',
    cell: ({ origin, destination = '' }) => (
      <span className="al-mono" title={origin}>
        {imageName(origin, destination)}
      </span>
    ),
  };
}

const IMAGE_COLUMNS: Column<Image>[] = [
  nameColumn(),
  {
    key: 'digest',
    title: t('digestColumn'),
    width: '150px',
    cell: ({ digest }) => <DigestText digest={digest} />,
  },
  {
    key: 'size',
    title: t('sizeColumn'),
    width: '100px',
    align: 'end',
    cell: ({ bytes }) => (bytes > 0 ? size(bytes) : ''),
  },
];

const MOVED_COLUMNS: Column<Moved>[] = [
  nameColumn(),
  {
    key: 'from',
    title: t('earlierColumn'),
    width: '150px',
    cell: ({ from }) => <DigestText digest={from} />,
  },
  { key: 'to', title: t('laterColumn'), width: '150px', cell: ({ to }) => <DigestText digest={to} /> },
];

function Differences({ found }: { found: RunComparison }) {
  const titles = comparedTitles(found.a, found.b);
  const lists = [
    {
      label: t('addedLabel'),
      title: t('addedListTitle', { images: found.addedTotal }),
      total: found.addedTotal,
      run: titles.b,
      rows: found.added,
      columns: IMAGE_COLUMNS,
    },
    {
      label: t('removedLabel'),
      title: t('removedListTitle', { images: found.removedTotal }),
      total: found.removedTotal,
      run: titles.a,
      rows: found.removed,
      columns: IMAGE_COLUMNS,
    },
  ];
  return (
    <>
      <div className="al-two">
        <RunCard title={titles.a} summary={found.a} note={t('earlierNote')} />
        <RunCard title={titles.b} summary={found.b} note={t('laterNote')} />
      </div>
      {lists
        .filter(({ total }) => total > 0)
        .map(({ label, title, total, run, rows, columns }) => (
          <ComparedTable
            key={label}
            label={label}
            title={title}
            note={
              total > rows.length
                ? t('onlyFirstNote', { run, listed: count(rows.length) })
                : t('onlyNote', { run })
            }
            rows={rows}
            columns={columns}
          />
        ))}
      {found.movedTotal > 0 && (
        <ComparedTable
          label={t('movedLabel')}
          title={t('movedListTitle', { tags: found.movedTotal })}
          note={
            found.movedTotal > found.moved.length
              ? t('movedFirstNote', { listed: count(found.moved.length) })
              : t('movedNote')
          }
          rows={found.moved}
          columns={MOVED_COLUMNS}
        />
      )}
      <p className="al-sub">{t('bothText', { images: found.same })}</p>
      <Card
        title={t('configurationTitle')}
        note={found.configuration === '' ? undefined : t('differenceNote')}
        flush
      >
        {found.configuration === '' ? (
          <p className="al-in al-sub">{t('sameConfigurationText')}</p>
        ) : (
          <Difference unified={found.configuration} />
        )}
      </Card>
    </>
  );
}

function RunCard({ title, summary, note }: { title: string; summary: RunComparison['a']; note: string }) {
  const { images } = summary;
  return (
    <section className="al-card al-in al-compared" aria-label={t('runLabel', { run: title })}>
      <p className="al-sub al-small">{note}</p>
      <p className="al-strong">
        <Link to={recordAddress(summary.run)}>{title}</Link>
      </p>
      <p className="al-sub">
        <RelativeTime at={summary.startedAt} />
        {[userOnHost(summary), images && availableImages(images)].filter(Boolean).map((fact) => ` · ${fact}`)}
      </p>
    </section>
  );
}

const ROW = 34;
const HEAD = 34;
const MOST_ROWS = 10;

function ComparedTable<Row>({
  label,
  title,
  note,
  rows,
  columns,
}: {
  label: string;
  title: string;
  note: string;
  rows: Row[];
  columns: Column<Row>[];
}) {
  return (
    <Card title={title} note={note} flush>
      <div className="al-compared-table" style={{ height: HEAD + ROW * Math.min(rows.length, MOST_ROWS) }}>
        <VirtualTable label={label} columns={columns} total={rows.length} rowAt={(index) => rows[index]} />
      </div>
    </Card>
  );
}
