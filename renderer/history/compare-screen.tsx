import './history.css';
import { Link, useSearchParams } from 'react-router';
import type { RunComparison } from '../../core/contract/topics/run.ts';
import type { RunRef } from '../../core/contract/topics/vocabulary.ts';
import { useAsk } from '../engine/requests.ts';
import { recordAddress } from '../parts/addresses.ts';
import { DigestText } from '../parts/digest.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { count, counted, size } from '../parts/format.ts';
import { imageName } from '../parts/image-name.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { type Column, VirtualTable } from '../parts/table/virtual-table.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { comparedTitles, compareSentence, differenceLines, imagesThere, runOfKey } from './compare-words.ts';

/** What a later run has that an earlier one had not, and the reverse. */
export default function CompareScreen() {
  const [query] = useSearchParams();
  const a = runOfKey(query.get('a'));
  const b = runOfKey(query.get('b'));
  if (!a || !b)
    return (
      <Screen eyebrow={['History', 'Compare']} sentence="This address does not name two runs.">
        <p>
          <Link to="/history">Select two runs in the history</Link>
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
          History
        </Link>,
        'Compare',
      ]}
      sentence={
        found
          ? compareSentence(found)
          : comparison.error
            ? 'The runs could not be compared.'
            : 'Comparing two runs.'
      }
    >
      {comparison.error && <FailureAlert error={comparison.error} title="The runs could not be compared" />}
      {found && <Differences found={found} />}
    </Screen>
  );
}

type Image = RunComparison['added'][number];
type Moved = RunComparison['moved'][number];

function nameColumn<Row extends { origin: string; destination?: string }>(): Column<Row> {
  return {
    key: 'image',
    title: 'Image',
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
  { key: 'digest', title: 'Digest', width: '150px', cell: ({ digest }) => <DigestText digest={digest} /> },
  {
    key: 'size',
    title: 'Size',
    width: '100px',
    align: 'end',
    cell: ({ bytes }) => (bytes > 0 ? size(bytes) : ''),
  },
];

const MOVED_COLUMNS: Column<Moved>[] = [
  nameColumn(),
  { key: 'from', title: 'Was', width: '150px', cell: ({ from }) => <DigestText digest={from} /> },
  { key: 'to', title: 'Is', width: '150px', cell: ({ to }) => <DigestText digest={to} /> },
];

function Differences({ found }: { found: RunComparison }) {
  const titles = comparedTitles(found.a, found.b);
  const lists = [
    {
      what: 'Added',
      total: found.addedTotal,
      note: `only in ${titles.b}`,
      rows: found.added,
      columns: IMAGE_COLUMNS,
    },
    {
      what: 'Removed',
      total: found.removedTotal,
      note: `only in ${titles.a}`,
      rows: found.removed,
      columns: IMAGE_COLUMNS,
    },
  ];
  return (
    <>
      <div className="al-two">
        <RunCard title={titles.a} summary={found.a} note="earlier" />
        <RunCard title={titles.b} summary={found.b} note="later" />
      </div>
      {lists
        .filter(({ total }) => total > 0)
        .map(({ what, total, note, rows, columns }) => (
          <ComparedTable key={what} what={what} total={total} note={note} rows={rows} columns={columns} />
        ))}
      {found.movedTotal > 0 && (
        <ComparedTable
          what="Moved"
          total={found.movedTotal}
          note="same name, another digest"
          rows={found.moved}
          columns={MOVED_COLUMNS}
          noun="tag"
        />
      )}
      <p className="al-sub">
        {found.same > 0 ? `${counted(found.same, 'image')} in both.` : 'No image is in both.'} What several
        releases name is counted once.
      </p>
      <Card title="Configuration" note={found.configuration === '' ? undefined : '- earlier, + later'} flush>
        {found.configuration === '' ? (
          <p className="al-in al-sub">The same in both.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          <pre className="al-difference" tabIndex={0}>
            {differenceLines(found.configuration).map(({ kind, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
              <span key={index} className={`al-difference-${kind}`}>
                {text}
                {'\n'}
              </span>
            ))}
          </pre>
        )}
      </Card>
    </>
  );
}

function RunCard({ title, summary, note }: { title: string; summary: RunComparison['a']; note: string }) {
  const { images, user, host } = summary;
  return (
    <section className="al-card al-in al-compared" aria-label={`Run ${title}`}>
      <p className="al-sub al-small">{note}</p>
      <p className="al-strong">
        <Link to={recordAddress(summary.run)}>{title}</Link>
      </p>
      <p className="al-sub">
        <RelativeTime at={summary.startedAt} />
        {user && ` by ${user}`}
        {host && ` on ${host}`}
        {images && `, ${imagesThere(images)}`}
      </p>
    </section>
  );
}

const ROW = 34;
const HEAD = 34;
const MOST_ROWS = 10;

function ComparedTable<Row>({
  what,
  total,
  note,
  rows,
  columns,
  noun = 'image',
}: {
  what: string;
  total: number;
  note: string;
  rows: Row[];
  columns: Column<Row>[];
  noun?: string;
}) {
  const cut = total > rows.length ? `; the first ${count(rows.length)} are listed` : '';
  return (
    <Card title={`${what} ${counted(total, noun)}`} note={`${note}${cut}`} flush>
      <div className="al-compared-table" style={{ height: HEAD + ROW * Math.min(rows.length, MOST_ROWS) }}>
        <VirtualTable
          label={`${what} images`}
          columns={columns}
          total={rows.length}
          rowAt={(index) => rows[index]}
        />
      </div>
    </Card>
  );
}
