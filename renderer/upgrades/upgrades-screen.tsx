import './question/upgrades.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { UpgradeConfiguration } from '../../core/contract/topics/upgrades.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { size } from '../parts/format.ts';
import { baseName } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { useNow } from '../parts/time.tsx';
import { AnswerView, type Selection } from './answer-view.tsx';
import { GraphBrowser } from './graph-browser.tsx';
import { t } from './messages.ts';
import { operatorsFact } from './operator-moves.ts';
import { AddToConfiguration } from './question/add-to-configuration.tsx';
import { t as shared } from './question/messages.ts';
import { QuestionForm } from './question/question-form.tsx';
import type { UpgradeQuestion } from './question/upgrade-question.ts';
import { UpgradeViews } from './question/upgrade-views.tsx';
import {
  configurationName,
  openRisks,
  originText,
  selectsSentence,
  upgradeSentence,
  waitingSentence,
} from './question/upgrade-words.ts';
import { useBytes } from './use-bytes.ts';
import { useOperatorMoves } from './use-operator-moves.ts';
import { useRiskAnswers } from './use-risk-answers.ts';
import { type UpgradeQuery, useUpgradePath } from './use-upgrade-path.ts';

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
  const risks = useRiskAnswers(workspace);
  const [selected, setSelected] = useState<Selection>();
  const [adding, setAdding] = useState<UpgradeConfiguration>();
  const now = useNow();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const ask = (changes: Partial<UpgradeQuestion>) => {
    setSelected(undefined);
    upgrade.change(changes);
  };
  const state = { asking: response.isFetching, failed: response.error !== null };
  // While a risk is open, the path without known risks is the next step.
  const avoids =
    answer?.alternative !== undefined &&
    answer.answer?.hops.some(({ risks }) => openRisks(risks).length > 0) === true;
  const isSaved = question.source === 'service' && answer?.origins.some(({ kind }) => kind === 'cached');
  return (
    <Screen
      eyebrow={[
        shared('topic'),
        ...((answer ?? upgrade.graph)?.origins ?? []).map((origin) => originText(origin, now)),
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
          : waitingSentence(question, { ...state, complete: upgrade.request !== undefined })
      }
      actions={
        answer?.answer && (
          <>
            <CopyButton text={answer.command} label={shared('copyCommandButton')} />
            {answer.configuration ? (
              <RequestButton
                request="configurations.save"
                variant={avoids ? 'secondary' : 'primary'}
                onClick={() => setAdding(answer.configuration)}
              >
                {shared('addButton')}
              </RequestButton>
            ) : (
              answer.answer.hops.length > 0 && (
                <Button onClick={() => void navigate(`/upgrades/plan?${query}`)}>
                  {t('openPlanButton')}
                </Button>
              )
            )}
            {avoids && <Button onClick={() => ask({ avoidRisks: true })}>{t('useAlternativeButton')}</Button>}
          </>
        )
      }
    >
      <UpgradeViews />
      <QuestionForm
        question={question}
        known={upgrade.offered}
        asking={response.isFetching}
        onAsk={ask}
        request="upgrades.path"
        offersPerHop
      />
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
      {upgrade.graph?.versions.length ? (
        <GraphBrowser graph={upgrade.graph} question={question} onAsk={ask} />
      ) : upgrade.request !== undefined ? undefined : question.source === 'file' ? (
        !upgrade.graphError && (
          <FileStart file={question.file} state={upgrade.fileState} rejection={upgrade.fileRejection} />
        )
      ) : (
        upgrade.graph && <Start service={known?.service} isOffline={upgrade.isOffline} onAsk={ask} />
      )}
      {upgrade.graphError && <FailureAlert error={upgrade.graphError} title={t('graphError')} />}
      {again.error && <FailureAlert error={again.error} title={t('refreshError')} />}
      {answer && (
        <AnswerView
          answer={answer}
          question={question}
          bytes={bytes}
          moves={moves}
          risks={risks}
          selected={selected}
          onSelect={setSelected}
          onAsk={ask}
          onAdd={setAdding}
        />
      )}
      {adding && answer && (
        <AddToConfiguration
          content={{
            channels: adding.channels,
            operators: [],
            architecture: question.architecture,
            comments: adding.comments,
          }}
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

/** What is shown instead of the graph in a file: why it can't be read, that it's loading or empty, or that none is selected. */
function FileStart({
  file,
  state,
  rejection,
}: {
  file: string;
  state: 'none' | 'loading' | 'read';
  rejection: string | undefined;
}) {
  if (rejection !== undefined)
    return (
      <Card>
        <Empty title={t('fileRejectedTitle')}>
          <p>{rejection}</p>
        </Empty>
      </Card>
    );
  if (state === 'loading')
    return (
      <section className="al-card al-in" aria-busy="true">
        {t('fileLoading', { file: baseName(file) })}
      </section>
    );
  const isEmpty = state === 'read';
  return (
    <Card>
      <Empty title={t(isEmpty ? 'fileEmptyTitle' : 'fileStartTitle')}>
        <p>{isEmpty ? t('fileEmptyText', { file }) : t('fileStartText')}</p>
      </Empty>
    </Card>
  );
}

/** Shows how to get an update graph onto this host. */
function Start({
  service,
  isOffline,
  onAsk,
}: {
  service: string | undefined;
  isOffline: boolean;
  onAsk: (changes: Partial<UpgradeQuestion>) => void;
}) {
  return (
    <Card>
      <Empty
        title={t('emptyTitle')}
        action={
          <Button variant="secondary" onClick={() => onAsk({ source: 'file' })}>
            {t('chooseFileButton')}
          </Button>
        }
      >
        <p>{t(isOffline ? 'emptyOfflineText' : 'emptyText')}</p>
        {!isOffline && service && <p>{t('serviceNote', { service: service.replace(/^https?:\/\//, '') })}</p>}
      </Empty>
    </Card>
  );
}
