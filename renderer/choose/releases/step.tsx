import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { StateMark } from '../../parts/state-mark.tsx';
import { useNow } from '../../parts/time.tsx';
import { lifeText, releaseLife } from '../../upgrades/question/release-life.ts';
import { LookUpCard } from '../draft/look-up-card.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { StepFrame } from '../frame/step-frame.tsx';
import { StepProblems } from '../frame/step-problems.tsx';
import { ClusterAllFields } from './all-fields.tsx';
import { t } from './messages.ts';
import { ClusterPathCard } from './path.tsx';
import { ClusterQuestion } from './question.tsx';
import { ClusterRange } from './range.tsx';
import { RangeChoice } from './range-choice.tsx';
import { useClusterPath } from './use-cluster-path.ts';
import { selectionTitle } from './words.ts';

/** Step 1: the versions, and the upgrade path between them. */
export default function ClusterStep() {
  const { releases } = useImageSet();
  const path = useClusterPath();
  const { from, to } = path.question;
  const title =
    selectionTitle(releases) ?? (path.answer?.rejection ? t('noPathTitle', { from, to }) : t('openTitle'));
  return (
    <StepFrame step="cluster" title={title}>
      <ClusterQuestion path={path} />
      <StepProblems step="cluster" />
      <LookUpCard kinds={['graph', 'payload']} only={path.metered ? 'all' : 'unknown'} />
      <Lives versions={[path.question.to, path.question.from]} />
      {path.differs && (
        <Alert
          variant="info"
          isInline
          isPlain
          component="h2"
          title={t('differsTitle')}
          actionLinks={
            <Button variant="link" isInline onClick={path.write}>
              {t('writeButton')}
            </Button>
          }
        />
      )}
      <ClusterPathCard path={path} />
      <RangeChoice />
      <ClusterRange />
      <ClusterAllFields />
    </StepFrame>
  );
}

/** The end of life of both versions, that of the target version first. */
function Lives({ versions }: { versions: readonly string[] }) {
  const now = useNow(3_600_000);
  const lives = versions.map((version) => ({
    text: lifeText(version, now),
    state: releaseLife(version, now)?.state,
  }));
  const once = lives.filter(
    ({ text }, index) => text !== undefined && lives.findIndex((each) => each.text === text) === index,
  );
  if (once.length === 0) return null;
  return (
    <ul className="al-choose-note-line" aria-label={t('livesLabel')}>
      {once.map(({ text, state }) => (
        <li key={text}>
          <StateMark mark={state === 'ended' || state === 'term2' ? 'warning' : 'info'}>{text}</StateMark>
        </li>
      ))}
    </ul>
  );
}
