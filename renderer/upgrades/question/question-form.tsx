import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { type ReactNode, useEffect, useState } from 'react';
import type { RequestName } from '../../../core/contract/contract.ts';
import type { KnownVersions } from '../../../core/contract/topics/upgrades.ts';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { UpgradeSelect, UpgradeText } from './upgrade-field.tsx';
import {
  ARCHITECTURES,
  architectureIn,
  CHANNELS,
  isComplete,
  offeredVersions,
  SOURCES,
  sourceIn,
  type UpgradeQuestion,
  WAYS,
  wayIn,
} from './upgrade-question.ts';
import { foldedWords } from './upgrade-words.ts';

/** A question that is typed. */
type Draft = ReturnType<typeof useDraft>;

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
  const typed = useDraft(question, onAsk);
  const { draft } = typed;
  const [open, setOpen] = useState<boolean>();
  const more = open ?? (question.source === 'file' && question.file === '');
  const complete = isComplete(draft);
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
          <Versions typed={typed} known={known} />
          <UpgradeSelect
            id="al-upgrade-channel"
            label="Channel"
            value={draft.channel}
            options={[...new Set([...CHANNELS, draft.channel])].map((name) => [name, name])}
            onChange={(channel) => typed.change({ channel }, true)}
          />
          <Checkbox
            id="al-upgrade-avoid"
            label="Avoid risks"
            isChecked={draft.avoidRisks}
            onChange={(_event, avoidRisks) => typed.change({ avoidRisks }, true)}
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
          <MoreFields typed={typed} />
          {offersPerHop && (
            <Checkbox
              id="al-upgrade-per-hop"
              label="One configuration per update"
              isChecked={draft.perHop}
              onChange={(_event, perHop) => typed.change({ perHop }, true)}
            />
          )}
        </div>
        {more && draft.source === 'file' && (
          <PathInput
            id="al-upgrade-file"
            label="Graph file or folder"
            kind="file"
            value={draft.file}
            onChange={(file) => typed.change({ file })}
            helper="A saved update service response (JSON), a graph-data folder or archive, or another workspace."
          />
        )}
        {children}
      </form>
    </RequestFields>
  );
}

/** What is typed; what the address says replaces it, but only when that changes. */
function useDraft(question: UpgradeQuestion, onAsk: (question: Partial<UpgradeQuestion>) => void) {
  const [draft, setDraft] = useState(question);
  const signature = JSON.stringify(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setDraft(question), [signature]);
  const asked = question.from !== '' && question.to !== '';
  return {
    draft,
    /** @param atOnce asks, when there is an answer already */
    change(changes: Partial<UpgradeQuestion>, atOnce = false) {
      setDraft({ ...draft, ...changes });
      if (atOnce && asked) onAsk(changes);
    },
  };
}

function Versions({ typed: { draft, change }, known }: { typed: Draft; known: KnownVersions | undefined }) {
  const { versions, minors } = offeredVersions(known);
  return (
    <>
      <UpgradeText
        id="al-upgrade-from"
        label="I am on"
        value={draft.from}
        placeholder="4.16.20"
        list="al-upgrade-versions"
        onChange={(from) => change({ from })}
      />
      <span className="al-upgrade-arrow" aria-hidden="true">
        <ArrowRightIcon />
      </span>
      <UpgradeText
        id="al-upgrade-to"
        label="I want"
        value={draft.to}
        placeholder="4.18.9 or 4.18"
        list="al-upgrade-targets"
        onChange={(to) => change({ to })}
      />
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
    </>
  );
}

/** What is folded away. */
function MoreFields({ typed: { draft, change } }: { typed: Draft }) {
  return (
    <>
      <UpgradeSelect
        id="al-upgrade-way"
        label="The way with"
        className="al-upgrade-way"
        value={draft.way}
        options={Object.entries(WAYS)}
        onChange={(value) => {
          const way = wayIn(value);
          change(way === 'eus' ? { way, via: '' } : { way }, true);
        }}
      />
      <UpgradeText
        id="al-upgrade-via"
        label="Through"
        className="al-upgrade-via"
        value={draft.via}
        placeholder={draft.way === 'eus' ? 'the EUS minors' : '4.17.12'}
        list="al-upgrade-versions"
        isDisabled={draft.way === 'eus'}
        onChange={(via) => change({ via })}
      />
      <UpgradeSelect
        id="al-upgrade-architecture"
        label="Architecture"
        value={draft.architecture}
        options={ARCHITECTURES.map((name) => [name, name])}
        onChange={(value) => {
          const architecture = architectureIn(value);
          if (architecture) change({ architecture }, true);
        }}
      />
      <UpgradeSelect
        id="al-upgrade-source"
        label="Graph"
        value={draft.source}
        options={Object.entries(SOURCES)}
        onChange={(value) => {
          const source = sourceIn(value);
          if (source) change({ source }, source !== 'file');
        }}
      />
    </>
  );
}
