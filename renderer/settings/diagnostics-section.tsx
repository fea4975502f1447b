import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useAsk, useDo } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { counted, size } from '../parts/format.ts';
import { underHome } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';

/** What a bundle would hold, file by file, before anything of it is written. */
export function DiagnosticsSection() {
  const host = useAsk('host.describe', {}).data;
  const preview = useAsk('diagnostics.preview', {}, { staleTime: Number.POSITIVE_INFINITY });
  const save = useDo('diagnostics.save');
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState<string>();
  const files = preview.data?.files ?? [];
  const file = files[Math.min(chosen, files.length - 1)];
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  const day = new Date().toISOString().slice(0, 10);
  const target = typed ?? (host ? `${host.home}/airlock-diagnostics-${day}.tar` : '');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (target.trim() !== '') save.mutate({ file: target.trim() });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
    next?.focus();
    next?.click();
  };
  return (
    <SettingsFrame
      section="diagnostics"
      sentence={
        preview.data
          ? `A bundle would hold ${counted(files.length, 'file')}, ${size(bytes)}, and no secret.`
          : preview.error
            ? 'The bundle could not be put together.'
            : 'Putting the bundle together.'
      }
      actions={
        <Button variant="secondary" isDisabled={preview.isFetching} onClick={() => void preview.refetch()}>
          Collect again
        </Button>
      }
    >
      {preview.error && <FailureAlert error={preview.error} title="The bundle could not be put together" />}
      {file && (
        <>
          <form className="al-save" onSubmit={onSubmit}>
            <div className="al-grow">
              <PathInput
                id="al-diagnostics-file"
                label="Save as"
                kind="save"
                extensions={['tar']}
                value={target}
                onChange={setTyped}
                helper="One tar on this host with exactly the texts below. It is sent nowhere."
              />
            </div>
            <RequestButton
              request="diagnostics.save"
              type="submit"
              variant="primary"
              isDisabled={save.isPending || target.trim() === ''}
              isLoading={save.isPending}
            >
              Save bundle
            </RequestButton>
          </form>
          {save.error && <FailureAlert error={save.error} title="The bundle was not saved" />}
          {save.data && (
            <Alert
              isInline
              variant="success"
              title={`${underHome(save.data.file, host?.home)} is written, ${size(save.data.bytes)}`}
            />
          )}
          <div className="al-diagnostics">
            <Card title="Files" flush>
              <ul className="al-file-list" onKeyDown={onKeyDown}>
                {files.map((one, index) => (
                  <li key={one.name}>
                    <button
                      type="button"
                      aria-current={one === file ? 'true' : undefined}
                      onClick={() => setChosen(index)}
                    >
                      <span className="al-mono al-anywhere">{one.name}</span>
                      <span className="al-sub al-num">{size(one.bytes)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </Card>
            <Card
              title={<span className="al-mono">{file.name}</span>}
              label={`Text of ${file.name}`}
              actions={<CopyButton text={file.text} what={`Copy ${file.name}`} />}
              flush
            >
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
              <pre className="al-file-text" tabIndex={0}>
                {file.text}
              </pre>
            </Card>
          </div>
        </>
      )}
    </SettingsFrame>
  );
}
