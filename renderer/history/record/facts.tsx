import type { ReactNode } from 'react';
import type { ContractUsedPlan } from '../../../core/contract/topics/plan.ts';
import type { LiveRun, RunDetails } from '../../../core/contract/topics/run.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DigestText } from '../../parts/digest.tsx';
import { exactTime } from '../../parts/format.ts';
import { workflowWord } from '../../parts/run-words.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { VerdictCounts } from '../../run/plan/trust.tsx';
import { overrideWords } from '../history-words.ts';

/** What, when, who, by which tool and command. */
export function RecordFacts({ details, run }: { details: RunDetails; run: LiveRun }) {
  const { workflow, target, enclave, startedAt, endedAt, user, host } = run;
  return (
    <Card title="Record">
      <dl className="al-facts al-num">
        <Fact name="What">
          {workflowWord(workflow)}
          {target && (
            <>
              {workflow === 'delete' ? ' from ' : ' to '}
              <span className="al-mono al-anywhere">{target}</span>
            </>
          )}
          {enclave && ` for ${enclave}`}
        </Fact>
        <Fact name="Started">{exactTime(new Date(startedAt))}</Fact>
        {endedAt && <Fact name="Ended">{exactTime(new Date(endedAt))}</Fact>}
        {(user ?? host) && (
          <Fact name="By">
            {user ?? 'an unknown user'}
            {details.sudoUser && `, who is ${details.sudoUser} by sudo`}
            {host && ` on ${host}`}
          </Fact>
        )}
        {details.session && (
          <Fact name="Session">
            {details.session.name} ({details.session.role})
          </Fact>
        )}
        {details.tool && <Fact name="Tool">{details.tool}</Fact>}
        {details.plan && <ApprovedPlan plan={details.plan} />}
        {details.verdicts && (
          <Fact name="Signatures">
            <VerdictCounts counts={details.verdicts} />
          </Fact>
        )}
        {details.verified !== undefined && (
          <Fact name="Verified at the destination">
            {details.verified === 1 ? '1 image' : `${details.verified} images`}
          </Fact>
        )}
        {details.command && (
          <Fact name="Command" copy={details.command}>
            <CommandText command={details.command} />
          </Fact>
        )}
        <Fact name="Kept in" copy={run.directory}>
          <code className="al-mono al-anywhere">{run.directory}</code>
        </Fact>
      </dl>
    </Card>
  );
}

/** Exactly this was moved, and who vouched for it. */
function ApprovedPlan({ plan: { file, digest, approval, approvedBy } }: { plan: ContractUsedPlan }) {
  return (
    <>
      <Fact name="Approved plan" copy={digest}>
        <code className="al-mono al-anywhere">{file}</code>, <DigestText digest={digest} copy={false} />
      </Fact>
      {approvedBy && (
        <Fact name="Approved by">
          {approvedBy.name} ({approvedBy.role}), {exactTime(new Date(approvedBy.at))}
        </Fact>
      )}
      <Fact name="Signed by">
        {approval === undefined ? (
          'nobody was asked for'
        ) : approval.by === 'key' ? (
          <>
            <code className="al-mono al-anywhere">{approval.fingerprint}</code>, a key of{' '}
            <code className="al-mono al-anywhere">{approval.key}</code>
          </>
        ) : (
          <>
            accepted by <code className="al-mono al-anywhere">{approval.command}</code>
          </>
        )}
      </Fact>
    </>
  );
}

/** What was allowed by hand: an auditor's first question. */
export function RecordOverrides({ overrides }: { overrides: string[] }) {
  return (
    <Card title="Allowed by hand" note={overrides.length > 0 ? String(overrides.length) : undefined}>
      {overrides.length === 0 ? (
        <p className="al-small">
          <StateMark mark="good">Nothing: every check was made.</StateMark>
        </p>
      ) : (
        <ul className="al-overrides">
          {overrides.map((override) => (
            <li key={override}>
              <StateMark mark="warning">
                <code className="al-mono al-anywhere">{override}</code>
                {overrideWords(override) && <span className="al-sub">{overrideWords(override)}</span>}
              </StateMark>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Broken between words first, so that an option stays whole. */
function CommandText({ command }: { command: string }) {
  return (
    <code className="al-mono">
      {command.split(' ').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
        <span key={index}>
          <span className="al-word">{word}</span>{' '}
        </span>
      ))}
    </code>
  );
}

function Fact({ name, copy, children }: { name: string; copy?: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={copy === undefined ? undefined : 'al-copied'}>
        {copy === undefined ? children : <span>{children}</span>}
        {copy !== undefined && <CopyButton text={copy} what={`Copy: ${name.toLowerCase()}`} />}
      </dd>
    </>
  );
}
