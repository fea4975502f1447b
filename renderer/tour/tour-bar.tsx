import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { MapIcon } from '@patternfly/react-icons/dist/esm/icons/map-icon';
import { useNavigate } from 'react-router';
import { useDo, useRejection } from '../engine/requests.ts';
import { GuideBar } from './guide-bar.tsx';
import { t } from './messages.ts';
import { endTour, showTour, TOUR_SCREENS, useTour } from './tour.ts';

/** The tour of the main screens: one sentence above each. Ending it is saved, so that it doesn't start again. */
export function TourBar() {
  const at = useTour((state) => state.at);
  const navigate = useNavigate();
  const write = useDo('settings.write');
  const canWrite = useRejection('settings.write') === undefined;
  const screen = at === undefined ? undefined : TOUR_SCREENS[at];
  if (at === undefined || !screen) return null;
  const go = (place: number) => {
    showTour(place);
    void navigate(TOUR_SCREENS[place]!.path);
  };
  const end = () => {
    endTour();
    if (canWrite) write.mutate({ tourEnded: true });
  };
  const next = TOUR_SCREENS[at + 1];
  return (
    <GuideBar
      label={t('tourLabel')}
      icon={<MapIcon aria-hidden="true" />}
      title={t('tourTitle', { number: at + 1, total: TOUR_SCREENS.length, screen: screen.name })}
      text={screen.text}
      closeLabel={t('skipButton')}
      onClose={end}
    >
      {at > 0 && (
        <Button variant="link" size="sm" onClick={() => go(at - 1)}>
          {t('previousButton')}
        </Button>
      )}
      <Button variant="secondary" size="sm" onClick={next ? () => go(at + 1) : end}>
        {next ? t('nextButton', { screen: next.name }) : t('finishButton')}
      </Button>
    </GuideBar>
  );
}
