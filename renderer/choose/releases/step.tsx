import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { StateMark } from '../../parts/state-mark.tsx';
import { useNow } from '../../parts/time.tsx';
import { LookUpCard } from '../draft/look-up-card.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { StepFrame } from '../frame/step-frame.tsx';
import { ClusterAllFields } from './all-fields.tsx';
import { ClusterQuestion } from './question.tsx';
import { ClusterRange } from './range.tsx';
import { lifeWords, releaseLife } from './release-life.ts';
import { useClusterWay } from './use-cluster-way.ts';
import { ClusterWay } from './way.tsx';
import { selectionSentence } from './words.ts';

/** Step 1: which versions, and what lies between them. */
export default function ClusterStep() {
  const { releases } = useImageSet();
  const way = useClusterWay();
  const sentence = selectionSentence(releases) ?? 'Which version is the cluster on, and which one is wanted?';
  return (
    <StepFrame step="cluster" title={sentence}>
      <ClusterQuestion way={way} />
      <LookUpCard kinds={['graph', 'payload']} only={way.metered ? 'all' : 'unknown'} />
      <Lives versions={[way.question.to, way.question.from]} />
      {way.differs && (
        <Alert
          variant="info"
          isInline
          isPlain
          component="h2"
          title="The configuration selects something else than this question"
          actionLinks={
            <Button variant="link" isInline onClick={way.write}>
              Write the answer into it
            </Button>
          }
        />
      )}
      <ClusterWay way={way} />
      <ClusterRange />
      <ClusterAllFields />
    </StepFrame>
  );
}

/** End of life, of what is wanted first. */
function Lives({ versions }: { versions: readonly string[] }) {
  const now = useNow(3_600_000);
  const lives = versions.flatMap((version) => releaseLife(version, now) ?? []);
  const once = lives.filter((life, index) => lives.findIndex(({ minor }) => minor === life.minor) === index);
  if (once.length === 0) return null;
  return (
    <ul className="al-choose-note-line" aria-label="End of life">
      {once.map((life) => (
        <li key={life.minor}>
          <StateMark mark={life.state === 'ended' ? 'warning' : 'info'}>{lifeWords(life)}</StateMark>
        </li>
      ))}
    </ul>
  );
}
