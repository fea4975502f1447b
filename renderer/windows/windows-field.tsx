import { RequestButton } from '../parts/request-button.tsx';
import './windows.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { Check } from '../parts/fields/option-fields.tsx';
import { t } from './messages.ts';
import { WindowsDialog } from './windows-dialog.tsx';
import { windowsSummary } from './windows-words.ts';

/** The transfer windows of a new run, and the button that edits them. */
export function WindowsField({
  id,
  windows,
  exitAtClose,
  workspace,
  onChange,
}: {
  id: string;
  windows: readonly string[];
  exitAtClose: boolean;
  /** Workspace whose default windows can be used or replaced. */
  workspace?: string;
  onChange: (changes: { windows?: string[]; exitAtClose?: boolean }) => void;
}) {
  const [changing, setChanging] = useState(false);
  return (
    <div className="al-windows-field">
      <span className="al-windows-label" id={`${id}-label`}>
        {t('transferWindowsTitle')}
      </span>
      <div className="al-row">
        <span className="al-anywhere">{windowsSummary(windows)}</span>
        <Button variant="link" isInline aria-describedby={`${id}-label`} onClick={() => setChanging(true)}>
          {windows.length > 0 ? t('changeButton') : t('setButton')}
        </Button>
      </div>
      {workspace !== undefined && <OfWorkspace {...{ workspace, windows, onChange }} />}
      {windows.length > 0 && (
        <Check
          id={`${id}-exit`}
          label={t('pauseLabel')}
          description={t('pauseHelp')}
          isChecked={exitAtClose}
          onChange={(checked) => onChange({ exitAtClose: checked })}
        />
      )}
      {changing && (
        <WindowsDialog
          id={id}
          windows={windows}
          save={{ some: t('useButton'), none: t('useNoneButton') }}
          onSave={(changed) => {
            onChange({ windows: changed });
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  );
}

/** The default windows of a workspace, and buttons to use or replace them. */
function OfWorkspace({
  workspace,
  windows,
  onChange,
}: {
  workspace: string;
  windows: readonly string[];
  onChange: (changes: { windows: string[] }) => void;
}) {
  const settings = useAsk('settings.read', {});
  const write = useDo('settings.write');
  const saved = settings.data?.workspaceWindows?.[workspace];
  const same = saved !== undefined && saved.join('\n') === windows.join('\n');
  if (!settings.data || (saved === undefined && windows.length === 0)) return null;
  return (
    <div className="al-windows-saved al-small">
      {same ? (
        <span className="al-sub">{t('workspaceNote')}</span>
      ) : (
        <>
          {saved && saved.length > 0 && (
            <Button variant="link" isInline onClick={() => onChange({ windows: [...saved] })}>
              {t('useWorkspaceButton', { windows: windowsSummary(saved) })}
            </Button>
          )}
          <RequestButton
            request="settings.write"
            variant="link"
            isInline
            isDisabled={write.isPending}
            onClick={() =>
              write.mutate({
                workspaceWindows: { workspace, windows: windows.length > 0 ? [...windows] : null },
              })
            }
          >
            {windows.length > 0 ? t('saveForWorkspaceButton') : t('removeFromWorkspaceButton')}
          </RequestButton>
        </>
      )}
      {write.error && <FailureAlert error={write.error} title={t('workspaceFailedTitle')} />}
    </div>
  );
}
