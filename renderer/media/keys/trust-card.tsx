import { useState } from 'react';
import type { FoundKeyLine, TrustedKeyLine } from '../../../core/contract/topics/keys.ts';
import { useAsk, useRejection } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { KeyList } from './key-list.tsx';
import { t } from './messages.ts';
import { DistrustDialog, TrustDialog } from './trust-dialogs.tsx';

/** The trusted keys of a directory, and public keys on drives that can be trusted. @param paths of the selected or read drives */
export function TrustCard({ directory, paths }: { directory: string; paths: string[] }) {
  const keys = useKeysOf(directory, paths);
  const [trusting, setTrusting] = useState<FoundKeyLine>();
  const [removing, setRemoving] = useState<TrustedKeyLine>();
  const [unsigned, setUnsigned] = useState<string[]>([]);
  const { trusted, unknown } = keys;
  const changed = (left: string[]) => {
    setUnsigned(left);
    keys.refresh();
  };
  return (
    <Card title={t('trustedTitle')}>
      <div className="al-carry-more">
        {keys.error && <FailureAlert error={keys.error} title={t('trustedFailedTitle')} />}
        {trusted && (
          <p>
            <StateMark mark={trusted.length === 0 ? 'warning' : 'good'}>
              {trusted.length === 0 ? t('noneRequiredText') : t('requiredText', { keys: trusted.length })}
            </StateMark>
          </p>
        )}
        {unsigned.length > 0 && (
          <p className="al-sub al-small">{t('unsignedTransfersText', { transfers: unsigned.join(', ') })}</p>
        )}
        <KeyList
          label={t('trustedTitle')}
          keys={trusted ?? []}
          action={{
            request: 'keys.distrust',
            text: t('removeKeyButton'),
            label: (name) => t('removeKeyLabel', { name }),
            run: setRemoving,
          }}
          note={(key) => (
            <span className="al-sub al-small">
              {t.parts(key.directory === undefined ? 'everywhereNote' : 'directoryNote', {
                user: key.by,
                time: () => <RelativeTime key="time" at={key.at} />,
              })}
            </span>
          )}
        />
        {keys.findError && <FailureAlert error={keys.findError} title={t('findFailedTitle')} />}
        <KeyList
          label={t('foundLabel')}
          keys={unknown}
          action={{
            request: 'keys.trust',
            text: t('trustButton'),
            label: (name) => t('trustKeyLabel', { name }),
            run: setTrusting,
          }}
          above={<span className="al-sub al-small">{t('unknownKey')}</span>}
          note={(key) => <span className="al-sub al-small al-mono al-anywhere">{key.file}</span>}
        />
        <KeyFileForm disabled={!keys.named} onShow={keys.show} />
      </div>
      {trusting && (
        <TrustDialog
          directory={directory}
          found={trusting}
          onClose={() => setTrusting(undefined)}
          onTrusted={changed}
        />
      )}
      {removing && (
        <DistrustDialog
          trusted={removing}
          last={trusted?.length === 1}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => changed([])}
        />
      )}
    </Card>
  );
}

/** Returns the trusted keys of a directory, and other keys on drives and in a selected file. */
function useKeysOf(directory: string, paths: string[]) {
  const named = directory.startsWith('/');
  const list = useAsk('keys.trusted', { directory }, { enabled: named, staleTime: 0 });
  const mayFind = useRejection('keys.find') === undefined;
  const [files, setFiles] = useState<string[]>([]);
  const searched = [...paths, ...files];
  const searching = searched.length > 0;
  const found = useAsk(
    'keys.find',
    { directory, paths: searched },
    { enabled: named && mayFind && searching, staleTime: 0 },
  );
  return {
    named,
    error: list.error,
    /** Undefined while loading. */
    trusted: list.data?.keys,
    unknown: searching ? (found.data?.keys ?? []).filter((key) => !key.trusted) : [],
    findError: searching ? found.error : null,
    refresh() {
      void list.refetch();
      if (searching) void found.refetch();
    },
    /** Searches a file for keys, again if it is the same file. */
    show(file: string) {
      setFiles([file]);
      if (files[0] === file) void found.refetch();
    },
  };
}

function KeyFileForm({ disabled, onShow }: { disabled: boolean; onShow: (file: string) => void }) {
  const [file, setFile] = useState('');
  return (
    <form
      className="al-drive-folder"
      onSubmit={(event) => {
        event.preventDefault();
        if (file.trim() !== '') onShow(file.trim());
      }}
    >
      <PathInput
        id="al-trust-file"
        label={t('keyFileLabel')}
        kind="file"
        extensions={['asc', 'gpg', 'pgp', 'pub', 'key']}
        value={file}
        onChange={setFile}
      />
      <RequestButton
        request="keys.find"
        type="submit"
        variant="secondary"
        isDisabled={file.trim() === '' || disabled}
      >
        {t('showKeyButton')}
      </RequestButton>
    </form>
  );
}
