import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link } from 'react-router';
import type { WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { openDialog } from '../app-state/shell-state.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { storageAddress } from '../parts/addresses.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { size } from '../parts/format.ts';
import { underHome } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';

const STATES: Record<WorkspaceLine['state'], { mark: Mark; word: string }> = {
  ready: { mark: 'good', word: 'Ready' },
  empty: { mark: 'waiting', word: 'Empty' },
  absent: { mark: 'left-out', word: 'Not there now' },
  'newer-format': { mark: 'blocked', word: 'Of a newer Airlock' },
  locked: { mark: 'running', word: 'In use elsewhere' },
  unreadable: { mark: 'bad', word: 'Cannot be read' },
};

/** All workspaces of this user: where, how large, how much room is left, what is wrong. */
export function WorkspaceList({
  workspaces,
  onLookAgain,
}: {
  workspaces: WorkspaceLine[];
  onLookAgain: () => void;
}) {
  const home = useAsk('host.describe', {}).data?.home;
  const open = useDo('workspaces.open');
  const forget = useDo('workspaces.forget');
  return (
    <Card
      title="Workspaces"
      flush
      actions={
        <>
          <Button variant="link" size="sm" onClick={() => openDialog('create-workspace')}>
            Create
          </Button>
          <Button variant="link" size="sm" onClick={() => openDialog('open-workspace')}>
            Open
          </Button>
        </>
      }
    >
      {open.error && <FailureAlert error={open.error} title="The workspace was not opened" />}
      {forget.error && <FailureAlert error={forget.error} title="The workspace is still on the list" />}
      <table className="al-workspaces">
        <thead>
          <tr>
            <th>Name</th>
            <th className="al-wide-only">Folder</th>
            <th>State</th>
            <th className="al-cell-end">Size</th>
            <th className="al-cell-end">Free</th>
            <th>Last run</th>
            <th className="al-cell-end">
              <span className="al-unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {workspaces.map((workspace, index) => {
            const { directory, practice, state, detail, bytes, freeBytes, lastRunAt } = workspace;
            const name = practice ? 'Practice' : workspace.name;
            const { mark, word } = STATES[state];
            const there = state !== 'absent' && state !== 'unreadable';
            return (
              <tr key={directory}>
                <td className="al-strong" title={directory}>
                  {name}
                </td>
                <td className="al-wide-only al-mono al-path" title={directory}>
                  {underHome(directory, home)}
                </td>
                <td title={detail}>
                  <StateMark mark={mark}>{word}</StateMark>
                </td>
                <td className="al-cell-end">
                  {there && (
                    <Link to={storageAddress(directory)} title={`What uses the space of ${name}`}>
                      {size(bytes)}
                    </Link>
                  )}
                </td>
                <td className="al-cell-end">{freeBytes === undefined ? '' : size(freeBytes)}</td>
                <td>{lastRunAt ? <RelativeTime at={lastRunAt} /> : <span className="al-sub">none</span>}</td>
                <td className="al-cell-end">
                  {!there && (
                    <Button
                      variant="link"
                      isInline
                      size="sm"
                      onClick={onLookAgain}
                      aria-label={`Look for ${name} again`}
                    >
                      Look again
                    </Button>
                  )}
                  {there && index > 0 && (
                    <RequestButton
                      request="workspaces.open"
                      variant="link"
                      isInline
                      size="sm"
                      onClick={() => open.mutate({ directory })}
                      aria-label={`Use ${name}`}
                    >
                      Use
                    </RequestButton>
                  )}
                  {there && index === 0 && <span className="al-sub">in use</span>}
                  {!practice && (
                    <RequestButton
                      request="workspaces.forget"
                      variant="link"
                      isInline
                      size="sm"
                      title="Takes it off this list; its files stay"
                      onClick={() => forget.mutate({ directory })}
                      aria-label={`Forget ${name}`}
                    >
                      Forget
                    </RequestButton>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
