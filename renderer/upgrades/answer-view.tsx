import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { asSentence } from '../../core/contract/documents/words.ts';
import type {
  PictureUpdate,
  UpgradeAnswer,
  UpgradeConfiguration,
  UpgradePicture,
} from '../../core/contract/topics/upgrades.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { EachUpdate } from './each-update.tsx';
import { diagramHeight, laneCount } from './graph/layout.ts';
import { usePageHeight } from './graph/use-size.ts';
import { GraphCard } from './graph-card.tsx';
import { t } from './messages.ts';
import { NoPath } from './no-path.tsx';
import { operatorMoves } from './operator-moves.ts';
import { risksBetween } from './picture-words.ts';
import { readingText } from './question/catalogs.ts';
import { GraphProblems, PlanProblems } from './question/mirror-card.tsx';
import { OperatorsCard } from './question/operators-card.tsx';
import type { UpgradeQuestion } from './question/upgrade-question.ts';
import { openRisks, pausedNote, upgradeNote } from './question/upgrade-words.ts';
import { RiskAnswersCard } from './risk-answer.tsx';
import { RiskPanel, VersionPanel } from './risk-panel.tsx';
import { UpgradeSteps } from './upgrade-steps.tsx';
import type { MirrorSize } from './use-bytes.ts';
import type { useOperatorMoves } from './use-operator-moves.ts';
import type { RiskAnswersOfWorkspace } from './use-risk-answers.ts';

/** What the panel next to the diagram shows. */
export type Selection = { version: string } | { from: string; to: string };

/** Shows the upgrade path with its diagram, steps and risks, or why no path exists. */
export function AnswerView({
  answer,
  question,
  bytes,
  moves,
  risks,
  selected,
  onSelect,
  onAsk,
  onAdd,
}: {
  answer: UpgradeAnswer;
  question: UpgradeQuestion;
  bytes: MirrorSize;
  moves: ReturnType<typeof useOperatorMoves>;
  /** The decisions about risks. */
  risks: RiskAnswersOfWorkspace;
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
  const openHop = path?.hops.find((hop) => openRisks(hop.risks).length > 0);
  const risky = openHop ?? rejection?.conditional[0];
  const shown = selected ?? (risky && { from: risky.from, to: risky.to });
  return (
    <>
      {rejection && <NoPath rejection={rejection} question={question} onAsk={onAsk} onRisks={onSelect} />}
      <div className={shown ? 'al-upgrade-two' : undefined}>
        <div className="al-upgrade-left">
          {picture && (
            <AnswerDiagram
              answer={answer}
              picture={picture}
              question={question}
              active={selected && 'version' in selected ? selected.version : undefined}
              onSelect={onSelect}
              onAsk={onAsk}
            />
          )}
          {path && (
            <p className="al-upgrade-note">
              {[upgradeNote(answer), pausedNote(segments), ...notes.map(asSentence)]
                .filter(Boolean)
                .join(' ')}
            </p>
          )}
          {path && path.hops.length > 0 && (
            <>
              {!configuration && <p className="al-upgrade-note">{t('noConfigurationNote')}</p>}
              <UpgradeSteps
                path={path}
                segments={segments}
                moves={plan ? operatorMoves(plan) : []}
                sizes={bytes.bytes?.releases}
                knownSizes={bytes.known}
                onRisks={({ from, to }) => onSelect({ from, to })}
              />
              <div className="al-upgrade-facts">
                <p>
                  {moves.named
                    ? moves.asking
                      ? t.parts('planLinkBusy', { progress: readingText(moves.work), link })
                      : t.parts('planLink', { link })
                    : t.parts('planOperatorsLink', { link })}
                </p>
                {configuration && bytes.possible && (
                  <Bytes mirrorSize={bytes} configuration={configuration} />
                )}
              </div>
            </>
          )}
        </div>
        {picture && shown && 'version' in shown && (
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
            // While a risk of the path is open, the title has this button.
            onAround={around && !openHop ? () => onAsk({ avoidRisks: true }) : undefined}
            answers={risks}
            onRecord={(risk, recorded, onSaved) => {
              // The panel stays open after the last open risk is answered.
              onSelect(shown);
              risks.record(risk, recorded, onSaved);
            }}
          />
        )}
      </div>
      {/* The panel of a risk shows it too. */}
      {risks.error && !(shown && 'from' in shown) && (
        <FailureAlert error={risks.error} title={t('answerError')} />
      )}
      <RiskAnswersCard answers={risks} />
      {path && moves.error !== undefined && <FailureAlert error={moves.error} title={t('operatorsError')} />}
      {path && plan && <PlanProblems problems={plan.problems} />}
      {path && plan && <OperatorsCard operators={plan.operators} />}
      {question.perHop && path && path.hops.length > 0 && <EachUpdate answer={answer} onAdd={onAdd} />}
      <GraphProblems problems={problems} />
    </>
  );
}

/** Shows the versions between both ends of a path, or around both versions if there is none. */
function AnswerDiagram({
  answer: { to, answer: path, svg },
  picture,
  question: { from },
  active,
  onSelect,
  onAsk,
}: {
  answer: UpgradeAnswer;
  picture: UpgradePicture;
  question: UpgradeQuestion;
  active: string | undefined;
  onSelect: (selected: Selection | undefined) => void;
  onAsk: (changes: Partial<UpgradeQuestion>) => void;
}) {
  const pageHeight = usePageHeight();
  const selectUpdate = (update: PictureUpdate) => onSelect({ from: update.from, to: update.to });
  return (
    <GraphCard
      picture={picture}
      svg={svg}
      name={`upgrade-${from}-to-${to}`}
      label={
        path
          ? t('pathDiagramName', { from, to, path: path.path.join(', ') })
          : t('noPathDiagramName', { from, to })
      }
      note={
        <Button variant="link" isInline onClick={() => onAsk({ from: '', to: '', via: '' })}>
          {t('browseAllButton')}
        </Button>
      }
      height={diagramHeight(laneCount(picture.versions), pageHeight)}
      active={active}
      onActive={(version) => onSelect(version === undefined ? undefined : { version })}
      onPick={(version) => onSelect({ version })}
      onUpdate={selectUpdate}
      onFrom={(version) => onAsk({ from: version })}
      onTo={(version) => onAsk({ to: version })}
    />
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
