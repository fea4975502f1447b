import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { useLocation, useNavigate } from 'react-router';
import { useAsk } from '../engine/requests.ts';
import { GuideBar } from '../tour/guide-bar.tsx';
import { endGuide, usePracticeGuide } from './guide.ts';
import { t } from './messages.ts';
import { journeySteps } from './practice-journey.ts';

/** The practice step above the screen that it uses, with a button back to Practice. Shown after a step was opened there. */
export function PracticeBar() {
  const opened = usePracticeGuide(({ step }) => step);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const practice = useAsk('practice.state', {}, { enabled: opened !== undefined }).data;
  if (opened === undefined || practice?.state !== 'on' || pathname === '/practice') return null;
  const steps = journeySteps(practice);
  const index = steps.findIndex(({ id }) => id === opened);
  const step = steps[index];
  if (!step) return null;
  const place = { number: index + 1, total: steps.length, step: step.title };
  return (
    <GuideBar
      label={t('barLabel')}
      icon={<FlagIcon aria-hidden="true" />}
      title={t(step.done ? 'barDoneTitle' : 'barTitle', place)}
      text={step.done ? undefined : step.hint}
      closeLabel={t('hideBarButton')}
      onClose={endGuide}
    >
      <Button
        variant={step.done ? 'primary' : 'secondary'}
        size="sm"
        onClick={() => void navigate('/practice')}
      >
        {t('backButton')}
      </Button>
    </GuideBar>
  );
}
