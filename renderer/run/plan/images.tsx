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
import { count, counted, size } from '../../parts/format.ts';
import { imageName } from '../../parts/image-name.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { useWindowed } from '../../parts/table/use-windowed.ts';
import { type Column, VirtualTable } from '../../parts/table/virtual-table.tsx';
import { signers, VERDICTS, verdictWords } from './verdicts.ts';

/** Every image of a plan, by deliverable, by verdict and by name; `sections` is left out where items do not tell theirs. */
export function PlanImages({
  plan,
  sections,
  verdicts,
}: {
  plan: string;
  sections: PlanSummary['sections'];
  verdicts: PlanSummary['verdicts'];
}) {
  const client = useClient();
  const [search, setSearch] = useState('');
  const [section, setSection] = useState('');
  const [verdict, setVerdict] = useState<ContractVerdict | ''>('');
  const field = useRef<HTMLInputElement>(null);
  const asked = useDeferredValue(search.trim());
  const found = VERDICTS.filter(({ result }) => verdicts[result] > 0);
  useKeys([{ key: '/', label: 'Search the images of the plan', run: () => field.current?.focus() }]);
  const list = useWindowed<PlanItem, PlanItemsAnswer>(
    `${section} ${verdict} ${asked}`,
    0,
    (offset, limit, signal) =>
      client.request(
        'plans.items',
        {
          plan,
          offset,
          limit,
          search: asked || undefined,
          section: section || undefined,
          verdict: verdict || undefined,
        },
        { signal },
      ),
  );
  return (
    <div className="al-plan-images">
      <div className="al-run-filters">
        <strong>{counted(list.total, 'image')}</strong>
        {sections.length > 1 && (
          <FormSelect
            className="al-log-level"
            aria-label="Deliverable"
            value={section}
            onChange={(_event, value) => setSection(value)}
          >
            <FormSelectOption value="" label="All deliverables" />
            {sections.map(({ name }) => (
              <FormSelectOption key={name} value={name} label={name} />
            ))}
          </FormSelect>
        )}
        {found.length > 1 && (
          <FormSelect
            className="al-log-level"
            aria-label="Signature"
            value={verdict}
            onChange={(_event, value) => setVerdict(value as ContractVerdict | '')}
          >
            <FormSelectOption value="" label="All signatures" />
            {found.map(({ result, word }) => (
              <FormSelectOption key={result} value={result} label={`${word}, ${count(verdicts[result])}`} />
            ))}
          </FormSelect>
        )}
        <SearchInput
          className="al-run-search"
          placeholder="Name or digest"
          aria-label="Search the images of the plan"
          value={search}
          ref={field}
          onChange={(_event, value) => setSearch(value)}
          onClear={() => setSearch('')}
        />
      </div>
      {list.error !== undefined && <FailureAlert error={list.error} title="The images were not read" />}
      <VirtualTable
        label="Images of the plan"
        columns={COLUMNS}
        listed={list.listed}
        total={list.total}
        rowAt={list.rowAt}
        onVisible={list.onVisible}
        empty={list.answer ? 'No image matches.' : 'Reading the images.'}
      />
    </div>
  );
}

const COLUMNS: Column<PlanItem>[] = [
  {
    key: 'image',
    title: 'Image',
    width: 'minmax(0, 1.4fr)',
    cell: ({ source, destination }) => (
      <span className="al-mono" title={source}>
        {imageName(source, destination)}
      </span>
    ),
  },
  {
    key: 'why',
    title: 'Because',
    width: 'minmax(0, 0.9fr)',
    cell: ({ why }) => <span title={why}>{shortReason(why)}</span>,
  },
  { key: 'size', title: 'Size', width: '90px', align: 'end', cell: ({ bytes }) => size(bytes) },
  {
    key: 'verdict',
    title: 'Signature',
    width: '190px',
    narrowWidth: '130px',
    cell: ({ verdict }) => <Verdict verdict={verdict} />,
  },
];

function Verdict({ verdict }: { verdict: string }) {
  const { mark, word, by } = verdictWords(verdict);
  return (
    <span title={verdict}>
      <StateMark mark={mark}>
        {word}
        {by !== undefined && (
          <span className="al-wide-only">
            {' by '}
            <span className="al-mono">{signers(by)}</span>
          </span>
        )}
      </StateMark>
    </span>
  );
}
