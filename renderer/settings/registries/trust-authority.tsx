import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { counted } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { pastedAuthority } from '../parts/authority-words.ts';
import { typedRegistry } from '../parts/registry-words.ts';

/** Largest file that is taken for a certificate, bytes. */
const LARGEST_FILE = 1_000_000;

/** Trusts a certificate authority for one registry. Without `host` it is asked for. */
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

  const named = typedRegistry(host ?? typedHost);
  const hostError =
    'error' in named ? named.error : named.name.includes('/') ? 'The host alone, without a path.' : undefined;
  const pasted = pem.trim() === '' ? undefined : pastedAuthority(pem);
  const pemError = tooLarge
    ? 'This file is too large for a certificate.'
    : pasted && 'error' in pasted
      ? pasted.error
      : tried && !pasted
        ? 'Paste the certificate of the authority, or read its file.'
        : undefined;

  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    setTooLarge(file.size > LARGEST_FILE);
    if (file.size <= LARGEST_FILE) setPem(await file.text());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (hostError || 'error' in named || !pasted || 'error' in pasted) return;
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
        <FormGroup label="Registry" fieldId={`${id}-host`}>
          <TextInput
            id={`${id}-host`}
            className="al-mono"
            value={typedHost}
            placeholder="registry.lab:5000"
            autoComplete="off"
            spellCheck={false}
            validated={tried && hostError ? 'error' : 'default'}
            aria-describedby={`${id}-host-note`}
            onChange={(_event, text) => setTypedHost(text)}
          />
          <FormHelperText>
            <HelperText id={`${id}-host-note`}>
              <HelperTextItem variant={tried && hostError ? 'error' : 'default'}>
                {tried && hostError ? hostError : 'It is trusted for this host alone.'}
              </HelperTextItem>
            </HelperText>
          </FormHelperText>
        </FormGroup>
      )}
      <FormGroup label="Certificate of the authority (PEM)" fieldId={`${id}-pem`}>
        <TextArea
          id={`${id}-pem`}
          className="al-mono"
          value={pem}
          rows={host === undefined ? 8 : 4}
          resizeOrientation="vertical"
          spellCheck={false}
          placeholder="-----BEGIN CERTIFICATE-----"
          validated={pemError ? 'error' : 'default'}
          aria-describedby={`${id}-pem-note`}
          onChange={(_event, text) => {
            setTooLarge(false);
            setPem(text);
          }}
        />
        <FormHelperText>
          <HelperText id={`${id}-pem-note`} isLiveRegion>
            <HelperTextItem variant={pemError ? 'error' : pasted ? 'success' : 'default'}>
              {pemError ??
                (pasted && 'certificates' in pasted
                  ? `Holds ${counted(pasted.certificates, 'certificate')}.`
                  : 'The authority’s, not the server’s own; ask who runs the registry for it.')}
            </HelperTextItem>
          </HelperText>
        </FormHelperText>
      </FormGroup>
      {add.error && <FailureAlert error={add.error} title="The authority was not added" />}
      <div className="al-actions">
        <RequestButton
          request="authorities.add"
          type="submit"
          variant="primary"
          isDisabled={add.isPending}
          isLoading={add.isPending}
        >
          {host === undefined ? 'Trust authority' : `Trust for ${host} and test`}
        </RequestButton>
        <Button variant="secondary" onClick={() => chooser.current?.click()}>
          Read a file
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".pem,.crt,.cer,.ca-bundle"
          hidden
          aria-label="File with the certificate"
          onChange={(event) => void read(event)}
        />
      </div>
    </form>
  );
}
