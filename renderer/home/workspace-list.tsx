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
import { t } from './messages.ts';

const STATES: Record<WorkspaceLine['state'], { mark: Mark; word: string }> = {
  ready: { mark: 'good', word: t('readyState') },
  empty: { mark: 'waiting', word: t('emptyState') },
  absent: { mark: 'left-out', word: t('absentState') },
  'unsupported-format': { mark: 'blocked', word: t('unsupportedState') },
  locked: { mark: 'running', word: t('lockedState') },
  unreadable: { mark: 'bad', word: t('unreadableState') },
};

/** Lists the workspaces of this user with their folders, states, sizes and free space. */
export function WorkspaceList({
  workspaces,
  onCheckAgain,
}: {
  workspaces: WorkspaceLine[];
  onCheckAgain: () => void;
}) {
  const home = useAsk('host.describe', {}).data?.home;
  const open = useDo('workspaces.open');
  const forget = useDo('workspaces.forget');
  return (
    <Card
      title={t('workspacesTitle')}
      flush
      actions={
        <>
          <Button variant="link" size="sm" onClick={() => openDialog('create-workspace')}>
            {t('createNewButton')}
          </Button>
          <Button variant="link" size="sm" onClick={() => openDialog('open-workspace')}>
            {t('openOtherButton')}
          </Button>
        </>
      }
    >
      {open.error && <FailureAlert error={open.error} title={t('openFailedTitle')} />}
      {forget.error && <FailureAlert error={forget.error} title={t('forgetFailedTitle')} />}
      <table className="al-workspaces">
        <thead>
          <tr>
            <th>{t('nameColumn')}</th>
            <th className="al-wide-only">{t('directoryColumn')}</th>
            <th>{t('stateColumn')}</th>
            <th className="al-cell-end">{t('sizeColumn')}</th>
            <th className="al-cell-end">{t('freeColumn')}</th>
            <th>{t('lastRunColumn')}</th>
            <th className="al-cell-end">
              <span className="al-unseen">{t('actionsColumn')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {workspaces.map((workspace, index) => {
            const { directory, practice, state, detail, bytes, freeBytes, lastRunAt } = workspace;
            const name = practice ? t('practiceName') : workspace.name;
            const { mark, word } = STATES[state];
            const available = state !== 'absent' && state !== 'unreadable';
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
                  {available && (
                    <Link to={storageAddress(directory)} title={t('usageTip', { workspace: name })}>
                      {size(bytes)}
                    </Link>
                  )}
                </td>
                <td className="al-cell-end">{freeBytes === undefined ? '' : size(freeBytes)}</td>
                <td>
                  {lastRunAt ? (
                    <RelativeTime at={lastRunAt} />
                  ) : (
                    <span className="al-sub">{t('noRuns')}</span>
                  )}
                </td>
                <td className="al-cell-end">
                  {!available && (
                    <Button
                      variant="link"
                      isInline
                      size="sm"
                      onClick={onCheckAgain}
                      aria-label={t('checkTip', { workspace: name })}
                    >
                      {t('checkButton')}
                    </Button>
                  )}
                  {available && index > 0 && (
                    <RequestButton
                      request="workspaces.open"
                      variant="link"
                      isInline
                      size="sm"
                      onClick={() => open.mutate({ directory })}
                      aria-label={t('useTip', { workspace: name })}
                    >
                      {t('useButton')}
                    </RequestButton>
                  )}
                  {available && index === 0 && <span className="al-sub">{t('currentState')}</span>}
                  {!practice && (
                    <RequestButton
                      request="workspaces.forget"
                      variant="link"
                      isInline
                      size="sm"
                      title={t('forgetHelp')}
                      onClick={() => forget.mutate({ directory })}
                      aria-label={t('forgetTip', { workspace: name })}
                    >
                      {t('forgetButton')}
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
