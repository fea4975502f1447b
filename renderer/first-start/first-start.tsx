import './first-start.css';
import { BookOpenIcon } from '@patternfly/react-icons/dist/esm/icons/book-open-icon';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { FolderOpenIcon } from '@patternfly/react-icons/dist/esm/icons/folder-open-icon';
import { ShieldAltIcon } from '@patternfly/react-icons/dist/esm/icons/shield-alt-icon';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { Logo } from '../app-state/logo.tsx';
import { openDialog } from '../app-state/shell-state.ts';
import { SIDES } from '../app-state/sides.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { openGlossary } from '../parts/glossary.ts';
import { showTour } from '../tour/tour.ts';
import { t } from './messages.ts';
import { SidePicture } from './side-picture.tsx';

const NOTES = {
  connected: 'connectedNote',
  disconnected: 'disconnectedNote',
  both: 'bothNote',
} as const satisfies Record<GapSide, string>;

/** Prompts for the side of the gap when Airlock starts for the first time. */
export default function FirstStart() {
  const write = useDo('settings.write');
  const settings = useAsk('settings.read', {}).data;
  // The next screen is Home, where the tour begins. The event about the settings may replace this screen before the answer.
  const choose = (side: GapSide) =>
    write.mutateAsync({ side }).then(
      () => settings?.tourEnded !== true && showTour(0),
      // Shown below the buttons.
      () => {},
    );
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <main className="al-first">
      <div className="al-first-in">
        <div className="al-first-name">
          <Logo />
          Airlock
        </div>
        <div>
          <h1>{t('title')}</h1>
          <p className="al-sub al-first-more">
            {t('purpose')} {t('subtitle')}
          </p>
        </div>
        <div className="al-first-doors">
          {SIDES.map(({ side, name, reaches }, index) => (
            <button
              key={side}
              type="button"
              className="al-door"
              ref={index === 0 ? first : undefined}
              disabled={write.isPending}
              onClick={() => void choose(side)}
            >
              <SidePicture side={side} />
              <span className="al-door-name">{name}</span>
              <span className="al-door-reaches">{reaches}</span>
              <span className="al-door-then">{t(NOTES[side])}</span>
            </button>
          ))}
        </div>
        {write.error && <FailureAlert error={write.error} title={t('saveFailedTitle')} />}
        <p className="al-row al-sub">
          <ShieldAltIcon aria-hidden="true" />
          {t('privacyNote')}
        </p>
        <div className="al-first-foot">
          <p>
            <FlagIcon aria-hidden="true" />
            <span>
              {t('practiceQuestion')} <Link to="/practice">{t('practiceLink')}</Link>{' '}
              <span className="al-sub">{t('practiceNote')}</span>
            </span>
          </p>
          <p>
            <BookOpenIcon aria-hidden="true" />
            <button type="button" className="al-link" onClick={() => openGlossary()}>
              {t('glossaryButton')}
            </button>
          </p>
          <p>
            <FolderOpenIcon aria-hidden="true" />
            <button type="button" className="al-link" onClick={() => openDialog('open-workspace')}>
              {t('openButton')}
            </button>
          </p>
        </div>
      </div>
    </main>
  );
}
