import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk } from '../../engine/requests.ts';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { areVersions } from '../../upgrades/question/typed-version.ts';
import { VersionInput } from '../releases/version-input.tsx';
import { t } from './messages.ts';
import type { Starting } from './use-start.ts';

interface FormProps {
  workspace: string | undefined;
  start: Starting;
}

/** Returns the current workspace as input, if there is one. */
export function inWorkspace(workspace: string | undefined): { workspace?: string } {
  return workspace === undefined ? {} : { workspace };
}

/** A form that starts a draft with its button or with Enter. */
export function StartForm({
  ready,
  start,
  label,
  onStart,
  children,
}: {
  ready: boolean;
  start: Starting;
  label: string;
  onStart: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !start.busy) onStart();
  };
  return (
    <form className="al-column" onSubmit={submit}>
      {children}
      <div className="al-actions">
        <RequestButton
          request="drafts.start"
          type="submit"
          isDisabled={!ready || start.busy}
          isLoading={start.busy}
        >
          {label}
        </RequestButton>
      </div>
    </form>
  );
}

export function NewCluster({ workspace, start }: FormProps) {
  const [to, setTo] = useState('');
  return (
    <StartForm
      ready={areVersions({ to: to.trim() })}
      start={start}
      label={t('startButton')}
      onStart={() =>
        void start.begin(
          { kind: 'new', ...inWorkspace(workspace) },
          to.trim() === '' ? {} : { to: to.trim() },
        )
      }
    >
      <p className="al-sub">{t('newHelp')}</p>
      <VersionInput
        id="al-start-version"
        label={t('versionLabel')}
        value={to}
        onChange={setTo}
        workspace={workspace}
        minors
      />
    </StartForm>
  );
}

export function FromVersions({ workspace, start }: FormProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  return (
    <StartForm
      ready={from.trim() !== '' && to.trim() !== '' && areVersions({ from: from.trim(), to: to.trim() })}
      start={start}
      label={t('pathButton')}
      onStart={() =>
        void start.begin({ kind: 'new', ...inWorkspace(workspace) }, { from: from.trim(), to: to.trim() })
      }
    >
      <div className="al-choose-fields">
        <VersionInput
          id="al-start-from"
          label={t('fromLabel')}
          value={from}
          onChange={setFrom}
          workspace={workspace}
        />
        <VersionInput
          id="al-start-to"
          label={t('toLabel')}
          value={to}
          onChange={setTo}
          workspace={workspace}
          minors
        />
      </div>
      <p className="al-sub al-small">{t('versionsHelp')}</p>
    </StartForm>
  );
}

export function FromFile({ workspace, start }: FormProps) {
  const [file, setFile] = useState('');
  const known = useAsk(
    'configurations.list',
    { workspace: workspace ?? '' },
    { enabled: workspace !== undefined },
  );
  const used = known.data?.configurations.slice(0, 5) ?? [];
  const begin = (chosen: string) =>
    void start.begin({ kind: 'file', file: chosen, ...inWorkspace(workspace) });
  return (
    <StartForm ready={file.startsWith('/')} start={start} label={t('openButton')} onStart={() => begin(file)}>
      <PathInput
        id="al-start-file"
        label={t('fileLabel')}
        kind="file"
        extensions={['yaml', 'yml']}
        value={file}
        onChange={setFile}
        helper={t('fileHelp')}
      />
      {used.length > 0 && (
        <ul className="al-start-used" aria-label={t('usedLabel')}>
          {used.map(({ file: each, name }) => (
            <li key={each}>
              <button type="button" className="al-link" disabled={start.busy} onClick={() => begin(each)}>
                {t('openUsedButton', { file: name })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </StartForm>
  );
}

export function FromLastTransfer({ workspace, start }: FormProps) {
  const lines = useAsk('workspaces.list', {});
  const complete = (lines.data?.workspaces ?? []).flatMap(lastTransfers);
  const [chosen, setChosen] = useState<string>();
  const first = complete.find(({ directory }) => directory === workspace) ?? complete[0];
  const wanted = complete.find(({ key }) => key === chosen) ?? first;
  if (!wanted) return <p className="al-sub">{t(lines.isLoading ? 'lastLoadingText' : 'lastNoneText')}</p>;
  return (
    <StartForm
      ready
      start={start}
      label={t('lastButton', { transfer: wanted.transfer })}
      onStart={() =>
        void start.begin({ kind: 'last-transfer', workspace: wanted.directory, enclave: wanted.enclave })
      }
    >
      <label className="al-choose-field" htmlFor="al-start-transfer">
        <span>{t('lastLabel')}</span>
        <FormSelect id="al-start-transfer" value={wanted.key} onChange={(_event, value) => setChosen(value)}>
          {complete.map(({ key, transfer, enclave, name }) => (
            <FormSelectOption
              key={key}
              value={key}
              label={t('lastOption', { enclave, transfer, workspace: name })}
            />
          ))}
        </FormSelect>
      </label>
    </StartForm>
  );
}

/** Returns the last complete transfer to each enclave of a workspace. */
function lastTransfers({ directory, name, practice, enclaves }: WorkspaceLine) {
  return enclaves.flatMap((enclave) => {
    const last = enclave.transfers.findLast(({ state }) => state === 'complete' || state === 'moved');
    return last
      ? [
          {
            key: `${enclave.name} ${directory}`,
            directory,
            enclave: enclave.name,
            transfer: last.name,
            name: practice ? t('practiceName') : name,
          },
        ]
      : [];
  });
}
