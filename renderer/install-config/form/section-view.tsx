import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import { setValue } from '../../../core/contract/documents/document.ts';
import { convertDeprecated, featureGateFor } from '../../../core/contract/documents/install-config.ts';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { counted } from '../../parts/format.ts';
import { problemsAt } from '../../parts/problems-at.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import type { ConfigProblem } from './analysis.ts';
import { ConfigField } from './config-field.tsx';
import { FieldProblems } from './field-problems.tsx';
import type { Section } from './form-fields.ts';
import { ItemListCard, type ListEdits } from './item-list.tsx';
import { MirrorCard } from './mirror-card.tsx';
import { SecretsOverview } from './secrets-overview.tsx';
import { sectionFor } from './sections.ts';
import {
  addVCenter,
  removeFailureDomain,
  removeVCenter,
  renameFailureDomain,
  renameVCenter,
} from './topology-edits.ts';
import { useAnalysis, useConfig } from './use-config.tsx';

const EDITS: Record<string, ListEdits> = {
  vcenters: { add: addVCenter, remove: removeVCenter, rename: renameVCenter },
  'failure-domains': { remove: removeFailureDomain, rename: renameFailureDomain },
};

/** One section of the form: its fields, its lists, and the problems that none of them shows. */
export function SectionView({
  section,
  sections,
  chosen,
  onChoose,
  onShow,
}: {
  section: Section;
  sections: readonly Section[];
  chosen: number;
  onChoose: (item: number) => void;
  onShow: (problem: ConfigProblem) => void;
}) {
  const { problems } = useAnalysis();
  /** Chosen items of the lists below the first. */
  const [others, setOthers] = useState<Readonly<Record<number, number>>>({});
  const own = problems.filter(({ path = '' }) => sectionFor(path, sections) === section.id);
  const shown = new Set([
    ...section.fields.flatMap(({ path }) => problemsAt(own, path)),
    ...section.lists.flatMap(({ path }) => problemsAt(own, path)),
  ]);
  const rest = own.filter((problem) => !shown.has(problem));
  const nodes = section.id === 'nodes';
  const fields = section.fields.length > 0 && (
    <Card title={nodes ? 'Control plane' : section.label} label={nodes ? 'Control plane' : section.label}>
      {rest.length > 0 && <FieldProblems problems={rest} onShow={onShow} />}
      <div className="al-ic-fields">
        {section.id === 'cluster' && (
          <RequestFields request="installConfig.save" quiet>
            <TargetFields />
          </RequestFields>
        )}
        {section.fields.map((field) => (
          <ConfigField
            key={field.path.join('.')}
            field={field}
            problems={problemsAt(own, field.path)}
            onShow={onShow}
          />
        ))}
      </div>
    </Card>
  );
  const lists = section.lists.map((list, index) => (
    <ItemListCard
      key={list.title}
      list={list}
      problems={problemsAt(own, list.path)}
      chosen={index === 0 ? chosen : (others[index] ?? 0)}
      onChoose={index === 0 ? onChoose : (item) => setOthers((before) => ({ ...before, [index]: item }))}
      onShow={onShow}
      edits={EDITS[section.id]}
    />
  ));
  return (
    <>
      <RequestFields request="installConfig.save" quiet>
        <DeprecatedCard />
        {section.id === 'cluster' && <GateCard />}
        {section.id === 'mirror' && <MirrorCard />}
      </RequestFields>
      {!fields && rest.length > 0 && (
        <Card>
          <FieldProblems problems={rest} onShow={onShow} />
        </Card>
      )}
      {section.id === 'mirror' ? (
        <>
          {lists}
          {fields}
        </>
      ) : (
        <>
          {fields}
          {lists}
        </>
      )}
      {section.id === 'secrets' && <SecretsOverview />}
    </>
  );
}

/** What the file does not say: for which release and by which installer it is used. */
function TargetFields() {
  const { fields, change } = useConfig();
  return (
    <>
      <div className="al-ic-field">
        <label htmlFor="al-ic-version">OpenShift version</label>
        <TextInput
          id="al-ic-version"
          value={fields.openShiftVersion}
          placeholder="4.18.9"
          autoComplete="off"
          onChange={(_event, text) => change({ openShiftVersion: text.trim() })}
        />
        <span className="al-sub al-small">Decides which rules hold; not part of the file.</span>
      </div>
      <div className="al-ic-field">
        <label htmlFor="al-ic-method">Installed by</label>
        <FormSelect
          id="al-ic-method"
          value={fields.method}
          onChange={(_event, value) => change({ method: value === 'agent' ? 'agent' : 'installer' })}
        >
          <FormSelectOption value="installer" label="openshift-install" />
          <FormSelectOption value="agent" label="Agent-based installer" />
        </FormSelect>
      </div>
    </>
  );
}

/** Deprecated fields are read as the installer reads them; here they are rewritten. */
function DeprecatedCard() {
  const { edit } = useConfig();
  const { deprecated } = useAnalysis();
  if (deprecated === 0) return null;
  return (
    <div className="al-ic-advice al-card">
      <StateMark mark="warning" />
      <p className="al-grow">
        <strong>{counted(deprecated, 'deprecated field')}</strong>{' '}
        <span className="al-sub">Today's fields say the same; comments stay.</span>
      </p>
      <Button variant="secondary" size="sm" onClick={() => edit((doc) => convertDeprecated(doc).document)}>
        Convert deprecated fields
      </Button>
    </div>
  );
}

/** The gates that a release needs for what the file uses. */
function GateCard() {
  const { fields, edit } = useConfig();
  const { config } = useAnalysis();
  const needed = featureGateFor(config, fields.openShiftVersion || undefined);
  if (!needed) return null;
  const there = needed.featureGates.every((gate) => config.featureGates?.includes(gate));
  const whole = config.featureSet === needed.alternative || config.featureSet === 'DevPreviewNoUpgrade';
  if ((config.featureSet === needed.featureSet && there) || whole) return null;
  const write = () =>
    edit((doc) =>
      setValue(
        setValue(doc, ['featureSet'], needed.featureSet),
        ['featureGates'],
        [...new Set([...(config.featureGates ?? []), ...needed.featureGates])],
      ),
    );
  return (
    <div className="al-ic-advice al-card">
      <StateMark mark="warning" />
      <p className="al-grow">
        <strong>OpenShift {fields.openShiftVersion} has this behind feature gates</strong>{' '}
        <span className="al-sub">
          {needed.reasons.join('; ')}. Beware: {needed.warning}.
        </span>
      </p>
      <Button variant="secondary" size="sm" onClick={write}>
        Write {needed.featureSet}
      </Button>
    </div>
  );
}
