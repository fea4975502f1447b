import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { setValue } from '../../../core/contract/documents/document.ts';
import {
  convertDeprecated,
  featureGateFor,
  type InstallMethod,
} from '../../../core/contract/documents/install-config.ts';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { problemsAt } from '../../parts/problems-at.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import type { ConfigProblem } from './analysis.ts';
import { ConfigField } from './config-field.tsx';
import { FieldProblems } from './field-problems.tsx';
import type { Section } from './form-fields.ts';
import { listKey } from './form-place.ts';
import { ItemListCard, type ListEdits } from './item-list.tsx';
import { t } from './messages.ts';
import { MirrorCard } from './mirror-card.tsx';
import { releaseMirror } from './release-mirror.ts';
import { SecretsOverview } from './secrets-overview.tsx';
import { sectionFor } from './sections.ts';
import { ToolsCard } from './tools-card.tsx';
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

/** One section of the form: its fields, its lists, and the problems that belong to none of them. */
export function SectionView({
  section,
  sections,
  chosen,
  onChoose,
  onShow,
}: {
  section: Section;
  sections: readonly Section[];
  /** Selected items of the lists, by {@link listKey}. */
  chosen: Readonly<Record<string, number>>;
  onChoose: (list: string, item: number) => void;
  onShow: (problem: ConfigProblem) => void;
}) {
  const { problems } = useAnalysis();
  const own = problems.filter(({ path = '' }) => sectionFor(path, sections) === section.id);
  const shown = new Set([
    ...section.fields.flatMap(({ path }) => problemsAt(own, path)),
    ...section.lists.flatMap(({ path }) => problemsAt(own, path)),
  ]);
  const rest = own.filter((problem) => !shown.has(problem));
  const title = section.id === 'nodes' ? t('controlPlaneTitle') : section.label;
  const fields = section.fields.length > 0 && (
    <Card title={title} label={title}>
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
  const lists = section.lists.map((list) => (
    <ItemListCard
      key={list.title}
      list={list}
      problems={problemsAt(own, list.path)}
      chosen={chosen[listKey(list)] ?? 0}
      onChoose={(item) => onChoose(listKey(list), item)}
      onShow={onShow}
      edits={EDITS[section.id]}
    />
  ));
  return (
    <div id={`al-ic-section-${section.id}`} className="al-ic-section" tabIndex={-1}>
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
          <DraftTools />
        </>
      ) : (
        <>
          {fields}
          {lists}
        </>
      )}
      {section.id === 'secrets' && <SecretsOverview />}
    </div>
  );
}

/** Extracts from the mirror in the file, to a directory next to the file. */
function DraftTools() {
  const { readable, fields } = useConfig();
  const directory = fields.file.replace(/\/[^/]*$/, '');
  return <ToolsCard suggested={releaseMirror(readable)} to={`${directory}/tools`} />;
}

const METHODS = [
  { method: 'installer', option: 'installerOption' },
  { method: 'user-provisioned', option: 'userProvisionedOption' },
  { method: 'agent', option: 'agentOption' },
] as const satisfies readonly { method: InstallMethod; option: string }[];

/** Values that aren't in the file: the OpenShift version and the installation method. */
function TargetFields() {
  const { fields, change } = useConfig();
  return (
    <>
      <div className="al-ic-field">
        <label htmlFor="al-ic-version">{t('versionLabel')}</label>
        <TextInput
          id="al-ic-version"
          value={fields.openShiftVersion}
          placeholder={t('versionPlaceholder')}
          autoComplete="off"
          onChange={(_event, text) => change({ openShiftVersion: text.trim() })}
        />
        <span className="al-sub al-small">{t('versionHelp')}</span>
      </div>
      <div className="al-ic-field">
        <label htmlFor="al-ic-method">{t('methodLabel')}</label>
        <FormSelect
          id="al-ic-method"
          value={fields.method}
          onChange={(_event, value) => change({ method: value as InstallMethod })}
        >
          {METHODS.map(({ method, option }) => (
            <FormSelectOption key={method} value={method} label={t(option)} />
          ))}
        </FormSelect>
        {fields.method === 'user-provisioned' && (
          <span className="al-sub al-small">{t('userProvisionedHelp')}</span>
        )}
      </div>
    </>
  );
}

/** Converts deprecated fields to the current ones. */
function DeprecatedCard() {
  const { edit } = useConfig();
  const { deprecated } = useAnalysis();
  if (deprecated === 0) return null;
  return (
    <div className="al-ic-advice al-card">
      <StateMark mark="warning" />
      <p className="al-grow">
        <strong>{t('deprecatedTitle', { count: deprecated })}</strong>{' '}
        <span className="al-sub">{t('deprecatedText')}</span>
      </p>
      <Button variant="secondary" size="sm" onClick={() => edit((doc) => convertDeprecated(doc).document)}>
        {t('convertButton')}
      </Button>
    </div>
  );
}

/** Adds the feature gates that a version needs for the configuration. */
function GateCard() {
  const { fields, edit } = useConfig();
  const { config } = useAnalysis();
  const needed = featureGateFor(config, fields.openShiftVersion || undefined);
  if (!needed) return null;
  const enabled = needed.featureGates.every((gate) => config.featureGates?.includes(gate));
  const covered = config.featureSet === needed.alternative || config.featureSet === 'DevPreviewNoUpgrade';
  if ((config.featureSet === needed.featureSet && enabled) || covered) return null;
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
        <strong>{t('gatesTitle', { version: fields.openShiftVersion })}</strong>{' '}
        <span className="al-sub">
          {t('gatesText', { reasons: needed.reasons.join('. '), warning: needed.warning })}
        </span>
      </p>
      <Button variant="secondary" size="sm" onClick={write}>
        {t('gatesButton', { featureSet: needed.featureSet })}
      </Button>
    </div>
  );
}
