import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { FieldNote } from '../../parts/fields/field-note.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { certificateNote, LARGEST_CERTIFICATE, trustedHost } from '../parts/authority-words.ts';
import { PastedText } from '../parts/pasted-text.tsx';
import { t } from './messages.ts';

/** Trusts a CA for one registry. Without `host`, the form has a field for it. */
export function TrustAuthority({
  host,
  onTrusted,
}: {
  host?: string;
  onTrusted: (trusted: { file: string; subjects: string[] }) => void;
}) {
  const id = useId();
  const queries = useQueryClient();
  const add = useDo('authorities.add');
  const [typedHost, setTypedHost] = useState('');
  const [pem, setPem] = useState('');
  const [tried, setTried] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);

  const named = trustedHost(host ?? typedHost);
  const hostError = tried && 'error' in named ? named.error : undefined;
  const note = certificateNote(pem, { tried, tooLarge });

  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    setTooLarge(file.size > LARGEST_CERTIFICATE);
    if (file.size <= LARGEST_CERTIFICATE) setPem(await file.text());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // A file that is too large doesn't replace the certificate in the field.
    const { variant } = certificateNote(pem, { tried, tooLarge: false });
    if ('error' in named || variant !== 'success') return;
    add.mutate(
      { host: named.name, pem },
      {
        onSuccess: (trusted) => {
          setPem('');
          setTypedHost('');
          setTried(false);
          void queries.invalidateQueries({ queryKey: ['authorities.list'] });
          onTrusted(trusted);
        },
      },
    );
  };
  return (
    <form className="al-column" onSubmit={onSubmit} noValidate>
      {host === undefined && (
        <FormGroup label={t('caHostField')} fieldId={`${id}-host`}>
          <TextInput
            id={`${id}-host`}
            className="al-mono"
            value={typedHost}
            placeholder="registry.lab:5000"
            autoComplete="off"
            spellCheck={false}
            validated={hostError ? 'error' : 'default'}
            aria-describedby={`${id}-host-note`}
            onChange={(_event, text) => setTypedHost(text)}
          />
          <FieldNote id={`${id}-host-note`} problem={hostError}>
            {t('caHostHelp')}
          </FieldNote>
        </FormGroup>
      )}
      <PastedText
        id={`${id}-pem`}
        label={t('caCertificateField')}
        value={pem}
        rows={host === undefined ? 8 : 4}
        placeholder="-----BEGIN CERTIFICATE-----"
        note={note}
        onChange={(text) => {
          setTooLarge(false);
          setPem(text);
        }}
      />
      {add.error && <FailureAlert error={add.error} title={t('trustFailedTitle')} />}
      <div className="al-actions">
        <RequestButton
          request="authorities.add"
          type="submit"
          variant="primary"
          isDisabled={add.isPending}
          isLoading={add.isPending}
        >
          {host === undefined ? t('trustButton') : t('trustForButton', { registry: host })}
        </RequestButton>
        <Button variant="secondary" onClick={() => chooser.current?.click()}>
          {t('caFileButton')}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".pem,.crt,.cer,.ca-bundle"
          hidden
          aria-label={t('caFileLabel')}
          onChange={(event) => void read(event)}
        />
      </div>
    </form>
  );
}
