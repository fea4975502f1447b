import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { ReactNode } from 'react';
import { failureOf } from '../../core/contract/contract-error.ts';
import { present } from '../../core/contract/documents/present.ts';
import { capitalized } from '../../core/contract/documents/words.ts';
import type { ContractFailure, ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { CopyButton } from './copy-button.tsx';
import { StateMark } from './state-mark.tsx';
import { Words } from './words.tsx';

const SIDES = { source: 'Source', destination: 'Destination', local: 'This host' } as const;

/** An error of a request: what failed, on which side, what to do. `title` says what was being done. */
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
  /** Leads to the line of a located problem. */
  onProblem?: (problem: ContractProblem) => void;
  /** True: its parts are listed beside it. */
  problemsElsewhere?: boolean;
}) {
  const failure = withOnly(failureOf(error));
  return (
    <Alert variant="danger" isInline title={title} component="h2" className="al-failure">
      <p>
        {failure.side && <strong>{SIDES[failure.side]}: </strong>}
        <Words text={failure.side ? failure.message : capitalized(failure.message)} /> {placeOf(failure)}
      </p>
      {failure.expected !== undefined && (
        <p>
          Expected <code>{failure.expected}</code>, found <code>{failure.found ?? 'nothing'}</code>.
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
            Go to line {failure.line}
          </button>
        )}
        {actions}
        <CopyButton text={JSON.stringify(failure, undefined, 2)} label="Copy details" inline />
      </div>
    </Alert>
  );
}

/** A single problem that says the same says it better: with its place and its own remedy. */
function withOnly(failure: ContractFailure): ContractFailure {
  const [only, ...others] = failure.problems;
  return only?.message === failure.message && others.length === 0
    ? { ...failure, ...present(only), problems: [] }
    : failure;
}

function placeOf({ file, line, column, path, message }: ContractFailure | ContractProblem): string {
  // A message that begins with the file needs no place that says nothing more.
  if (file !== undefined && line === undefined && !path && message.startsWith(`${file} `)) return '';
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const both = [place, path].filter(Boolean).join(', ');
  return both ? `(${both})` : '';
}

/** Problems with their places and remedies; `onOpen` makes each a link to its line, `actionOf` says what mends it. */
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
      {problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal in all they say
        <li key={index}>
          <StateMark
            mark={problem.level === 'error' ? 'bad' : problem.level === 'warning' ? 'warning' : 'info'}
          />
          <div>
            <p>
              {problem.line !== undefined &&
                (onOpen ? (
                  <button type="button" className="al-link" onClick={() => onOpen(problem)}>
                    Line {problem.line}
                  </button>
                ) : (
                  <strong>Line {problem.line}</strong>
                ))}{' '}
              <Words text={problem.message} />
            </p>
            <p className="al-sub">
              <Words text={problem.remedy} />
            </p>
            {actionOf?.(problem)}
          </div>
        </li>
      ))}
    </ul>
  );
}
