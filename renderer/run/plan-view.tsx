import './run-tables.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import type { PlanItem, PlanItemsAnswer, PlanSummary } from '../../core/contract/plan.ts';
import type { ContractProblem } from '../../core/contract/vocabulary.ts';
import { useClient } from '../engine/provider.tsx';
import { useDo } from '../engine/requests.ts';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { count, counted, size } from '../parts/format.ts';
import { imageName } from '../parts/image-name.ts';
import { PathInput } from '../parts/path-input.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useWindowed } from '../parts/use-windowed.ts';
import { type Column, VirtualTable } from '../parts/virtual-table.tsx';
import { useKeys } from '../shell/keys.ts';
import { because } from './because.ts';
import { type PlanRemedy, planRemedy } from './plan-remedies.ts';

/** What a run would do: the sums, by deliverable, what is to know, every image. */
export function PlanView({
  plan,
  current,
  folder,
  tabs,
  onProblem,
  onRemedy,
}: {
  plan: PlanSummary;
  /** False: the form says something else by now. */
  current: boolean;
  /** Where plan.json is offered to be saved. */
  folder: string;
  tabs: ReactNode;
  onProblem: (problem: ContractProblem) => void;
  /** Sets the option and plans again; undefined while that cannot be. */
  onRemedy: ((option: PlanRemedy['option']) => void) | undefined;
}) {
  const [saving, setSaving] = useState(false);
  const remedyOf = (problem: ContractProblem) => {
    const remedy = planRemedy(problem, plan.problems);
    return (
      remedy && (
        <Button
          variant="secondary"
          size="sm"
          isDisabled={!onRemedy}
          onClick={() => onRemedy?.(remedy.option)}
        >
          {remedy.label}
        </Button>
      )
    );
  };
  const most = Math.max(...plan.sections.map(({ bytes }) => bytes), 1);
  return (
    <section className="al-card al-setup-pane" aria-label="Plan">
      <header>
        {tabs}
        {!current && <StateMark mark="warning">Out of date</StateMark>}
        <span className="al-actions al-end">
          <Button variant="secondary" size="sm" aria-expanded={saving} onClick={() => setSaving(!saving)}>
            Save plan
          </Button>
        </span>
      </header>
      {saving && <SavePlan plan={plan} folder={folder} onClose={() => setSaving(false)} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="al-plan" tabIndex={0} aria-label="Contents of the plan">
        <dl className="al-plan-sums al-num">
          <Sum name="To move" value={size(plan.bytes - plan.bytesPresent)} />
          <Sum name="Already there" value={size(plan.bytesPresent)} />
          <Sum name="Needed" value={size(plan.bytes)} />
          <Sum name="Images" value={count(plan.images)} />
        </dl>
        {plan.problems.length > 0 && (
          <div className="al-plan-problems">
            <ProblemList problems={plan.problems} onOpen={onProblem} actionOf={remedyOf} />
          </div>
        )}
        <table className="al-plan-sections">
          <thead>
            <tr>
              <th scope="col">Deliverable</th>
              <th scope="col" className="al-cell-end">
                Images
              </th>
              <th scope="col" className="al-cell-end">
                Size
              </th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {plan.sections.map(({ name, images, bytes }) => (
              <tr key={name}>
                <td className="al-strong">{name}</td>
                <td className="al-cell-end">{count(images)}</td>
                <td className="al-cell-end">{size(bytes)}</td>
                <td>
                  <Bar small done={bytes} total={most} label={`Size of ${name}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <PlanImages key={plan.plan} plan={plan} />
      </section>
    </section>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function PlanImages({ plan }: { plan: PlanSummary }) {
  const client = useClient();
  const [search, setSearch] = useState('');
  const [section, setSection] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const asked = useDeferredValue(search.trim());
  useKeys([{ key: '/', label: 'Search the images of the plan', run: () => field.current?.focus() }]);
  const list = useWindowed<PlanItem, PlanItemsAnswer>(`${section} ${asked}`, 0, (offset, limit, signal) =>
    client.request(
      'plans.items',
      { plan: plan.plan, offset, limit, ...(asked && { search: asked }), ...(section && { section }) },
      { signal },
    ),
  );
  return (
    <div className="al-plan-images">
      <div className="al-run-filters">
        <strong>{counted(list.total, 'image')}</strong>
        {plan.sections.length > 1 && (
          <FormSelect
            className="al-log-level"
            aria-label="Deliverable"
            value={section}
            onChange={(_event, value) => setSection(value)}
          >
            <FormSelectOption value="" label="All deliverables" />
            {plan.sections.map(({ name }) => (
              <FormSelectOption key={name} value={name} label={name} />
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
    cell: ({ why }) => <span title={why}>{because(why)}</span>,
  },
  { key: 'size', title: 'Size', width: '90px', align: 'end', cell: ({ bytes }) => size(bytes) },
  {
    key: 'verdict',
    title: 'Signature',
    width: '110px',
    secondary: true,
    cell: ({ verdict }) => <span title={verdict}>{verdict.replace(/ \(.*$/, '')}</span>,
  },
];

function SavePlan({ plan, folder, onClose }: { plan: PlanSummary; folder: string; onClose: () => void }) {
  const [file, setFile] = useState(folder ? `${folder}/plan.json` : '');
  const save = useDo('plans.save');
  return (
    <form
      className="al-in al-plan-save"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) save.mutate({ plan: plan.plan, file });
      }}
    >
      <PathInput
        id="al-plan-save"
        label="File"
        kind="save"
        extensions={['json']}
        value={file}
        onChange={setFile}
        helper="Pinned to digests: for approval, and for airlock mirror --plan."
        autoFocus
        required
      />
      <div className="al-actions">
        <Button type="submit" variant="primary" isDisabled={!file || save.isPending}>
          Save plan
        </Button>
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
        {save.data && (
          <output>
            <StateMark mark="good">Saved to {save.data.file}</StateMark>
          </output>
        )}
      </div>
      {save.error && <FailureAlert error={save.error} title="The plan was not saved" />}
    </form>
  );
}
