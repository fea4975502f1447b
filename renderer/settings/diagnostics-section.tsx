import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useAsk, useDo } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { size } from '../parts/format.ts';
import { underHome } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';

/** `/settings/diagnostics`: the files of a diagnostics bundle, before it is saved. */
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
          ? t('bundleTitle', { files: files.length, size: size(bytes) })
          : preview.error
            ? t('collectFailedTitle')
            : t('collectingTitle')
      }
      actions={
        <Button variant="secondary" isDisabled={preview.isFetching} onClick={() => void preview.refetch()}>
          {t('collectButton')}
        </Button>
      }
    >
      {preview.error && <FailureAlert error={preview.error} title={t('collectFailedTitle')} />}
      {file && (
        <>
          <form className="al-save" onSubmit={onSubmit}>
            <div className="al-grow">
              <PathInput
                id="al-diagnostics-file"
                label={t('bundleFileLabel')}
                kind="save"
                extensions={['tar']}
                value={target}
                onChange={setTyped}
                helper={t('bundleHelp')}
              />
            </div>
            <RequestButton
              request="diagnostics.save"
              type="submit"
              variant="primary"
              isDisabled={save.isPending || target.trim() === ''}
              isLoading={save.isPending}
            >
              {t('saveBundleButton')}
            </RequestButton>
          </form>
          {save.error && <FailureAlert error={save.error} title={t('saveBundleFailedTitle')} />}
          {save.data && (
            <Alert
              isInline
              variant="success"
              title={t('bundleSavedTitle', {
                file: underHome(save.data.file, host?.home),
                size: size(save.data.bytes),
              })}
            />
          )}
          <div className="al-diagnostics">
            <Card title={t('filesTitle')} flush>
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
              label={t('fileLabel', { file: file.name })}
              actions={<CopyButton text={file.text} what={t('copyFileButton', { file: file.name })} />}
              flush
            >
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach everything that scrolls */}
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
