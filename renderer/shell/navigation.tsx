import { EllipsisHIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-h-icon';
import { useState } from 'react';
import { NavLink } from 'react-router';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { useAsk } from '../engine/requests.ts';
import { t } from './messages.ts';
import { DESTINATIONS, type Destination } from './routes.tsx';

/** The navigation: first the screens of this side, then tools, then the screens of the other side. */
export function Navigation({ side }: { side: GapSide }) {
  const [otherOpen, setOtherOpen] = useState(false);
  const here = ({ sides }: Destination) => !sides || sides.includes(side);
  const journey = DESTINATIONS.filter((entry) => entry.group === 'journey' && here(entry));
  const other = DESTINATIONS.filter((entry) => entry.group === 'journey' && !here(entry));
  const group = (name: Destination['group']) => DESTINATIONS.filter((entry) => entry.group === name);
  return (
    <nav className="al-nav" aria-label={t('navigationLabel')}>
      <Entries entries={group('home')} />
      <h2>{t('journeyTitle')}</h2>
      <Entries entries={journey} />
      <h2>{t('toolsTitle')}</h2>
      <Entries entries={group('tools')} />
      {other.length > 0 && (
        <>
          <button
            type="button"
            className="al-nav-other"
            aria-expanded={otherOpen}
            aria-controls="al-other-side"
            onClick={() => setOtherOpen(!otherOpen)}
          >
            <EllipsisHIcon />
            <span>{t('otherSideButton')}</span>
          </button>
          <div id="al-other-side" hidden={!otherOpen}>
            <Entries entries={other} />
          </div>
        </>
      )}
    </nav>
  );
}

/** Returns the next practice step as `3 of 6`, or undefined when practice is off or finished. */
function usePracticeNote(): string | undefined {
  const practice = useAsk('practice.state', {}).data;
  const next = practice?.steps.findIndex((step) => !step.done) ?? -1;
  if (practice?.state !== 'on' || next < 0) return undefined;
  return t('practiceNote', { step: next + 1, steps: practice.steps.length });
}

function Entries({ entries }: { entries: Destination[] }) {
  const practice = usePracticeNote();
  return (
    <ul>
      {entries.map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <NavLink to={path} end={path === '/'}>
            <Icon />
            <span>{label}</span>
            {path === '/practice' && practice && (
              <span className="al-nav-note al-num" title={t('practiceTip')}>
                {practice}
              </span>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
