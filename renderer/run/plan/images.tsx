import '../live/tables.css';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { useDeferredValue, useRef, useState } from 'react';
import { shortReason } from '../../../core/contract/documents/reasons.ts';
import type {
  ContractVerdict,
  PlanItem,
  PlanItemsAnswer,
  PlanSummary,
} from '../../../core/contract/topics/plan.ts';
import { useKeys } from '../../app-state/keys.ts';
import { useClient } from '../../engine/provider.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { size } from '../../parts/format.ts';
import { imageName } from '../../parts/image-name.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { MiddleCut } from '../../parts/table/middle-cut.tsx';
import { useWindowed } from '../../parts/table/use-windowed.ts';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { MappingButton } from '../mapping/dialog.tsx';
import { t } from './messages.ts';
import { sharedText } from './sections.tsx';
import { signers, VERDICTS, verdictWords } from './verdicts.ts';

/** Lists every image of a plan, filtered by content, verdict and name. Without `sections`, there's no filter by content. */
export function PlanImages({
  plan,
  sections,
  verdicts,
  folder,
}: {
  plan: string;
  /** Default folder of mapping.txt; absent for a plan that was read from a file. */
  folder?: string;
  sections: PlanSummary['sections'];
  verdicts: PlanSummary['verdicts'];
}) {
  const client = useClient();
  const [search, setSearch] = useState('');
  const [section, setSection] = useState('');
  const [verdict, setVerdict] = useState<ContractVerdict | ''>('');
  const field = useRef<HTMLInputElement>(null);
  const term = useDeferredValue(search.trim());
  const found = VERDICTS.filter(({ result }) => verdicts[result] > 0);
  useKeys([{ key: '/', label: t('searchLabel'), run: () => field.current?.focus() }]);
  const list = useWindowed<PlanItem, PlanItemsAnswer>(
    `${section} ${verdict} ${term}`,
    0,
    (offset, limit, signal) =>
      client.request(
        'plans.items',
        {
          plan,
          offset,
          limit,
          search: term || undefined,
          section: section || undefined,
          verdict: verdict || undefined,
        },
        { signal },
      ),
  );
  return (
    <div className="al-plan-images">
      <div className="al-run-filters">
        <strong>{t('imageCount', { images: list.total })}</strong>
        {sections.length > 1 && (
          <FormSelect
            className="al-log-level"
            aria-label={t('contentFilterLabel')}
            value={section}
            onChange={(_event, value) => setSection(value)}
          >
            <FormSelectOption value="" label={t('allContent')} />
            {sections.map(({ name }) => (
              <FormSelectOption key={name} value={name} label={name} />
            ))}
          </FormSelect>
        )}
        {found.length > 1 && (
          <FormSelect
            className="al-log-level"
            aria-label={t('signatureFilterLabel')}
            value={verdict}
            onChange={(_event, value) => setVerdict(value as ContractVerdict | '')}
          >
            <FormSelectOption value="" label={t('allSignatures')} />
            {found.map(({ result, word }) => (
              <FormSelectOption
                key={result}
                value={result}
                label={t('signatureOption', { verdict: word, images: verdicts[result] })}
              />
            ))}
          </FormSelect>
        )}
        <SearchInput
          className="al-run-search"
          placeholder={t('searchPlaceholder')}
          aria-label={t('searchLabel')}
          value={search}
          ref={field}
          onChange={(_event, value) => setSearch(value)}
          onClear={() => setSearch('')}
        />
        {folder !== undefined && <MappingButton of={{ plan }} folder={folder} />}
      </div>
      {list.error !== undefined && <FailureAlert error={list.error} title={t('readFailedTitle')} />}
      <VirtualTable
        label={t('imagesTitle')}
        columns={COLUMNS}
        listed={list.listed}
        total={list.total}
        rowAt={list.rowAt}
        onVisible={list.onVisible}
        empty={list.answer ? t('noMatchesText') : t('readingText')}
      />
      {list.total > 1 && <p className="al-sub al-small al-plan-note">{t('imageSizesNote')}</p>}
    </div>
  );
}

const COLUMNS: Column<PlanItem>[] = [
  {
    key: 'image',
    title: t('imageColumn'),
    width: 'minmax(0, 2fr)',
    cell: ({ source, destination }) => <MiddleCut text={imageName(source, destination)} title={source} />,
  },
  {
    key: 'why',
    title: t('reasonColumn'),
    width: 'minmax(0, 1fr)',
    cell: ({ why }) => <span title={why}>{shortReason(why)}</span>,
  },
  { key: 'size', title: t('imageSizeColumn'), width: '90px', align: 'end', cell: ({ bytes }) => size(bytes) },
  {
    key: 'shared',
    title: t('sharedColumn'),
    width: '90px',
    align: 'end',
    cell: ({ bytes, shared }) =>
      shared ? (
        <span
          className="al-sub"
          title={t('sharedTip', { shared: size(shared), added: size(bytes - shared) })}
        >
          {sharedText(shared)}
        </span>
      ) : null,
  },
  {
    key: 'verdict',
    title: t('signatureColumn'),
    width: '160px',
    narrowWidth: '130px',
    cell: ({ verdict }) => <Verdict verdict={verdict} />,
  },
];

function Verdict({ verdict }: { verdict: string }) {
  const { mark, word, by } = verdictWords(verdict);
  return (
    <span title={verdict}>
      <StateMark mark={mark}>
        {by === undefined
          ? word
          : t.parts('verdictBy', {
              verdict: word,
              signers: signers(by),
              wide: (inner) => (
                <span key="wide" className="al-wide-only">
                  {inner}
                </span>
              ),
              keys: (inner) => (
                <span key="keys" className="al-mono">
                  {inner}
                </span>
              ),
            })}
      </StateMark>
    </span>
  );
}
