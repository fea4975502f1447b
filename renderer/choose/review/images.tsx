import { shortReason } from '../../../core/contract/documents/reasons.ts';
import type { PlanItem, PlanItemsAnswer } from '../../../core/contract/topics/plan.ts';
import { useClient } from '../../engine/provider.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { hostAndPath, size } from '../../parts/format.ts';
import { imageName } from '../../parts/image-name.ts';
import { MiddleCut } from '../../parts/middle-cut.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useWindowed } from '../../parts/table/use-windowed.ts';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { verdictWords } from '../../run/plan/verdicts.ts';
import { t } from './messages.ts';

/** The images of one deliverable. */
export function PartImages({
  plan,
  section,
  name,
}: {
  plan: string;
  /** The name in the plan; undefined: it has no image of its own. */
  section: string | undefined;
  name: string;
}) {
  if (section === undefined) return <p className="al-sub al-small">{t('noImagesText')}</p>;
  return <SectionImages plan={plan} section={section} name={name} />;
}

function SectionImages({ plan, section, name }: { plan: string; section: string; name: string }) {
  const client = useClient();
  const list = useWindowed<PlanItem, PlanItemsAnswer>(`${plan} ${section}`, 0, (offset, limit, signal) =>
    client.request('plans.items', { plan, section, offset, limit }, { signal }),
  );
  if (list.error !== undefined) return <FailureAlert error={list.error} title={t('readFailedTitle')} />;
  return (
    <div className="al-review-section" style={{ height: Math.min(240, 34 + 34 * Math.max(1, list.total)) }}>
      <VirtualTable
        label={t('imagesLabel', { name })}
        columns={COLUMNS}
        listed={list.listed}
        total={list.total}
        rowAt={list.rowAt}
        onVisible={list.onVisible}
        empty={t(list.answer ? 'imagesEmpty' : 'imagesLoading')}
      />
    </div>
  );
}

const COLUMNS: Column<PlanItem>[] = [
  {
    key: 'image',
    title: t('imageColumn'),
    width: 'minmax(0, 1.3fr)',
    cell: ({ source, destination }) => (
      <MiddleCut text={hostAndPath(imageName(source, destination)).path} title={source} />
    ),
  },
  {
    key: 'why',
    title: t('reasonColumn'),
    width: 'minmax(0, 0.9fr)',
    secondary: true,
    cell: ({ why }) => <span title={why}>{shortReason(why)}</span>,
  },
  { key: 'size', title: t('sizeColumn'), width: '88px', align: 'end', cell: ({ bytes }) => size(bytes) },
  {
    key: 'verdict',
    title: t('signatureColumn'),
    width: '130px',
    cell: ({ verdict }) => {
      const { mark, word } = verdictWords(verdict);
      return (
        <span title={verdict}>
          <StateMark mark={mark}>{word}</StateMark>
        </span>
      );
    },
  },
];
