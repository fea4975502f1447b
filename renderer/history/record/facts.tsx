import type { ReactNode } from 'react';
import type { ContractUsedPlan } from '../../../core/contract/topics/plan.ts';
import type { LiveRun, RunDetails } from '../../../core/contract/topics/run.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DigestText } from '../../parts/digest.tsx';
import { exactTime } from '../../parts/format.ts';
import { workflowWord } from '../../parts/run-words.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { CommandText } from '../../parts/words.tsx';
import { VerdictCounts } from '../../run/plan/trust.tsx';
import { overrideWords } from '../history-words.ts';
import { t } from './messages.ts';

/** Shows the facts of a run: type, destination, times, user, tool and command. */
export function RecordFacts({ details, run }: { details: RunDetails; run: LiveRun }) {
  const { workflow, target, enclave, startedAt, endedAt, user, host } = run;
  return (
    <Card title={t('recordTitle')}>
      <dl className="al-facts al-num">
        <Fact name={t('workflowLabel')}>{workflowWord(workflow)}</Fact>
        {target && (
          <Fact name={workflow === 'delete' ? t('registryLabel') : t('destinationLabel')}>
            <span className="al-mono al-anywhere">{target}</span>
          </Fact>
        )}
        {enclave && <Fact name={t('enclaveLabel')}>{enclave}</Fact>}
        <Fact name={t('startedLabel')}>{exactTime(new Date(startedAt))}</Fact>
        {endedAt && <Fact name={t('endedLabel')}>{exactTime(new Date(endedAt))}</Fact>}
        {(user ?? host) && <Fact name={t('userLabel')}>{userName(user, details.sudoUser)}</Fact>}
        {host && <Fact name={t('hostLabel')}>{host}</Fact>}
        {details.session && (
          <Fact name={t('sessionLabel')}>
            {t('session', { name: details.session.name, role: details.session.role })}
          </Fact>
        )}
        {details.tool && <Fact name={t('toolLabel')}>{details.tool}</Fact>}
        {details.plan && <ApprovedPlan plan={details.plan} />}
        {details.verdicts && (
          <Fact name={t('signaturesLabel')}>
            <VerdictCounts counts={details.verdicts} />
          </Fact>
        )}
        {details.verified !== undefined && (
          <Fact name={t('verifiedLabel')}>{t('verified', { images: details.verified })}</Fact>
        )}
        {details.command && (
          <Fact name={t('commandLabel')} copy={{ text: details.command, what: t('copyCommandTip') }}>
            <CommandText command={details.command} />
          </Fact>
        )}
        <Fact name={t('directoryLabel')} copy={{ text: run.directory, what: t('copyDirectoryTip') }}>
          <code className="al-mono al-anywhere">{run.directory}</code>
        </Fact>
      </dl>
    </Card>
  );
}

/** Returns the user, with the person behind sudo if known. */
function userName(user: string | undefined, sudoUser: string | undefined): string {
  const name = user ?? t('unknownUser');
  return sudoUser ? t('sudoUser', { user: name, sudoUser }) : name;
}

/** Shows the plan of a run, its approver and its signer. */
function ApprovedPlan({ plan: { file, digest, approval, approvedBy } }: { plan: ContractUsedPlan }) {
  return (
    <>
      <Fact name={t('planLabel')} copy={{ text: digest, what: t('copyPlanTip') }}>
        <code className="al-mono al-anywhere">{file}</code>, <DigestText digest={digest} copy={false} />
      </Fact>
      {approvedBy && (
        <Fact name={t('approverLabel')}>
          {t('approver', {
            name: approvedBy.name,
            role: approvedBy.role,
            time: exactTime(new Date(approvedBy.at)),
          })}
        </Fact>
      )}
      <Fact name={t('signerLabel')}>
        {approval === undefined
          ? t('noSigner')
          : approval.by === 'key'
            ? t.parts('signerKey', { fingerprint: approval.fingerprint, file: approval.key, code })
            : t.parts('signerCommand', { command: approval.command, code })}
      </Fact>
    </>
  );
}

function code(inner: ReactNode[]): ReactNode {
  return (
    <code key={inner.join('')} className="al-mono al-anywhere">
      {inner}
    </code>
  );
}

/** Lists the overrides of a run, which auditors look for first. */
export function RecordOverrides({ overrides }: { overrides: string[] }) {
  return (
    <Card title={t('overridesTitle')} note={overrides.length > 0 ? String(overrides.length) : undefined}>
      {overrides.length === 0 ? (
        <p className="al-small">
          <StateMark mark="good">{t('noOverridesText')}</StateMark>
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

function Fact({
  name,
  copy,
  children,
}: {
  name: string;
  copy?: { text: string; what: string };
  children: ReactNode;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={copy === undefined ? undefined : 'al-copied'}>
        {copy === undefined ? children : <span>{children}</span>}
        {copy !== undefined && <CopyButton {...copy} />}
      </dd>
    </>
  );
}
