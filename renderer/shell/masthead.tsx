import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { AdjustIcon } from '@patternfly/react-icons/dist/esm/icons/adjust-icon';
import { MoonIcon } from '@patternfly/react-icons/dist/esm/icons/moon-icon';
import { QuestionCircleIcon } from '@patternfly/react-icons/dist/esm/icons/question-circle-icon';
import { SearchIcon } from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { SunIcon } from '@patternfly/react-icons/dist/esm/icons/sun-icon';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { rejectionOf } from '../../core/contract/access.ts';
import type { Settings } from '../../core/contract/topics/settings.ts';
import { HeadMenu } from '../app-state/head-menu.tsx';
import { Logo } from '../app-state/logo.tsx';
import { openDialog, toggleHelp, useHelp } from '../app-state/shell-state.ts';
import { SIDES } from '../app-state/sides.ts';
import { WorkspaceMenu } from '../app-state/workspace-menu.tsx';
import { useAsk, useDo } from '../engine/requests.ts';
import { Bell } from '../notices/bell.tsx';
import { RequestItem } from '../parts/fields/request-fields.tsx';
import { RunningRuns } from '../run/live/running-runs.tsx';
import { t } from './messages.ts';

/** The head of every screen: side, workspace, running runs, theme and help. */
export function Masthead({ settings }: { settings: Settings }) {
  const help = useHelp() !== undefined;
  return (
    <header className="al-masthead">
      <Link to="/" className="al-home-link">
        <Logo />
        {t('appName')}
      </Link>
      <span className="al-rule-up" />
      <SideMenu side={settings.side} />
      <WorkspaceMenu />
      <SessionLabel />
      <div className="al-row al-end">
        <RunningRuns />
        <Button
          variant="plain"
          size="sm"
          icon={<SearchIcon />}
          aria-label={t('findButton')}
          title={t('findButton')}
          onClick={() => openDialog('find')}
        />
        <Bell />
        <ThemeMenu theme={settings.theme} />
        <Button
          id="al-help-button"
          variant="plain"
          size="sm"
          icon={<QuestionCircleIcon />}
          aria-label={t('helpButton')}
          title={t('helpButton')}
          aria-expanded={help}
          onClick={toggleHelp}
        />
      </div>
    </header>
  );
}

/** Shows on every screen that this session has limited rights. */
function SessionLabel() {
  const session = useAsk('host.describe', {}).data?.session;
  if (!session || session.role === 'operator') return null;
  const label = session.role === 'reader' ? t('readerLabel') : t('approverLabel', { name: session.name });
  return (
    <span className="al-row" role="status" title={rejectionOf(session.role)}>
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
      label={here ? t('sideTip', { side: here.label }) : t('noSideTip')}
      className="al-side"
      face={
        <span className="al-row">
          {Icon && <Icon />}
          {here?.label ?? t('noSide')}
        </span>
      }
    >
      <DropdownList aria-label={t('sidesLabel')}>
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
  { theme: 'system', label: t('systemTheme'), icon: AdjustIcon },
  { theme: 'light', label: t('lightTheme'), icon: SunIcon },
  { theme: 'dark', label: t('darkTheme'), icon: MoonIcon },
];

function ThemeMenu({ theme }: { theme: Settings['theme'] }) {
  const write = useDo('settings.write');
  const now = THEMES.find((entry) => entry.theme === theme) ?? THEMES[0]!;
  return (
    <HeadMenu label={t('themeTip', { theme: now.label })} icon={<now.icon />} end>
      <DropdownList aria-label={t('themesLabel')}>
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
