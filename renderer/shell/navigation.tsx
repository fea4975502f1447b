import { ExchangeAltIcon } from '@patternfly/react-icons/dist/esm/icons/exchange-alt-icon';
import { useState } from 'react';
import { NavLink } from 'react-router';
import type { GapSide } from '../../core/contract/vocabulary.ts';
import { DESTINATIONS, type Destination } from '../routes.tsx';

/** The journey of this side first, tools below, the other side last (mock-ups, "Shared rules"). */
export function Navigation({ side }: { side: GapSide }) {
  const [otherOpen, setOtherOpen] = useState(false);
  const here = ({ sides }: Destination) => !sides || sides.includes(side);
  const journey = DESTINATIONS.filter((entry) => entry.group === 'journey' && here(entry));
  const other = DESTINATIONS.filter((entry) => entry.group === 'journey' && !here(entry));
  const group = (name: Destination['group']) => DESTINATIONS.filter((entry) => entry.group === name);
  return (
    <nav className="al-nav" aria-label="Main">
      <Entries entries={group('home')} />
      <h2>The journey</h2>
      <Entries entries={journey} />
      <h2>Tools</h2>
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
            <ExchangeAltIcon />
            <span>Other side</span>
          </button>
          <div id="al-other-side" hidden={!otherOpen}>
            <Entries entries={other} />
          </div>
        </>
      )}
    </nav>
  );
}

function Entries({ entries }: { entries: Destination[] }) {
  return (
    <ul>
      {entries.map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <NavLink to={path} end={path === '/'}>
            <Icon />
            <span>{label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
