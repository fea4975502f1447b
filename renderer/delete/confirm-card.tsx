import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useId, useState } from 'react';
import type { DeletePreview } from '../../core/contract/topics/deletes.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { confirmation, isConfirmed } from './delete-words.ts';
import { t } from './messages.ts';

/** The ID of the field for the text to type. */
const CONFIRMATION_FIELD = 'al-delete-confirmation';

/** Focuses the field for the text to type, with the button that deletes in view. */
export function showConfirmation(): void {
  const field = document.getElementById(CONFIRMATION_FIELD);
  field?.focus({ preventScroll: true });
  field?.closest('section')?.scrollIntoView({ block: 'end' });
}

/** Shows what the deletion does, and the text to type first. */
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
  /** With at least one image to delete. */
  preview: DeletePreview;
  /** The saved files, and the command that executes them. */
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
    <section className="al-card al-delete-confirm" aria-label={t('confirmLabel')}>
      <div className="al-in al-delete-confirm-two">
        <div>
          <h2 className="al-strong">{t('confirmTitle')}</h2>
          <ol>
            <li>{t.parts('saveStep', { strong })}</li>
            <li>{t.parts('compareStep', { strong })}</li>
            <li>{t.parts('deleteStep', { images, strong })}</li>
            <li>{t.parts('verifyStep', { strong })}</li>
            <li>{t.parts('collectStep', { strong })}</li>
          </ol>
          <Checkbox
            id={`${id}-cache`}
            label={t('cacheLabel')}
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
            label={t.parts('typeText', {
              confirmation: confirmation(registry, images),
              code: (inner) => (
                <code key="confirmation" className="al-mono">
                  {inner}
                </code>
              ),
            })}
            fieldId={CONFIRMATION_FIELD}
          >
            <TextInput
              id={CONFIRMATION_FIELD}
              className="al-mono"
              aria-label={t('typeLabel')}
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
              {t('deleteButton', { images })}
            </RequestButton>
            <RequestButton
              request="deletes.write"
              variant="secondary"
              isDisabled={busy !== undefined}
              isLoading={busy === 'save'}
              onClick={onSave}
            >
              {t('saveButton')}
            </RequestButton>
          </div>
          {saved && (
            <p className="al-sub al-small" role="status">
              {t.parts('savedText', {
                file: saved.files[0] ?? '',
                code: (inner) => (
                  <code key="file" className="al-mono al-anywhere">
                    {inner}
                  </code>
                ),
              })}{' '}
              <CopyButton text={saved.command} label={t('copyCommandButton')} inline />
            </p>
          )}
        </form>
      </div>
      {error !== null && error !== undefined && (
        <div className="al-in">
          <FailureAlert error={error} title={t('deleteFailedTitle')} />
        </div>
      )}
    </section>
  );
}

function strong(inner: ReactNode[]): ReactNode {
  return <strong key="strong">{inner}</strong>;
}
