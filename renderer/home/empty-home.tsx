import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link, useNavigate } from 'react-router';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { openDialog } from '../app-state/shell-state.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { JourneyPicture } from './journey-picture.tsx';

const WORDS: Record<GapSide, { sentence: string; text: string }> = {
  connected: {
    sentence: 'A mirror begins with a workspace.',
    text: 'A workspace is a folder on this host. Fetch fills it with releases, operators and images in archives that can be carried. Only what the other side does not have yet goes into the next transfer.',
  },
  disconnected: {
    sentence: 'Receive what was carried here, then push it.',
    text: 'Receive takes transfers off sticks and disks and says what is missing. Nothing on them is changed: Push brings what arrived into the mirror registry and writes the cluster resources to apply.',
  },
  both: {
    sentence: 'A mirror begins with a workspace.',
    text: 'A workspace is a folder on this host. Mirror copies straight from registry to registry and keeps its records there; Fetch and Push do the same in two steps, over a disk.',
  },
};

/** Home before there is a workspace: what this is for, in a picture, and the action that begins it. */
export function EmptyHome({ side, eyebrow }: { side: GapSide; eyebrow: string[] }) {
  const { sentence, text } = WORDS[side];
  const navigate = useNavigate();
  return (
    <Screen eyebrow={eyebrow} sentence={sentence}>
      <Card label="The journey" grow>
        <div className="al-begin">
          <JourneyPicture />
          <p className="al-begin-text">{text}</p>
          <div className="al-actions">
            {side === 'disconnected' ? (
              <Button variant="primary" onClick={() => navigate('/receive')}>
                Receive from media
              </Button>
            ) : (
              <RequestButton
                request="workspaces.open"
                variant="primary"
                onClick={() => openDialog('create-workspace')}
              >
                Create workspace
              </RequestButton>
            )}
            <RequestButton
              request="workspaces.open"
              variant="secondary"
              onClick={() => openDialog('open-workspace')}
            >
              Open a workspace or disk
            </RequestButton>
          </div>
        </div>
      </Card>
      <PracticeStrip />
    </Screen>
  );
}

/** The quiet way to try everything. */
export function PracticeStrip() {
  return (
    <section className="al-strip">
      <p className="al-grow">
        <strong>Never done this before?</strong>{' '}
        <span className="al-sub">
          Practice runs the whole journey on this machine in a few minutes, with small made-up releases.
          Nothing leaves it.
        </span>
      </p>
      <Link to="/practice">Practice</Link>
    </section>
  );
}
