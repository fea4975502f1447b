import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RequestName } from '../../../core/contract/contract.ts';
import type { KnownVersions } from '../../../core/contract/topics/upgrades.ts';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestFields } from '../../parts/fields/request-fields.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { t } from './messages.ts';
import { versionProblem } from './typed-version.ts';
import { UpgradeSelect, UpgradeText } from './upgrade-field.tsx';
import {
  ARCHITECTURES,
  architectureIn,
  CHANNELS,
  isComplete,
  offeredVersions,
  PATH_PREFERENCES,
  pathPreferenceIn,
  SOURCES,
  sourceIn,
  type UpgradeQuestion,
} from './upgrade-question.ts';
import { foldedWords } from './upgrade-words.ts';

/** The question as typed. */
type Draft = ReturnType<typeof useDraft>;

/**
 * The form for versions and options. Less common options are collapsed. Choices are applied immediately once a path has
 * been requested, other fields when the form is submitted.
 */
export function QuestionForm({
  question,
  known,
  asking,
  onAsk,
  request,
  action = t('findPathButton'),
  offersPerHop = false,
  children,
}: {
  question: UpgradeQuestion;
  /** Versions to choose from. */
  known: Pick<KnownVersions, 'versions'> | undefined;
  asking: boolean;
  onAsk: (question: Partial<UpgradeQuestion>) => void;
  /** The request that the form sends. */
  request: RequestName;
  /** Text of the button. */
  action?: string;
  /** Whether one configuration per update can be requested. */
  offersPerHop?: boolean;
  /** Additional fields. */
  children?: ReactNode;
}) {
  const typed = useDraft(question, onAsk);
  const { draft } = typed;
  const [settled, setSettled] = useState<readonly Version[]>([]);
  const problems = versionProblems(draft);
  const shown = problems.filter(({ name }) => settled.includes(name));
  const [open, setOpen] = useState<boolean>();
  const more = open ?? (question.source === 'file' && !isComplete(question));
  const complete = isComplete(draft);
  return (
    <RequestFields request={request}>
      <form
        className="al-upgrade-form"
        aria-label={t('formLabel')}
        onSubmit={(event) => {
          event.preventDefault();
          setSettled(['from', 'to']);
          if (complete && problems.length === 0)
            onAsk({ ...draft, from: draft.from.trim(), to: draft.to.trim() });
        }}
      >
        <div className="al-upgrade-fields">
          <Versions
            typed={typed}
            known={known}
            problems={shown}
            onSettled={(name) => setSettled((before) => [...before, name])}
            onTyping={(name) => setSettled((before) => before.filter((each) => each !== name))}
          />
          <UpgradeSelect
            id="al-upgrade-channel"
            label={t('channelLabel')}
            value={draft.channel}
            options={[...new Set([...CHANNELS, draft.channel])].map((name) => [name, name])}
            onChange={(channel) => typed.change({ channel }, true)}
          />
          <Checkbox
            id="al-upgrade-avoid"
            label={t('avoidRisksLabel')}
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
            {t(more ? 'lessButton' : 'moreButton')}
          </Button>
          {!more && <span className="al-sub al-small al-upgrade-folded">{foldedWords(question)}</span>}
        </div>
        {shown.length > 0 && (
          <HelperText>
            {shown.map(({ name, text }) => (
              <HelperTextItem key={name} id={PROBLEM_IDS[name]} variant="error">
                {text}
              </HelperTextItem>
            ))}
          </HelperText>
        )}
        <div className="al-upgrade-fields" id="al-upgrade-more" hidden={!more}>
          <MoreFields typed={typed} />
          {offersPerHop && (
            <Checkbox
              id="al-upgrade-per-hop"
              label={t('perUpdateLabel')}
              isChecked={draft.perHop}
              onChange={(_event, perHop) => typed.change({ perHop }, true)}
            />
          )}
        </div>
        {more && draft.source === 'file' && (
          <PathInput
            id="al-upgrade-file"
            label={t('fileLabel')}
            kind="file"
            value={draft.file}
            onChange={typed.changeFile}
            helper={t('fileHelp')}
          />
        )}
        {children}
      </form>
    </RequestFields>
  );
}

/** Returns the typed question. Fields that change in the address are replaced, the others stay as typed. */
function useDraft(question: UpgradeQuestion, onAsk: (question: Partial<UpgradeQuestion>) => void) {
  const [draft, setDraft] = useState(question);
  const signature = JSON.stringify(question);
  const shown = useRef(question);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see the comment of the function
  useEffect(() => {
    const before = shown.current;
    shown.current = question;
    const changed = Object.entries(question).filter(
      ([name, value]) => before[name as keyof UpgradeQuestion] !== value,
    );
    setDraft((typed) => ({ ...typed, ...Object.fromEntries(changed) }));
  }, [signature]);
  const requested = question.from !== '' && question.to !== '';
  const typeFile = useTypedFile((file) => {
    if (!requested && question.source === 'file' && file === draft.file.trim()) onAsk({ file });
  });
  return {
    draft,
    /** @param atOnce requests the path immediately if one was requested before */
    change(changes: Partial<UpgradeQuestion>, atOnce = false) {
      setDraft({ ...draft, ...changes });
      if (atOnce && requested) onAsk(changes);
    },
    changeFile(file: string) {
      setDraft({ ...draft, file });
      typeFile(file);
    },
    /** Changes the graph, which is shown immediately until a path is requested. */
    changeGraph(changes: Pick<Partial<UpgradeQuestion>, 'source' | 'architecture'>) {
      setDraft({ ...draft, ...changes });
      if (!requested || changes.source !== 'file') onAsk(changes);
    },
  };
}

