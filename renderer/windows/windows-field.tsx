import { RequestButton } from '../parts/request-button.tsx';
import './windows.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { Check } from '../parts/fields/option-fields.tsx';
import { WindowsDialog } from './windows-dialog.tsx';
import { windowsSummary } from './windows-words.ts';

/** When a run may use its links: in words, and the week behind a button. */
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
  /** Whose windows can be taken over, and for which these can be kept. */
  workspace?: string;
  onChange: (changes: { windows?: string[]; exitAtClose?: boolean }) => void;
}) {
  const [changing, setChanging] = useState(false);
  return (
    <div className="al-windows-field">
      <span className="al-windows-label" id={`${id}-label`}>
        Windows of the link
      </span>
      <div className="al-row">
        <span className="al-anywhere">{windowsSummary(windows)}</span>
        <Button variant="link" isInline aria-describedby={`${id}-label`} onClick={() => setChanging(true)}>
          {windows.length > 0 ? 'Change windows' : 'Set windows'}
        </Button>
      </div>
      {workspace !== undefined && <OfWorkspace {...{ workspace, windows, onChange }} />}
      {windows.length > 0 && (
        <Check
          id={`${id}-exit`}
          label="Pause for good when a window closes"
          description="In place of waiting for the next one; it goes on when you resume it."
          isChecked={exitAtClose}
          onChange={(checked) => onChange({ exitAtClose: checked })}
        />
      )}
      {changing && (
        <WindowsDialog
          id={id}
          windows={windows}
          save={{ some: 'Use these windows', none: 'Run at any time' }}
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

/** The windows that a workspace is remembered to have: taken over, or these kept in their place. */
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
  const kept = settings.data?.workspaceWindows?.[workspace];
  const same = kept !== undefined && kept.join('\n') === windows.join('\n');
  if (!settings.data || (kept === undefined && windows.length === 0)) return null;
  return (
    <div className="al-windows-kept al-small">
      {same ? (
        <span className="al-sub">New runs of this workspace begin with these.</span>
      ) : (
        <>
          {kept && kept.length > 0 && (
            <Button variant="link" isInline onClick={() => onChange({ windows: [...kept] })}>
              Take those of the workspace: {windowsSummary(kept)}
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
            {windows.length > 0 ? 'Keep these for the workspace' : 'Forget those of the workspace'}
          </RequestButton>
        </>
      )}
      {write.error && <FailureAlert error={write.error} title="The windows were not kept" />}
    </div>
  );
}
