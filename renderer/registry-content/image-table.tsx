import type {
  ContentImage,
  ContentImages,
  ContentSort,
} from '../../core/contract/topics/registry/registry-content.ts';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { size } from '../parts/format.ts';
import { useWindowed } from '../parts/table/use-windowed.ts';
import { type Column, VirtualTable } from '../parts/table/virtual-table.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { ImageDrift, ImageVerdict, NeededBy } from './cells.tsx';
import type { ContentOrder } from './entry-rows.ts';
import { t } from './messages.ts';

const SORTS: Record<ContentOrder, { sort: ContentSort; descending: boolean }> = {
  name: { sort: 'name', descending: false },
  largest: { sort: 'bytes', descending: true },
  newest: { sort: 'pushedAt', descending: true },
  oldest: { sort: 'pushedAt', descending: false },
};

/** The images of a registry, or of one entry. Only visible rows are requested. */
export function ImageTable({
  session,
  entry,
  drifted,
  search,
  order,
}: {
  session: string;
  entry: number | undefined;
  drifted: boolean;
  search: string;
  order: ContentOrder;
}) {
  const client = useClient();
  const list = useWindowed<ContentImage, ContentImages>(
    `${session} ${entry ?? ''} ${drifted} ${order} ${search}`,
    0,
    (offset, limit, signal) =>
      client.request(
        'registryContent.images',
        { session, entry, drifted, search: search || undefined, ...SORTS[order], offset, limit },
        { signal },
      ),
  );
  if (list.error !== undefined) return <FailureAlert error={list.error} title={t('readFailedTitle')} />;
  return (
    <VirtualTable
      label={t('imagesLabel')}
      columns={COLUMNS}
      listed={list.listed}
      total={list.total}
      rowAt={list.rowAt}
      onVisible={list.onVisible}
      empty={list.answer ? (drifted && search === '' ? t('noDrift') : t('noMatches')) : t('loading')}
    />
  );
}

const COLUMNS: Column<ContentImage>[] = [
  {
    key: 'image',
    title: t('imageColumn'),
    width: 'minmax(0, 2fr)',
    cell: ({ repository, tag, digest }) => (
      // Names with the same beginning differ at the end.
      <span className="al-mono al-cut al-path-end" title={`${repository}:${tag} ${digest ?? ''}`}>
        <bdi>{`${repository}:${tag}`}</bdi>
      </span>
    ),
  },
  {
    key: 'size',
    title: t('sizeColumn'),
    width: '84px',
    align: 'end',
    cell: ({ bytes }) => <span className="al-num">{size(bytes)}</span>,
  },
  {
    key: 'pushed',
    title: t('pushedColumn'),
    width: '110px',
    secondary: true,
    cell: ({ pushedAt }) => pushedAt !== undefined && <RelativeTime at={pushedAt} />,
  },
  {
    key: 'needed',
    title: t('neededColumn'),
    width: 'minmax(0, 1.2fr)',
    cell: (image) => <NeededBy {...image} />,
  },
  {
    key: 'verdict',
    title: t('signatureColumn'),
    width: '150px',
    secondary: true,
    cell: ({ verdict }) => <ImageVerdict verdict={verdict} />,
  },
  {
    key: 'drift',
    title: t('driftColumn'),
    width: '150px',
    cell: (image) => <ImageDrift {...image} />,
  },
];
