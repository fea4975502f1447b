import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId, useState } from 'react';
import type { DeletePreview } from '../../core/contract/topics/deletes.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { confirmation, isConfirmed } from './delete-words.ts';

/** What deleting does, and the words that have to be typed first. */
export function ConfirmCard({
  registry,
  preview,
  saved,
  busy,
  error,
  onSave,
  onDelete,
}: {
  /** Host with port. */
  registry: string;
  /** Of something that goes. */
  preview: DeletePreview;
  /** Files that were written, and the command that executes them. */
  saved: { files: string[]; command: string } | undefined;
  busy: 'save' | 'delete' | undefined;
  error: unknown;
  onSave: () => void;
  onDelete: (options: { forceCacheDelete: boolean }) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [forceCacheDelete, setForce] = useState(false);
  const { images } = preview;
  const confirmed = isConfirmed(typed, registry, images);
  return (
    <section className="al-card al-delete-confirm" aria-label="Confirm">
      <div className="al-in al-delete-confirm-two">
        <div>
          <h2 className="al-strong">Content that is deleted must be pushed again to be had again.</h2>
          <ol>
            <li>
              <strong>The list is saved</strong> in the workspace, as oc-mirror writes it
            </li>
            <li>
              <strong>Every digest is compared</strong> with the list; what was moved since stays
            </li>
            <li>
              <strong>{counted(images, 'image')} deleted</strong>, with what belongs to nothing else
            </li>
            <li>
              <strong>What stays is verified</strong>, every manifest and blob
            </li>
            <li>
              <strong>The registry collects its garbage</strong>; the space is free then, not before
            </li>
          </ol>
          <Checkbox
            id={`${id}-cache`}
            label="Also free what this workspace keeps of them for planning"
            isChecked={forceCacheDelete}
            onChange={(_event, checked) => setForce(checked)}
          />
        </div>
        <form
          className="al-column"
          onSubmit={(event) => {
            event.preventDefault();
            if (confirmed && !busy) onDelete({ forceCacheDelete });
          }}
        >
          <FormGroup
            label={
              <>
                Type <code className="al-mono">{confirmation(registry, images)}</code> to go on
              </>
            }
            fieldId={`${id}-typed`}
          >
            <TextInput
              id={`${id}-typed`}
              className="al-mono"
              aria-label="The registry and the number of images"
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(_event, text) => setTyped(text)}
            />
          </FormGroup>
          <div className="al-actions">
            <RequestButton
              request="deletes.run"
              type="submit"
              variant="danger"
              isDisabled={!confirmed || busy !== undefined}
              isLoading={busy === 'delete'}
            >
              Delete {counted(images, 'image')}
            </RequestButton>
            <RequestButton
              request="deletes.write"
              variant="secondary"
              isDisabled={busy !== undefined}
              isLoading={busy === 'save'}
              onClick={onSave}
            >
              Save the list only
            </RequestButton>
          </div>
          {saved && (
            <p className="al-sub al-small" role="status">
              Saved as <code className="al-mono al-anywhere">{saved.files[0]}</code>.{' '}
              <CopyButton text={saved.command} label="Copy the command that executes it" inline />
            </p>
          )}
        </form>
      </div>
      {error !== null && error !== undefined && (
        <div className="al-in">
          <FailureAlert error={error} title="Nothing was deleted" />
        </div>
      )}
    </section>
  );
}
