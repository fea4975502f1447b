import { RequestButton } from '../parts/request-button.tsx';
import './question/upgrades.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type {
  PictureUpdate,
  UpgradeAnswer,
  UpgradeConfiguration,
} from '../../core/contract/topics/upgrades.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { counted, size } from '../parts/format.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { useNow } from '../parts/time.tsx';
import { CorridorCard } from './corridor-card.tsx';
import { EachUpdate } from './each-update.tsx';
import { NoWay } from './no-way.tsx';
import { movesWords, operatorMoves } from './operator-moves.ts';
import { risksBetween } from './picture-words.ts';
import { AddToConfiguration } from './question/add-to-configuration.tsx';
import { readingText } from './question/catalogs.ts';
import { GraphProblems, PlanProblems } from './question/mirror-card.tsx';
import { OperatorsCard } from './question/operators-card.tsx';
import { QuestionForm } from './question/question-form.tsx';
import type { UpgradeQuestion } from './question/upgrade-question.ts';
import { UpgradeViews } from './question/upgrade-views.tsx';
import {
  asSentence,
  configurationName,
  originText,
  pausedNote,
  selectsSentence,
  upgradeNote,
  upgradeSentence,
  waitingSentence,
} from './question/upgrade-words.ts';
import { RiskPanel, VersionPanel } from './risk-panel.tsx';
import { UpgradeSteps } from './upgrade-steps.tsx';
import { type BytesAsked, useBytes } from './use-bytes.ts';
import { useOperatorMoves } from './use-operator-moves.ts';
import { type UpgradeAsked, useUpgradePath } from './use-upgrade-path.ts';

/** What the panel beside the drawing is about. */
type Looked = { version: string } | { from: string; to: string };

