import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { openDialog } from '../app-state/shell-state.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { termTag } from '../parts/term.tsx';
import { JourneyPicture } from '../practice/journey-picture.tsx';
import { t } from './messages.ts';

const TEXTS: Record<GapSide, { title: string; text: ReactNode }> = {
  connected: {
    title: t('createTitle'),
    text: t.parts('connectedText', { workspace: termTag('workspace'), transfer: termTag('transfer') }),
  },
  disconnected: {
    title: t('receiveTitle'),
    text: t.parts('disconnectedText', { resources: termTag('clusterResources') }),
  },
  both: { title: t('createTitle'), text: t.parts('bothText', { workspace: termTag('workspace') }) },
};

/** Home without a workspace: what the app does, as a picture, and the first action. */
export function EmptyHome({ side, eyebrow }: { side: GapSide; eyebrow: string[] }) {
  const { title, text } = TEXTS[side];
  const navigate = useNavigate();
  return (
    <Screen eyebrow={eyebrow} sentence={title}>
      <Card label={t('journeyLabel')} grow>
        <div className="al-begin">
          <JourneyPicture />
          <p className="al-begin-text">{text}</p>
          <div className="al-actions">
            {side === 'disconnected' ? (
              <Button variant="primary" onClick={() => navigate('/receive')}>
                {t('receiveButton')}
              </Button>
            ) : (
              <RequestButton
                request="workspaces.open"
                variant="primary"
                onClick={() => openDialog('create-workspace')}
              >
                {t('createButton')}
              </RequestButton>
            )}
            <RequestButton
              request="workspaces.open"
              variant="secondary"
              onClick={() => openDialog('open-workspace')}
            >
              {t('openButton')}
            </RequestButton>
          </div>
        </div>
      </Card>
      <PracticeStrip />
    </Screen>
  );
}

/** Offers practice. */
export function PracticeStrip() {
  return (
    <section className="al-strip">
      <p className="al-grow">
        <strong>{t('practiceTitle')}</strong> <span className="al-sub">{t('practiceText')}</span>
      </p>
      <Link to="/practice">{t('practiceLinkLabel')}</Link>
    </section>
  );
}
