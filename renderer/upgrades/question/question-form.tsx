import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { type ReactNode, useEffect, useState } from 'react';
import type { RequestName } from '../../../core/contract/contract.ts';
import type { KnownVersions } from '../../../core/contract/topics/upgrades.ts';
import { PathInput } from '../../parts/path-input.tsx';
import { RequestFields } from '../../parts/request-fields.tsx';
import { ARCHITECTURES, CHANNELS, type UpgradeQuestion, WAYS, wayIn } from './upgrade-question.ts';
import { foldedWords } from './upgrade-words.ts';

/**
 * From, to, and how; the rest is folded away while nobody uses it. Asks when it is sent; what is chosen asks at once, when
 * there is an answer.
 */
export function QuestionForm({
  question,
  known,
  asking,
  onAsk,
  request,
  action = 'Find the way',
  offersPerHop = false,
  children,
}: {
  question: UpgradeQuestion;
  known: KnownVersions | undefined;
  asking: boolean;
  onAsk: (question: Partial<UpgradeQuestion>) => void;
  /** What asking requests. */
  request: RequestName;
  /** What the button says. */
  action?: string;
  /** A configuration for each update can be asked for. */
  offersPerHop?: boolean;
  /** More fields of the question. */
  children?: ReactNode;
}) {
  const [draft, setDraft] = useState(question);
  const signature = JSON.stringify(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the address says replaces what is typed, only when it changes
  useEffect(() => setDraft(question), [signature]);
  const [open, setOpen] = useState<boolean>();
  const more = open ?? (question.source === 'file' && question.file === '');
  const asked = question.from !== '' && question.to !== '';
  const change = (changes: Partial<UpgradeQuestion>, atOnce = false) => {
    setDraft({ ...draft, ...changes });
    if (atOnce && asked) onAsk(changes);
  };
  const complete =
    draft.from.trim() !== '' && draft.to.trim() !== '' && (draft.source !== 'file' || draft.file !== '');
  const versions = known?.versions.map(({ version }) => version).toReversed() ?? [];
  const minors = [...new Set(versions.map((version) => version.split('.').slice(0, 2).join('.')))];
  return (
    <RequestFields request={request}>
      <form
        className="al-upgrade-form"
        aria-label="Versions"
        onSubmit={(event) => {
          event.preventDefault();
          if (complete) onAsk({ ...draft, from: draft.from.trim(), to: draft.to.trim() });
        }}
      >
        <div className="al-upgrade-fields">
          <label className="al-upgrade-field" htmlFor="al-upgrade-from">
            <span>I am on</span>
            <TextInput
              id="al-upgrade-from"
              value={draft.from}
              placeholder="4.16.20"
              list="al-upgrade-versions"
              autoComplete="off"
              onChange={(_event, from) => change({ from })}
            />
          </label>
          <span className="al-upgrade-arrow" aria-hidden="true">
            <ArrowRightIcon />
          </span>
          <label className="al-upgrade-field" htmlFor="al-upgrade-to">
            <span>I want</span>
            <TextInput
              id="al-upgrade-to"
              value={draft.to}
              placeholder="4.18.9 or 4.18"
              list="al-upgrade-targets"
              autoComplete="off"
              onChange={(_event, to) => change({ to })}
            />
          </label>
          <datalist id="al-upgrade-versions">
            {versions.map((version) => (
              <option key={version} value={version} />
            ))}
          </datalist>
          <datalist id="al-upgrade-targets">
            {minors.map((minor) => (
              <option key={minor} value={minor}>
                {`newest of ${minor}`}
              </option>
            ))}
            {versions.map((version) => (
              <option key={version} value={version} />
            ))}
          </datalist>
          <label className="al-upgrade-field" htmlFor="al-upgrade-channel">
            <span>Channel</span>
            <FormSelect
              id="al-upgrade-channel"
              value={draft.channel}
              onChange={(_event, channel) => change({ channel }, true)}
            >
              {[...new Set([...CHANNELS, draft.channel])].map((name) => (
                <FormSelectOption key={name} value={name} label={name} />
              ))}
            </FormSelect>
          </label>
          <Checkbox
            id="al-upgrade-avoid"
            label="Avoid risks"
            isChecked={draft.avoidRisks}
            onChange={(_event, avoidRisks) => change({ avoidRisks }, true)}
          />
          <Button type="submit" variant="secondary" isDisabled={!complete} isLoading={asking}>
            {action}
          </Button>
          <Button
            variant="link"
            isInline
            aria-expanded={more}
            aria-controls="al-upgrade-more"
            onClick={() => setOpen(!more)}
          >
            {more ? 'Less' : 'More'}
          </Button>
          {!more && <span className="al-sub al-small al-upgrade-folded">{foldedWords(question)}</span>}
        </div>
        <div className="al-upgrade-fields" id="al-upgrade-more" hidden={!more}>
          <label className="al-upgrade-field al-upgrade-way" htmlFor="al-upgrade-way">
            <span>The way with</span>
            <FormSelect
              id="al-upgrade-way"
              value={draft.way}
              onChange={(_event, value) => {
                const way = wayIn(value);
                change({ way, ...(way === 'eus' && { via: '' }) }, true);
              }}
            >
              {Object.entries(WAYS).map(([way, label]) => (
                <FormSelectOption key={way} value={way} label={label} />
              ))}
            </FormSelect>
          </label>
          <label className="al-upgrade-field al-upgrade-via" htmlFor="al-upgrade-via">
            <span>Through</span>
            <TextInput
              id="al-upgrade-via"
              value={draft.via}
              placeholder={draft.way === 'eus' ? 'the EUS minors' : '4.17.12'}
              list="al-upgrade-versions"
              autoComplete="off"
              isDisabled={draft.way === 'eus'}
              onChange={(_event, via) => change({ via })}
            />
          </label>
          <label className="al-upgrade-field" htmlFor="al-upgrade-architecture">
            <span>Architecture</span>
            <FormSelect
              id="al-upgrade-architecture"
              value={draft.architecture}
              onChange={(_event, value) => {
                const architecture = ARCHITECTURES.find((each) => each === value);
                if (architecture) change({ architecture }, true);
              }}
            >
              {ARCHITECTURES.map((name) => (
                <FormSelectOption key={name} value={name} label={name} />
              ))}
            </FormSelect>
          </label>
          <label className="al-upgrade-field" htmlFor="al-upgrade-source">
            <span>Graph</span>
            <FormSelect
              id="al-upgrade-source"
              value={draft.source}
              onChange={(_event, value) => {
                if (value === 'service' || value === 'kept' || value === 'file')
                  change({ source: value }, value !== 'file');
              }}
            >
              <FormSelectOption value="service" label="update service" />
              <FormSelectOption value="kept" label="kept on this host" />
              <FormSelectOption value="file" label="file or folder" />
            </FormSelect>
          </label>
          {offersPerHop && (
            <Checkbox
              id="al-upgrade-per-hop"
              label="One configuration per update"
              isChecked={draft.perHop}
              onChange={(_event, perHop) => change({ perHop }, true)}
            />
          )}
        </div>
        {more && draft.source === 'file' && (
          <PathInput
            id="al-upgrade-file"
            label="Graph file or folder"
            kind="file"
            value={draft.file}
            onChange={(file) => change({ file })}
            helper="A saved update service response (JSON), a graph-data folder or archive, or another workspace."
          />
        )}
        {children}
      </form>
    </RequestFields>
  );
}
