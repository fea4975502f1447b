import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { AdjustIcon } from '@patternfly/react-icons/dist/esm/icons/adjust-icon';
import { MoonIcon } from '@patternfly/react-icons/dist/esm/icons/moon-icon';
import { QuestionCircleIcon } from '@patternfly/react-icons/dist/esm/icons/question-circle-icon';
import { SunIcon } from '@patternfly/react-icons/dist/esm/icons/sun-icon';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { refusalOf } from '../../core/contract/access.ts';
import type { Settings } from '../../core/contract/topics/settings.ts';
import { HeadMenu } from '../app-state/head-menu.tsx';
import { Logo } from '../app-state/logo.tsx';
import { toggleHelp, useShell } from '../app-state/shell-state.ts';
import { SIDES } from '../app-state/sides.ts';
import { WorkspaceMenu } from '../app-state/workspace-menu.tsx';
import { useAsk, useDo } from '../engine/requests.ts';
import { RequestItem } from '../parts/fields/request-fields.tsx';
import { RunningRuns } from '../run/live/running-runs.tsx';

/** What is true on every screen: the side, the workspace, what runs; and the two things that help reading. */
export function Masthead({ settings }: { settings: Settings }) {
  const help = useShell((state) => state.help);
  return (
    <header className="al-masthead">
      <Link to="/" className="al-home-link">
        <Logo />
        Airlock
      </Link>
      <span className="al-rule-up" />
      <SideMenu side={settings.side} />
      <WorkspaceMenu />
      <SessionLabel />
      <div className="al-row al-end">
        <RunningRuns />
        <ThemeMenu theme={settings.theme} />
        <Button
          id="al-help-button"
          variant="plain"
          size="sm"
          icon={<QuestionCircleIcon />}
          aria-label="Help for this screen"
          title="Help for this screen"
          aria-expanded={help}
          onClick={toggleHelp}
        />
      </div>
    </header>
  );
}

/** Says on every screen that this session can't do everything. */
function SessionLabel() {
  const session = useAsk('host.describe', {}).data?.session;
  if (!session || session.role === 'operator') return null;
  const label = session.role === 'reader' ? 'Read-only session' : `Approver session: ${session.name}`;
  return (
    <span className="al-row" role="status" title={refusalOf(session.role)}>
      <strong>{label}</strong>
    </span>
  );
}

function SideMenu({ side }: { side: Settings['side'] }) {
  const write = useDo('settings.write');
  const here = SIDES.find((entry) => entry.side === side);
  const Icon = here?.icon;
  return (
    <HeadMenu
      label={here ? `${here.label}. Change the side` : 'Choose the side of the gap'}
      className="al-side"
      face={
        <span className="al-row">
          {Icon && <Icon />}
          {here?.label ?? 'Side not chosen'}
        </span>
      }
    >
      <DropdownList aria-label="Side of the gap">
        {SIDES.map((entry) => (
          <RequestItem
            request="settings.write"
            key={entry.side}
            isSelected={entry.side === side}
            description={entry.reaches}
            icon={<entry.icon />}
            onClick={() => write.mutate({ side: entry.side })}
          >
            {entry.label}
          </RequestItem>
        ))}
      </DropdownList>
    </HeadMenu>
  );
}

const THEMES: { theme: Settings['theme']; label: string; icon: ComponentType }[] = [
  { theme: 'system', label: 'As the system', icon: AdjustIcon },
  { theme: 'light', label: 'Light', icon: SunIcon },
  { theme: 'dark', label: 'Dark', icon: MoonIcon },
];

function ThemeMenu({ theme }: { theme: Settings['theme'] }) {
  const write = useDo('settings.write');
  const now = THEMES.find((entry) => entry.theme === theme) ?? THEMES[0]!;
  return (
    <HeadMenu label={`Theme: ${now.label.toLowerCase()}`} icon={<now.icon />} end>
      <DropdownList aria-label="Theme">
        {THEMES.map((entry) => (
          <RequestItem
            request="settings.write"
            key={entry.theme}
            isSelected={entry.theme === theme}
            icon={<entry.icon />}
            onClick={() => write.mutate({ theme: entry.theme })}
          >
            {entry.label}
          </RequestItem>
        ))}
      </DropdownList>
    </HeadMenu>
  );
}
