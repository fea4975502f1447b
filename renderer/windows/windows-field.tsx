import './windows.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { Check } from '../run/setup-option-fields.tsx';
import { WindowsEditor } from './windows-editor.tsx';
import { windowsSummary } from './windows-words.ts';

/** When a run may use its links: one line, and the week behind it. */
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
  const [open, setOpen] = useState(false);
  return (
    <ExpandableSection
      className="al-choose-section al-windows-field"
      toggleContent={
        <>
          Windows of the link <span className="al-sub">{windowsSummary(windows)}</span>
        </>
      }
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <WindowsEditor id={id} windows={windows} onChange={(changed) => onChange({ windows: changed })} />
      {workspace !== undefined && <OfWorkspace {...{ workspace, windows, onChange }} />}
      {windows.length > 0 && (
        <Check
          id={`${id}-exit`}
          label="Pause for good when a window closes"
          description="In place of waiting for the next one; a paused run goes on when you resume it."
          isChecked={exitAtClose}
          onChange={(checked) => onChange({ exitAtClose: checked })}
        />
      )}
    </ExpandableSection>
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
          <Button
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
          </Button>
        </>
      )}
      {write.error && <FailureAlert error={write.error} title="The windows were not kept" />}
    </div>
  );
}
