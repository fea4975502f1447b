import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { failureOf } from '../../core/contract/contract-error.ts';
import { present } from '../../core/contract/documents/present.ts';
import { asSentence, sentenceStart } from '../../core/contract/documents/words.ts';
import type { ContractFailure, ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { CopyButton } from './copy-button.tsx';
import { t } from './messages.ts';
import { causeKey, MemberList, MembersButton } from './problem-groups/members.tsx';
import { t as groups } from './problem-groups/messages.ts';
import { StateMark } from './state-mark.tsx';
import { Words } from './words.tsx';

const SIDES = {
  source: t('sourceLabel'),
  destination: t('destinationLabel'),
  local: t('localLabel'),
} as const;

/** Shows the failure of a request: what failed, on which side, and what to do. `title` names the failed action. */
export function FailureAlert({
  error,
  title,
  actions,
  onProblem,
  problemsElsewhere = false,
}: {
  error: unknown;
  title: string;
  actions?: ReactNode;
  /** Opens the line of a problem. */
  onProblem?: (problem: ContractProblem) => void;
  /** True: the screen lists the problems elsewhere. */
  problemsElsewhere?: boolean;
}) {
  const failure = withOnlyProblem(failureOf(error));
  return (
    <Alert variant="danger" isInline title={title} component="h2" className="al-failure">
      <p>
        {failure.side && <strong>{SIDES[failure.side]} </strong>}
        <Words text={failure.side ? failure.message : sentenceStart(failure.message)} /> {placeOf(failure)}
      </p>
      {failure.expected !== undefined && (
        <p>
          <Found expected={failure.expected} found={failure.found} />
        </p>
      )}
      <p className="al-sub">
        <Words text={failure.remedy} />
      </p>
      {failure.problems.length > 0 && !problemsElsewhere && (
        <ProblemList problems={failure.problems} onOpen={onProblem} />
      )}
      <div className="al-failure-actions">
        {onProblem && failure.line !== undefined && failure.problems.length === 0 && (
          <button type="button" className="al-link" onClick={() => onProblem(failure)}>
            {t('goToLineButton', { line: failure.line })}
          </button>
        )}
        {actions}
        <Link to={`/docs/errors#${failure.code}`} className="al-link">
          {t('errorCodeLink', { code: failure.code })}
        </Link>
        <CopyButton text={JSON.stringify(failure, undefined, 2)} label={t('copyDetailsButton')} inline />
      </div>
    </Alert>
  );
}

function Found({ expected, found }: { expected: string; found: string | undefined }): ReactNode {
  const code = (text: ReactNode[]) => <code key={String(text)}>{text}</code>;
  return found === undefined
    ? t.parts('expectedNothingFoundText', { expected, code })
    : t.parts('expectedText', { expected, found, code });
}

/** Returns a failure with the place and remedy of its only problem where both have the same message. */
function withOnlyProblem(failure: ContractFailure): ContractFailure {
  const [only, ...others] = failure.problems;
  return only?.message === failure.message && others.length === 0
    ? { ...failure, ...present(only), problems: [] }
    : failure;
}

function placeOf({ file, line, column, path, message }: ContractFailure | ContractProblem): string {
  // The message begins with the file already.
  if (file !== undefined && line === undefined && !path && message.startsWith(`${file} `)) return '';
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  // The message names the field already.
  const field = path && message.includes(`${path}: `) ? '' : path;
  const both = [place, field].filter(Boolean).join(', ');
  return both ? `(${both})` : '';
}

/** Problems that differ only in the part that they concern, such as a transfer. */
interface SameProblems {
  problem: ContractProblem;
  /** The parts; empty for a problem that occurred once. */
  parts: string[];
}

/** From this number on, problems with the same cause are one row that opens. */
const GROUPED = 6;

/** Returns each problem once, in the order of the first of its kind. */
function withoutRepetition(problems: readonly ContractProblem[]): SameProblems[] {
  const kinds = Map.groupBy(problems, (problem) => JSON.stringify({ ...problem, path: undefined }));
  return [...kinds.values()].map((same) => ({
    problem: same[0]!,
    parts: same.length > 1 ? [...new Set(same.flatMap(({ path }) => path ?? []))] : [],
  }));
}

/** Returns many problems with the same cause as one group, and each of the others alone, in the order of the first ones. */
function groupsOf(problems: readonly SameProblems[]): SameProblems[][] {
  const causes = Map.groupBy(problems, ({ problem }) => causeKey(problem));
  return problems.flatMap((each) => {
    const members = causes.get(causeKey(each.problem))!;
    if (members.length < GROUPED) return [[each]];
    return members[0] === each ? [members] : [];
  });
}

/** Lists problems with their places and remedies. `onOpen` links each to its line, `actionOf` adds an action that fixes it. */
export function ProblemList({
  problems,
  onOpen,
  actionOf,
}: {
  problems: ContractProblem[];
  onOpen?: (problem: ContractProblem) => void;
  actionOf?: (problem: ContractProblem) => ReactNode;
}) {
  return (
    <ul className="al-problems">
      {groupsOf(withoutRepetition(problems)).map((members, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the problems have no other identity
        <li key={index}>
          <StateMark mark={MARKS[members[0]!.problem.level]} />
          {members.length === 1 ? (
            <div>
              <p>
                <ProblemText {...members[0]!} onOpen={onOpen} />
              </p>
              <p className="al-sub">
                <Words text={members[0]!.problem.remedy} />
              </p>
              {actionOf?.(members[0]!.problem)}
            </div>
          ) : (
            <ProblemGroup members={members} onOpen={onOpen} actionOf={actionOf} />
          )}
        </li>
      ))}
    </ul>
  );
}

const MARKS = { error: 'bad', warning: 'warning', info: 'info' } as const;

type OnOpen = ((problem: ContractProblem) => void) | undefined;

/** Shows how many problems have the same cause, with the first as an example, and all of them when it is opened. */
function ProblemGroup({
  members,
  onOpen,
  actionOf,
}: {
  members: readonly SameProblems[];
  onOpen: OnOpen;
  actionOf: ((problem: ContractProblem) => ReactNode) | undefined;
}) {
  const [open, setOpen] = useState(false);
  const [{ problem }] = members as [SameProblems];
  const count = members.length;
  const title = groups('similarTitle', { count, message: asSentence(problem.message) });
  const hasOneRemedy = members.every((member) => member.problem.remedy === problem.remedy);
  return (
    <div>
      <p>
        <Words text={title} />
      </p>
      {hasOneRemedy && (
        <p className="al-sub">
          <Words text={problem.remedy} />
        </p>
      )}
      <MembersButton open={open} count={count} onToggle={() => setOpen(!open)} />
      {open && (
        <MemberList
          title={title}
          members={members}
          more={(hidden) => groups('moreMembersText', { count: hidden })}
        >
          {(member) => (
            <>
              <span className="al-anywhere">
                <ProblemText {...member} onOpen={onOpen} />
                {!hasOneRemedy && (
                  <span className="al-sub">
                    {' '}
                    <Words text={member.problem.remedy} />
                  </span>
                )}
              </span>
              {actionOf?.(member.problem)}
            </>
          )}
        </MemberList>
      )}
    </div>
  );
}

/** The message of a problem with its line and the parts that it concerns. */
function ProblemText({ problem, parts, onOpen }: SameProblems & { onOpen: OnOpen }) {
  return (
    <>
      {problem.line !== undefined &&
        (onOpen ? (
          <button type="button" className="al-link" onClick={() => onOpen(problem)}>
            {t('lineButton', { line: problem.line })}
          </button>
        ) : (
          <strong>{t('lineButton', { line: problem.line })}</strong>
        ))}{' '}
      <Words text={asSentence(problem.message)} />
      {parts.length > 0 && ` (${parts.join(', ')})`}
    </>
  );
}
