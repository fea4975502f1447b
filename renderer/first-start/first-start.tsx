import './first-start.css';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { FolderOpenIcon } from '@patternfly/react-icons/dist/esm/icons/folder-open-icon';
import { ShieldAltIcon } from '@patternfly/react-icons/dist/esm/icons/shield-alt-icon';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import { Logo } from '../app-state/logo.tsx';
import { openDialog } from '../app-state/shell-state.ts';
import { SIDES } from '../app-state/sides.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { SidePicture } from './side-picture.tsx';

const THEN: Record<GapSide, string> = {
  connected: 'You will fetch, then carry.',
  disconnected: 'You will push what was carried.',
  both: 'You will mirror without media.',
};

/** The one question of an empty Home. */
export default function FirstStart() {
  const write = useDo('settings.write');
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
          <h1>Which side of the gap is this machine on?</h1>
          <p className="al-sub al-first-more">
            This decides which screens you see first. You can change it at any time at the top of the window.
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
              onClick={() => write.mutate({ side })}
            >
              <SidePicture side={side} />
              <span className="al-door-name">{name}</span>
              <span className="al-door-reaches">{reaches}</span>
              <span className="al-door-then">{THEN[side]}</span>
            </button>
          ))}
        </div>
        {write.error && <FailureAlert error={write.error} title="The side was not kept" />}
        <p className="al-row al-sub">
          <ShieldAltIcon aria-hidden="true" />
          Nothing was contacted to ask this, and nothing will be until you name it.
        </p>
        <div className="al-first-foot">
          <p>
            <FlagIcon aria-hidden="true" />
            <span>
              Not sure yet? <Link to="/practice">Practice the whole journey on this machine</Link>
              <span className="al-sub"> takes a few minutes, stays on loopback</span>
            </span>
          </p>
          <p>
            <FolderOpenIcon aria-hidden="true" />
            <button type="button" className="al-link" onClick={() => openDialog('open-workspace')}>
              Open a workspace or disk
            </button>
          </p>
        </div>
      </div>
    </main>
  );
}