/** Which versions must be carried to get from here to there, and why these. */
export default function UpgradesScreen() {
  const workspace = useCurrentWorkspace();
  const upgrade = useUpgradePath(workspace);
  const { question, known, asked, answer, again } = upgrade;
  const bytes = useBytes(
    upgrade.isOffline ? undefined : workspace,
    answer?.configuration?.channels,
    question.architecture,
  );
  const moves = useOperatorMoves(upgrade.request, (answer?.answer?.hops.length ?? 0) > 0);
  const [looked, setLooked] = useState<Looked>();
  const [adding, setAdding] = useState<UpgradeConfiguration>();
  const now = useNow();
  const ask = (changes: Partial<UpgradeQuestion>) => {
    setLooked(undefined);
    upgrade.change(changes);
  };
  const state = { asking: asked.isFetching, failed: asked.error !== null };
  const isKept = question.source === 'service' && answer?.origins.some(({ kind }) => kind === 'kept');
  return (
    <Screen
      eyebrow={[
        'Upgrades',
        ...(answer?.origins ?? []).map((origin) => originText(origin, now)),
        ...(isKept ? [<AskAgain key="again" again={again} />] : []),
      ]}
      sentence={
        answer
          ? `${upgradeSentence(answer, bytes.bytes?.bytes)}${movesWords(moves.answer?.value)}`
          : waitingSentence(upgrade.request && question, state)
      }
      actions={
        answer?.answer && (
          <>
            <CopyButton text={answer.command} label="Copy command" />
            {answer.configuration && (
              <RequestButton request="configurations.save" onClick={() => setAdding(answer.configuration)}>
                Add to configuration
              </RequestButton>
            )}
          </>
        )
      }
    >
      <UpgradeViews />
      <QuestionForm
        question={question}
        known={known}
        asking={asked.isFetching}
        onAsk={ask}
        request="upgrades.path"
        offersPerHop
      />
      {upgrade.request === undefined && <Begin service={known?.service} kept={known?.versions.length ?? 0} />}
      {again.error && <FailureAlert error={again.error} title="The update service was not asked again" />}
      {upgrade.request && asked.error && (
        <FailureAlert
          error={asked.error}
          title="The update graph could not be read"
          actions={
            <>
              <Button variant="link" isInline onClick={() => void asked.refetch()}>
                Try again
              </Button>
              {question.source !== 'kept' && (known?.versions.length ?? 0) > 0 && (
                <Button variant="link" isInline onClick={() => ask({ source: 'kept' })}>
                  Use what is kept on this host
                </Button>
              )}
            </>
          }
        />
      )}
      {answer && (
        <Answer
          answer={answer}
          question={question}
          bytes={bytes}
          moves={moves}
          looked={looked}
          onLook={setLooked}
          onAsk={ask}
          onAdd={setAdding}
        />
      )}
      {adding && answer && (
        <AddToConfiguration
          content={{ channels: adding.channels, operators: [], architecture: question.architecture }}
          selects={selectsSentence(adding)}
          problems={adding.problems}
          yaml={adding.yaml}
          workspace={workspace}
          name={configurationName(answer, adding)}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Screen>
  );
}

function AskAgain({ again: { ask, isPending, refusal } }: Pick<UpgradeAsked, 'again'>) {
  return (
    <button
      type="button"
      className="al-link"
      disabled={isPending || refusal !== undefined}
      title={refusal}
      onClick={ask}
    >
      {isPending ? 'Asking' : 'Ask the service again'}
    </button>
  );
}

function Begin({ service, kept }: { service: string | undefined; kept: number }) {
  return (
    <Card>
      <Empty title="The way between two versions will stand here">
        <p>
          Its updates, the risks that are known of them, what is to be carried, and what to write into a
          configuration.
        </p>
        <p>
          {kept > 0
            ? `${counted(kept, 'version')} of graphs that are kept on this host can be chosen in the fields. `
            : 'No update graph is kept on this host yet. '}
          {service &&
            `Asking the update service (${service.replace(/^https?:\/\//, '')}) takes a small answer for each minor on the way, at most once an hour; it is kept, and works offline afterwards.`}
        </p>
      </Empty>
    </Card>
  );
}

function Answer({
  answer,
  question,
  bytes,
  moves,
  looked,
  onLook,
  onAsk,
  onAdd,
}: {
  answer: UpgradeAnswer;
  question: UpgradeQuestion;
  bytes: BytesAsked;
  moves: ReturnType<typeof useOperatorMoves>;
  looked: Looked | undefined;
  onLook: (looked: Looked | undefined) => void;
  onAsk: (changes: Partial<UpgradeQuestion>) => void;
  onAdd: (configuration: UpgradeConfiguration) => void;
}) {
  const { answer: path, around, refusal, picture, problems, configuration, segments, notes } = answer;
  const plan = moves.answer?.value;
  const [query] = useSearchParams();
  const look = (update: PictureUpdate) => onLook({ from: update.from, to: update.to });
  const risky = path?.hops.find(({ risks }) => risks.length > 0);
  const shown = looked ?? (risky && { from: risky.from, to: risky.to });
  return (
    <>
      {refusal && <NoWay refusal={refusal} question={question} onAsk={onAsk} />}
      {path && (
        <>
          <p className="al-upgrade-note">
            {[upgradeNote(answer), pausedNote(segments), ...notes.map(asSentence)].filter(Boolean).join(' ')}
          </p>
          {path.hops.length > 0 && (
            <UpgradeSteps
              path={path}
              segments={segments}
              moves={plan ? operatorMoves(plan) : []}
              onRisks={({ from, to }) => onLook({ from, to })}
            />
          )}
          {path.hops.length > 0 && (
            <div className="al-upgrade-facts">
              <p>
                {moves.named ? (
                  <>
                    <Link to={`/upgrades/plan?${query}`}>See the whole plan</Link>
                    <span className="al-sub">
                      {moves.asking ? `. ${readingText(moves.work, 'Operators')}.` : ', step by step.'}
                    </span>
                  </>
                ) : (
                  <>
                    <Link to={`/upgrades/plan?${query}`}>Plan it together with operators</Link>
                    <span className="al-sub">: which of them must move first.</span>
                  </>
                )}
              </p>
              {configuration && bytes.possible && <Bytes asked={bytes} extra={configuration.extra.length} />}
            </div>
          )}
        </>
      )}
      {picture && (
        <div className={shown ? 'al-upgrade-two' : undefined}>
          <CorridorCard
            picture={picture}
            svg={answer.svg}
            name={`upgrade-${question.from}-to-${answer.to}`}
            label={`Versions from ${question.from} to ${answer.to}. ${path ? `The way: ${path.path.join(', ')}.` : 'There is no way.'}`}
            active={looked && 'version' in looked ? looked.version : undefined}
            onActive={(version) => onLook(version === undefined ? undefined : { version })}
            onUpdate={look}
            onFrom={(from) => onAsk({ from })}
            onTo={(to) => onAsk({ to })}
          />
          {shown && 'version' in shown && (
            <VersionPanel
              picture={picture}
              version={shown.version}
              onFrom={() => onAsk({ from: shown.version })}
              onTo={() => onAsk({ to: shown.version })}
            />
          )}
          {shown && 'from' in shown && (
            <RiskPanel
              {...shown}
              risks={risksBetween(answer, shown)}
              around={around}
              onAround={around && (() => onAsk({ avoidRisks: true }))}
            />
          )}
        </div>
      )}
      {path && moves.error !== undefined && (
        <FailureAlert error={moves.error} title="The operators could not be looked at" />
      )}
      {path && plan && <PlanProblems problems={plan.problems} />}
      {path && plan && <OperatorsCard operators={plan.operators} />}
      {question.perHop && path && path.hops.length > 0 && <EachUpdate answer={answer} onAdd={onAdd} />}
      <GraphProblems problems={problems} />
    </>
  );
}

function Bytes({ asked: { bytes, asking, work, error, ask }, extra }: { asked: BytesAsked; extra: number }) {
  const more = extra > 0 ? ` ${counted(extra, 'release')} beside the way cannot be left out.` : '';
  if (error !== undefined)
    return (
      <FailureAlert
        error={error}
        title="What is to be carried could not be found out"
        actions={
          <Button variant="link" isInline onClick={ask}>
            Try again
          </Button>
        }
      />
    );
  return (
    <p className="al-row al-wrap" role="status">
      {bytes ? (
        <span>
          To carry: {size(bytes.bytes)} in {counted(bytes.images, 'image')}, {size(bytes.bytesPresent)} of
          them held by the workspace already, as a plan finds it.{more}
        </span>
      ) : asking ? (
        <span className="al-sub">
          Asking the registries
          {work?.progress.total ? `: ${work.progress.done} of ${counted(work.progress.total, 'image')}` : ''}
        </span>
      ) : (
        <>
          <span className="al-sub">
            How much it is to carry takes a plan, which asks the registries.{more}
          </span>
          <RequestButton request="upgrades.bytes" variant="link" isInline onClick={ask}>
            Find out the bytes
          </RequestButton>
        </>
      )}
    </p>
  );
}
