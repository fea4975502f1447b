import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAsk } from '../engine/requests.ts';
import { GuideBar } from '../tour/guide-bar.tsx';
import { endGuide, guideTo, usePracticeGuide } from './guide.ts';
import { t } from './messages.ts';
import { type JourneyStep, journeySteps } from './practice-journey.ts';

/**
 * The practice step above the screen that it uses, shown after a step was opened. When the step is complete, a button opens the
 * next one. The primary button stays that of the screen.
 */
export function PracticeBar() {
  const { step: opened, to: openedAt } = usePracticeGuide();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const practice = useAsk('practice.state', {}, { enabled: opened !== undefined }).data;
  const steps = opened !== undefined && practice?.state === 'on' ? journeySteps(practice) : [];
  const next = steps.find(({ done }) => !done);
  const to = next?.action.to;
  /** Apply uses the cluster of practice for manifests of practice, also without its address. */
  const isApply = ({ id }: JourneyStep) => {
    const directory = new URLSearchParams(search).get('directory') ?? '';
    const isOfPractice = directory.startsWith(`${practice?.directory}/`);
    return id === 'apply' && pathname === '/cluster' && isOfPractice && !search.includes('kubeconfig=');
  };
  /** The opened step, or the last one if the user has done further steps by the buttons of the screens. */
  const lastStep = () => {
    const last = next ? steps.indexOf(next) - 1 : steps.length - 1;
    const at = steps.findIndex(({ id }) => id === opened);
    const isOpen = openedAt !== undefined && leadsTo(openedAt, pathname, search);
    return steps[isOpen ? at : Math.max(at, last)];
  };
  const isRun = pathname.startsWith('/run/');
  // Choose also starts the fetch.
  const started = isRun && opened === 'choose' ? steps.find(({ id }) => id === 'fetch') : undefined;
  // The user may also have come by a button of the screen before.
  const isThere = next !== undefined && (leadsTo(next.action.to, pathname, search) || isApply(next));
  const shown = isThere ? next : (started ?? lastStep());
  const address = shown?.action.to;
  const follows =
    (isThere || started) && (opened !== shown?.id || openedAt !== address) ? shown?.id : undefined;
  useEffect(() => {
    if (follows && address !== undefined) guideTo(follows, address);
  }, [follows, address]);
  // A run that the step started is part of it.
  const isUnderWay = isRun && (started ? started === next : openedAt === to);
  if (!shown || pathname === '/practice') return null;
  const place = { number: steps.indexOf(shown) + 1, total: steps.length, step: shown.title };
  return (
    <GuideBar
      label={t('barLabel')}
      icon={<FlagIcon aria-hidden="true" />}
      title={t(shown.done ? 'barDoneTitle' : 'barTitle', place)}
      text={
        shown.done
          ? // The run offers the manifests of the push.
            next && t(shown.id === 'upgrade' ? 'barUpgradedText' : 'barNextText', { step: next.title })
          : isUnderWay
            ? t('barRunText', { look: shown.look })
            : t('barText', { hint: shown.hint, look: shown.look })
      }
      closeLabel={t('hideBarButton')}
      onClose={endGuide}
    >
      {next && !isThere && !isUnderWay ? (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            guideTo(next.id, next.action.to);
            void navigate(next.action.to);
          }}
        >
          {next.action.label}
        </Button>
      ) : (
        <Button variant="link" size="sm" onClick={() => void navigate('/practice')}>
          {t('backButton')}
        </Button>
      )}
    </GuideBar>
  );
}

/** Returns whether an address is that of a screen, which may have more parameters. */
function leadsTo(to: string, pathname: string, search: string): boolean {
  const [path, query] = to.split('?', 2);
  const current = new URLSearchParams(search);
  return (
    path === pathname && [...new URLSearchParams(query)].every(([name, value]) => current.has(name, value))
  );
}
