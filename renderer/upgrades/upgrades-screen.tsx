import { asSentence } from '../../core/contract/documents/words.ts';
import { RequestButton } from '../parts/request-button.tsx';
import './question/upgrades.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type ReactNode, useState } from 'react';
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
import { size } from '../parts/format.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { useNow } from '../parts/time.tsx';
import { CorridorCard } from './corridor-card.tsx';
import { EachUpdate } from './each-update.tsx';
import { t } from './messages.ts';
import { NoPath } from './no-path.tsx';
import { operatorMoves, operatorsFact } from './operator-moves.ts';
import { risksBetween } from './picture-words.ts';
import { AddToConfiguration } from './question/add-to-configuration.tsx';
import { readingText } from './question/catalogs.ts';
import { t as shared } from './question/messages.ts';
import { GraphProblems, PlanProblems } from './question/mirror-card.tsx';
import { OperatorsCard } from './question/operators-card.tsx';
import { QuestionForm } from './question/question-form.tsx';
import type { UpgradeQuestion } from './question/upgrade-question.ts';
import { UpgradeViews } from './question/upgrade-views.tsx';
import {
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
import { type MirrorSize, useBytes } from './use-bytes.ts';
import { useOperatorMoves } from './use-operator-moves.ts';
import { type UpgradeQuery, useUpgradePath } from './use-upgrade-path.ts';

/** What the panel next to the diagram shows. */
type Selection = { version: string } | { from: string; to: string };

/** Shows the upgrade path between two OpenShift versions, its known risks, and the configuration that mirrors it. */
export default function UpgradesScreen() {
  const workspace = useCurrentWorkspace();
  const upgrade = useUpgradePath(workspace);
  const { question, known, response, answer, again } = upgrade;
  const bytes = useBytes(
    upgrade.isOffline ? undefined : workspace,
    answer?.configuration?.channels,
    question.architecture,
  );
  const moves = useOperatorMoves(upgrade.request, (answer?.answer?.hops.length ?? 0) > 0);
  const [selected, setSelected] = useState<Selection>();
  const [adding, setAdding] = useState<UpgradeConfiguration>();
  const now = useNow();
  const ask = (changes: Partial<UpgradeQuestion>) => {
    setSelected(undefined);
    upgrade.change(changes);
  };
  const state = { asking: response.isFetching, failed: response.error !== null };
  const isSaved = question.source === 'service' && answer?.origins.some(({ kind }) => kind === 'cached');
  return (
    <Screen
      eyebrow={[
        shared('topic'),
        ...(answer?.origins ?? []).map((origin) => originText(origin, now)),
        ...(isSaved ? [<RefreshButton key="again" again={again} />] : []),
      ]}
      sentence={
        answer
          ? upgradeSentence(
              answer,
              [
                bytes.bytes && shared('sizeFact', { size: size(bytes.bytes.bytes) }),
                operatorsFact(moves.answer?.value),
              ].filter((fact) => fact !== undefined),
            )
          : waitingSentence(upgrade.request && question, state)
      }
      actions={
        answer?.answer && (
          <>
            <CopyButton text={answer.command} label={shared('copyCommandButton')} />
            {answer.configuration && (
              <RequestButton request="configurations.save" onClick={() => setAdding(answer.configuration)}>
                {shared('addButton')}
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
        asking={response.isFetching}
        onAsk={ask}
        request="upgrades.path"
        offersPerHop
      />
      {upgrade.request === undefined && (
        <Start service={known?.service} saved={known?.versions.length ?? 0} />
      )}
      {again.error && <FailureAlert error={again.error} title={t('refreshError')} />}
      {upgrade.request && response.error && (
        <FailureAlert
          error={response.error}
          title={t('graphError')}
          actions={
            <>
              <Button variant="link" isInline onClick={() => void response.refetch()}>
                {t('reloadButton')}
              </Button>
              {question.source !== 'cached' && (known?.versions.length ?? 0) > 0 && (
                <Button variant="link" isInline onClick={() => ask({ source: 'cached' })}>
                  {t('useSavedButton')}
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
          selected={selected}
          onSelect={setSelected}
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

function RefreshButton({ again: { ask, isPending, rejection } }: Pick<UpgradeQuery, 'again'>) {
  return (
    <button
      type="button"
      className="al-link"
      disabled={isPending || rejection !== undefined}
      title={rejection}
      onClick={ask}
    >
      {t(isPending ? 'refreshing' : 'refreshButton')}
    </button>
  );
}

function Start({ service, saved }: { service: string | undefined; saved: number }) {
  return (
    <Card>
      <Empty title={t('emptyTitle')}>
        <p>{t('emptyText')}</p>
        <p>
          {saved > 0 ? t('savedVersions', { versions: saved }) : t('noSavedGraph')}{' '}
          {service && t('serviceNote', { service: service.replace(/^https?:\/\//, '') })}
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
  selected,
  onSelect,
  onAsk,
  onAdd,
}: {
  answer: UpgradeAnswer;
  question: UpgradeQuestion;
  bytes: MirrorSize;
  moves: ReturnType<typeof useOperatorMoves>;
  selected: Selection | undefined;
  onSelect: (selected: Selection | undefined) => void;
  onAsk: (changes: Partial<UpgradeQuestion>) => void;
  onAdd: (configuration: UpgradeConfiguration) => void;
}) {
  const {
    answer: path,
    alternative: around,
    rejection,
    picture,
    problems,
    configuration,
    segments,
    notes,
  } = answer;
  const plan = moves.answer?.value;
  const [query] = useSearchParams();
  const link = (inner: ReactNode) => (
    <Link key="link" to={`/upgrades/plan?${query}`}>
      {inner}
    </Link>
  );
  const selectUpdate = (update: PictureUpdate) => onSelect({ from: update.from, to: update.to });
  const risky = path?.hops.find(({ risks }) => risks.length > 0);
  const shown = selected ?? (risky && { from: risky.from, to: risky.to });
  return (
    <>
      {rejection && <NoPath rejection={rejection} question={question} onAsk={onAsk} />}
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
              onRisks={({ from, to }) => onSelect({ from, to })}
            />
          )}
          {path.hops.length > 0 && (
            <div className="al-upgrade-facts">
              <p>
                {moves.named
                  ? moves.asking
                    ? t.parts('planLinkBusy', { progress: readingText(moves.work), link })
                    : t.parts('planLink', { link })
                  : t.parts('planOperatorsLink', { link })}
              </p>
              {configuration && bytes.possible && <Bytes mirrorSize={bytes} configuration={configuration} />}
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
            label={
              path
                ? t('pathDiagramName', { from: question.from, to: answer.to, path: path.path.join(', ') })
                : t('noPathDiagramName', { from: question.from, to: answer.to })
            }
            active={selected && 'version' in selected ? selected.version : undefined}
            onActive={(version) => onSelect(version === undefined ? undefined : { version })}
            onUpdate={selectUpdate}
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
              alternative={around}
              onAround={around && (() => onAsk({ avoidRisks: true }))}
            />
          )}
        </div>
      )}
      {path && moves.error !== undefined && <FailureAlert error={moves.error} title={t('operatorsError')} />}
      {path && plan && <PlanProblems problems={plan.problems} />}
      {path && plan && <OperatorsCard operators={plan.operators} />}
      {question.perHop && path && path.hops.length > 0 && <EachUpdate answer={answer} onAdd={onAdd} />}
      <GraphProblems problems={problems} />
    </>
  );
}

function Bytes({
  mirrorSize: { bytes, asking, work, error, ask },
  configuration: { extra, loaded },
}: {
  mirrorSize: MirrorSize;
  configuration: UpgradeConfiguration;
}) {
  const more =
    extra.length > 0 ? ` ${t('extraReleases', { releases: extra.length, channels: loaded.join(', ') })}` : '';
  if (error !== undefined)
    return (
      <FailureAlert
        error={error}
        title={t('sizeError')}
        actions={
          <Button variant="link" isInline onClick={ask}>
            {t('sizeButton')}
          </Button>
        }
      />
    );
  return (
    <p className="al-row al-wrap" role="status">
      {bytes ? (
        <span>
          {bytes.bytesPresent > 0
            ? t('sizeText', {
                size: size(bytes.bytes),
                images: bytes.images,
                present: size(bytes.bytesPresent),
              })
            : t('sizeNewText', { size: size(bytes.bytes), images: bytes.images })}
          {more}
        </span>
      ) : asking ? (
        <span className="al-sub">
          {work?.progress.total
            ? t('queryingImages', { done: work.progress.done, total: work.progress.total })
            : t('querying')}
        </span>
      ) : (
        <>
          <span className="al-sub">
            {t('sizeNote')}
            {more}
          </span>
          <RequestButton request="upgrades.bytes" variant="link" isInline onClick={ask}>
            {t('sizeButton')}
          </RequestButton>
        </>
      )}
    </p>
  );
}