/** Time without typing after which the graph in a file is shown, ms. */
const TYPED_MS = 600;

/** Returns a function for a typed path. `onFile` is called when it's complete. */
function useTypedFile(onFile: (file: string) => void): (file: string) => void {
  const [typed, setTyped] = useState('');
  const file = useSettled(typed.trim(), TYPED_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each path
  useEffect(() => {
    if (file !== '') onFile(file);
  }, [file]);
  return setTyped;
}

/** A field for a version. */
type Version = 'from' | 'to';

const PROBLEM_IDS: Record<Version, string> = { from: 'al-upgrade-from-problem', to: 'al-upgrade-to-problem' };

/** Returns the problems of typed versions, with the labels of their fields. */
function versionProblems({ from, to }: Pick<UpgradeQuestion, Version>): { name: Version; text: string }[] {
  const problemOf = (name: Version, field: string, problem: string | undefined) =>
    problem === undefined ? [] : [{ name, text: t('versionProblem', { field, problem }) }];
  return [
    ...problemOf('from', t('fromLabel'), versionProblem(from.trim(), false)),
    ...problemOf('to', t('toLabel'), versionProblem(to.trim(), true)),
  ];
}

function Versions({
  typed: { draft, change },
  known,
  problems,
  onSettled,
  onTyping,
}: {
  typed: Draft;
  known: Pick<KnownVersions, 'versions'> | undefined;
  /** The problems that are shown. */
  problems: readonly { name: Version }[];
  /** A version is typed completely. */
  onSettled: (name: Version) => void;
  onTyping: (name: Version) => void;
}) {
  const problemOf = (version: Version) =>
    problems.some(({ name }) => name === version) ? PROBLEM_IDS[version] : undefined;
  const type = (name: Version, text: string) => {
    onTyping(name);
    change({ [name]: text });
  };
  const { versions, minors } = offeredVersions(known);
  return (
    <>
      <UpgradeText
        id="al-upgrade-from"
        label={t('fromLabel')}
        value={draft.from}
        placeholder={t('fromPlaceholder')}
        list="al-upgrade-versions"
        problem={problemOf('from')}
        onSettled={() => onSettled('from')}
        onChange={(from) => type('from', from)}
      />
      <span className="al-upgrade-arrow" aria-hidden="true">
        <ArrowRightIcon />
      </span>
      <UpgradeText
        id="al-upgrade-to"
        label={t('toLabel')}
        value={draft.to}
        placeholder={t('toPlaceholder')}
        list="al-upgrade-targets"
        problem={problemOf('to')}
        onSettled={() => onSettled('to')}
        onChange={(to) => type('to', to)}
      />
      <datalist id="al-upgrade-versions">
        {versions.map((version) => (
          <option key={version} value={version} />
        ))}
      </datalist>
      <datalist id="al-upgrade-targets">
        {minors.map((minor) => (
          <option key={minor} value={minor}>
            {t('newestOption', { minor })}
          </option>
        ))}
        {versions.map((version) => (
          <option key={version} value={version} />
        ))}
      </datalist>
    </>
  );
}

/** The less common options. */
function MoreFields({ typed: { draft, change, changeGraph } }: { typed: Draft }) {
  return (
    <>
      <UpgradeSelect
        id="al-upgrade-preference"
        label={t('pathKindLabel')}
        className="al-upgrade-preference"
        value={draft.preference}
        options={Object.entries(PATH_PREFERENCES)}
        onChange={(value) => {
          const preference = pathPreferenceIn(value);
          change(preference === 'eus' ? { preference, via: '' } : { preference }, true);
        }}
      />
      <UpgradeText
        id="al-upgrade-via"
        label={t('viaLabel')}
        className="al-upgrade-via"
        value={draft.via}
        placeholder={t(draft.preference === 'eus' ? 'viaEusPlaceholder' : 'viaPlaceholder')}
        list="al-upgrade-versions"
        isDisabled={draft.preference === 'eus'}
        onChange={(via) => change({ via })}
      />
      <UpgradeSelect
        id="al-upgrade-architecture"
        label={t('architectureLabel')}
        value={draft.architecture}
        options={ARCHITECTURES.map((name) => [name, name])}
        onChange={(value) => {
          const architecture = architectureIn(value);
          if (architecture) changeGraph({ architecture });
        }}
      />
      <UpgradeSelect
        id="al-upgrade-source"
        label={t('sourceLabel')}
        value={draft.source}
        options={Object.entries(SOURCES)}
        onChange={(value) => {
          const source = sourceIn(value);
          if (source) changeGraph({ source });
        }}
      />
    </>
  );
}
