import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk } from '../../engine/requests.ts';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { VersionInput } from '../releases/version-input.tsx';
import type { Starting } from './use-start.ts';

interface FormProps {
  workspace: string | undefined;
  start: Starting;
}

/** What a form begins with: the workspace in use, where there is one. */
export function inWorkspace(workspace: string | undefined): { workspace?: string } {
  return workspace === undefined ? {} : { workspace };
}

/** A form whose button begins the draft; Enter does, too. */
export function BeginForm({
  ready,
  start,
  label,
  onBegin,
  children,
}: {
  ready: boolean;
  start: Starting;
  label: string;
  onBegin: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !start.busy) onBegin();
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
    <BeginForm
      ready
      start={start}
      label="Begin"
      onBegin={() =>
        void start.begin(
          { kind: 'new', ...inWorkspace(workspace) },
          to.trim() === '' ? {} : { to: to.trim() },
        )
      }
    >
      <p className="al-sub">
        The release that the cluster is installed with, then operators. It can be left open here.
      </p>
      <VersionInput
        id="al-start-version"
        label="OpenShift version"
        value={to}
        onChange={setTo}
        workspace={workspace}
        minors
      />
    </BeginForm>
  );
}

export function FromVersions({ workspace, start }: FormProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  return (
    <BeginForm
      ready={from.trim() !== '' && to.trim() !== ''}
      start={start}
      label="Begin with the way between them"
      onBegin={() =>
        void start.begin({ kind: 'new', ...inWorkspace(workspace) }, { from: from.trim(), to: to.trim() })
      }
    >
      <div className="al-choose-fields">
        <VersionInput
          id="al-start-from"
          label="I am on"
          value={from}
          onChange={setFrom}
          workspace={workspace}
        />
        <VersionInput
          id="al-start-to"
          label="I want"
          value={to}
          onChange={setTo}
          workspace={workspace}
          minors
        />
      </div>
      <p className="al-sub al-small">
        The console shows the version of a cluster under Administration, Cluster Settings; a minor (4.18)
        stands for its newest version.
      </p>
    </BeginForm>
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
    <BeginForm ready={file.startsWith('/')} start={start} label="Open the file" onBegin={() => begin(file)}>
      <PathInput
        id="al-start-file"
        label="Configuration file"
        kind="file"
        extensions={['yaml', 'yml']}
        value={file}
        onChange={setFile}
        helper="It is opened as it is, also when it has mistakes: these are shown at their lines, with what mends them."
      />
      {used.length > 0 && (
        <ul className="al-start-used" aria-label="Used in this workspace">
          {used.map(({ file: each, name }) => (
            <li key={each}>
              <button type="button" className="al-link" disabled={start.busy} onClick={() => begin(each)}>
                Open {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </BeginForm>
  );
}

export function FromLastTransfer({ workspace, start }: FormProps) {
  const lines = useAsk('workspaces.list', {});
  const carried = (lines.data?.workspaces ?? []).flatMap(sent);
  const [chosen, setChosen] = useState<string>();
  const first = carried.find(({ directory }) => directory === workspace) ?? carried[0];
  const wanted = carried.find(({ key }) => key === chosen) ?? first;
  if (!wanted)
    return (
      <p className="al-sub">
        {lines.isLoading
          ? 'Looking into the workspaces'
          : 'Nothing was carried from a workspace on the list yet. Begin with a new cluster or a file.'}
      </p>
    );
  return (
    <BeginForm
      ready
      start={start}
      label={`Begin with ${wanted.transfer}`}
      onBegin={() =>
        void start.begin({ kind: 'last-transfer', workspace: wanted.directory, enclave: wanted.enclave })
      }
    >
      <label className="al-choose-field" htmlFor="al-start-transfer">
        <span>Enclave and transfer</span>
        <FormSelect id="al-start-transfer" value={wanted.key} onChange={(_event, value) => setChosen(value)}>
          {carried.map(({ key, transfer, enclave, name }) => (
            <FormSelectOption key={key} value={key} label={`${enclave}: ${transfer}, from ${name}`} />
          ))}
        </FormSelect>
      </label>
    </BeginForm>
  );
}

/** The last whole transfer to each enclave of a workspace. */
function sent({ directory, name, practice, enclaves }: WorkspaceLine) {
  return enclaves.flatMap((enclave) => {
    const last = enclave.transfers.findLast(({ state }) => state === 'complete' || state === 'moved');
    return last
      ? [
          {
            key: `${enclave.name} ${directory}`,
            directory,
            enclave: enclave.name,
            transfer: last.name,
            name: practice ? 'Practice' : name,
          },
        ]
      : [];
  });
}
