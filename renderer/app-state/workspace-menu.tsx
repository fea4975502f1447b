import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { useAsk, useDo } from '../engine/requests.ts';
import { RequestItem } from '../parts/fields/request-fields.tsx';
import { baseName, underHome } from '../parts/paths.ts';
import { HeadMenu } from './head-menu.tsx';
import { t } from './messages.ts';
import { openDialog } from './shell-state.ts';

/** Returns the current workspace, which is the last one that was opened, or undefined without any. */
export function useCurrentWorkspace(): string | undefined {
  return useAsk('settings.read', {}).data?.workspaces[0];
}

/** The menu of workspaces: switch, open, create, forget. */
export function WorkspaceMenu() {
  const settings = useAsk('settings.read', {});
  const lines = useAsk('workspaces.list', {}).data?.workspaces;
  const home = useAsk('host.describe', {}).data?.home;
  const open = useDo('workspaces.open');
  const forget = useDo('workspaces.forget');
  const workspaces = settings.data?.workspaces ?? [];
  const current = workspaces[0];
  const nameOf = (directory: string): string => {
    const line = lines?.find((one) => one.directory === directory);
    return line?.practice ? t('practiceWorkspace') : baseName(directory);
  };
  return (
    <HeadMenu
      label={current ? t('workspaceTip', { name: nameOf(current) }) : t('noWorkspaceTip')}
      className="al-workspace"
      face={
        <span className="al-row">
          <span className="al-sub">{t('workspaceLabel')}</span>
          <span className="al-strong al-cut" title={current}>
            {current ? nameOf(current) : t('noWorkspace')}
          </span>
        </span>
      }
    >
      <DropdownList aria-label={t('workspacesLabel')}>
        {workspaces.map((directory) => (
          <RequestItem
            request="workspaces.open"
            key={directory}
            isSelected={directory === current}
            description={<span className="al-mono">{underHome(directory, home)}</span>}
            onClick={() => open.mutate({ directory })}
          >
            {nameOf(directory)}
          </RequestItem>
        ))}
        {workspaces.length > 0 && <Divider component="li" />}
        <RequestItem request="workspaces.open" onClick={() => openDialog('open-workspace')}>
          {t('openButton')}
        </RequestItem>
        <RequestItem request="workspaces.open" onClick={() => openDialog('create-workspace')}>
          {t('createButton')}
        </RequestItem>
        {current && (
          <RequestItem
            request="workspaces.forget"
            description={t('forgetNote')}
            onClick={() => forget.mutate({ directory: current })}
          >
            {t('forgetButton', { name: nameOf(current) })}
          </RequestItem>
        )}
      </DropdownList>
    </HeadMenu>
  );
}
