import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { useAsk, useDo } from '../engine/requests.ts';
import { RequestItem } from '../parts/fields/request-fields.tsx';
import { baseName, underHome } from '../parts/paths.ts';
import { HeadMenu } from './head-menu.tsx';
import { openDialog } from './shell-state.ts';

/** The workspace in use: the one that was opened last. Undefined while none is on the list. */
export function useCurrentWorkspace(): string | undefined {
  return useAsk('settings.read', {}).data?.workspaces[0];
}

/** Which workspace is in use; switch, open, create, forget. */
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
    return line?.practice ? 'Practice' : baseName(directory);
  };
  return (
    <HeadMenu
      label={current ? `Workspace ${nameOf(current)}. Change it` : 'Open a workspace'}
      className="al-workspace"
      face={
        <span className="al-row">
          <span className="al-sub">Workspace</span>
          <span className="al-strong al-cut">{current ? nameOf(current) : 'none'}</span>
        </span>
      }
    >
      <DropdownList aria-label="Workspaces">
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
          Open a workspace…
        </RequestItem>
        <RequestItem request="workspaces.open" onClick={() => openDialog('create-workspace')}>
          Create a workspace…
        </RequestItem>
        {current && (
          <RequestItem
            request="workspaces.forget"
            description="Takes it off this list; its files stay"
            onClick={() => forget.mutate({ directory: current })}
          >
            Forget {nameOf(current)}
          </RequestItem>
        )}
      </DropdownList>
    </HeadMenu>
  );
}
