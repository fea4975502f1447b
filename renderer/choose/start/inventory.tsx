import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type KeyboardEvent, useState } from 'react';
import type { ContractInventory } from '../../../core/contract/topics/drafts.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { counted } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { VersionInput } from '../releases/version-input.tsx';
import { BeginForm, inWorkspace } from './forms.tsx';
import type { Starting } from './use-start.ts';

type Way = 'file' | 'paste' | 'type';

const WAYS: { way: Way; label: string }[] = [
  { way: 'paste', label: 'Paste it' },
  { way: 'file', label: 'Open the file' },
  { way: 'type', label: 'Type it' },
];

const NOTHING: ContractInventory = { operators: [] };

/** What a cluster runs, as it will be kept: read from what `oc get` gave, or typed; then the version that is wanted. */
export function FromInstalled({ workspace, start }: { workspace: string | undefined; start: Starting }) {
  const [way, setWay] = useState<Way>('paste');
  const [inventory, setInventory] = useState<ContractInventory>();
  const [to, setTo] = useState('');
  const shown = inventory ?? (way === 'type' ? NOTHING : undefined);
  if (!shown) return <ReadInstalled way={way} onWay={setWay} onRead={setInventory} />;
  const ready = to.trim() !== '' && (shown.operators.length > 0 || Boolean(shown.openShift));
  const version = shown.openShift?.trim();
  return (
    <BeginForm
      ready={ready}
      start={start}
      label="Suggest a configuration"
      onBegin={() =>
        void start.begin(
          { kind: 'inventory', inventory: shown, to: to.trim(), ...inWorkspace(workspace) },
          { inventory: shown, to: to.trim(), from: version || undefined },
        )
      }
    >
      <p>
        <strong>Only this is kept:</strong>{' '}
        <span className="al-sub">versions and names of packages. Nothing else of the cluster was read.</span>
      </p>
      <div className="al-choose-fields">
        <VersionInput
          id="al-installed-version"
          label="OpenShift on it"
          value={shown.openShift ?? ''}
          onChange={(openShift) => setInventory({ ...shown, openShift })}
          workspace={workspace}
        />
        <VersionInput
          id="al-installed-to"
          label="I want"
          value={to}
          onChange={setTo}
          workspace={workspace}
          minors
        />
      </div>
      <InstalledTable inventory={shown} onChange={setInventory} />
      <p>
        <button
          type="button"
          className="al-link"
          onClick={() => {
            setInventory(undefined);
            setWay('paste');
          }}
        >
          Read something else
        </button>
      </p>
    </BeginForm>
  );
}

function ReadInstalled({
  way,
  onWay,
  onRead,
}: {
  way: Way;
  onWay: (way: Way) => void;
  onRead: (inventory: ContractInventory) => void;
}) {
  const asked = useAsk('drafts.readInventory', {}, { staleTime: Number.POSITIVE_INFINITY });
  const read = useDo('drafts.readInventory');
  const [file, setFile] = useState('');
  const [text, setText] = useState('');
  const command = asked.data?.command;
  const ready = way === 'file' ? file.startsWith('/') : text.trim() !== '';
  return (
    <form
      className="al-column"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready)
          read.mutate(way === 'file' ? { file } : { text }, {
            onSuccess: ({ inventory }) => onRead(inventory),
          });
      }}
    >
      <p>Run this where the cluster can be reached, and bring what it writes:</p>
      {command && (
        <div className="al-start-command">
          <code className="al-mono al-grow">{command}</code>
          <CopyButton text={command} what="Copy the command" />
        </div>
      )}
      <fieldset className="al-choose-set" aria-label="How it gets here">
        <div className="al-actions">
          {WAYS.map(({ way: each, label }) => (
            <Button
              key={each}
              variant={each === way ? 'secondary' : 'tertiary'}
              size="sm"
              aria-pressed={each === way}
              onClick={() => {
                read.reset();
                onWay(each);
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      {way === 'file' ? (
        <PathInput
          id="al-installed-file"
          label="Installed, as a file"
          kind="file"
          extensions={['json', 'yaml', 'yml']}
          value={file}
          onChange={setFile}
          helper="What the command wrote, or a file that Airlock wrote before."
        />
      ) : (
        <label className="al-choose-field" htmlFor="al-installed-text">
          <span>What the command wrote</span>
          <TextArea
            id="al-installed-text"
            className="al-mono"
            rows={5}
            value={text}
            spellCheck={false}
            placeholder='{"apiVersion": "v1", "kind": "List", "items": [ … ]}'
            onChange={(_event, typed) => setText(typed)}
          />
        </label>
      )}
      {read.error && <FailureAlert error={read.error} title="It was not read" />}
      <div className="al-actions">
        <RequestButton
          request="drafts.readInventory"
          type="submit"
          isDisabled={!ready || read.isPending}
          isLoading={read.isPending}
        >
          Show what is kept of it
        </RequestButton>
      </div>
    </form>
  );
}

function InstalledTable({
  inventory,
  onChange,
}: {
  inventory: ContractInventory;
  onChange: (inventory: ContractInventory) => void;
}) {
  const { operators } = inventory;
  const [name, setName] = useState('');
  const [version, setVersion] = useState('');
  const free = name.trim() !== '' && !operators.some((each) => each.package === name.trim());
  const add = () => {
    if (!free) return;
    const typed = { package: name.trim(), version: version.trim() || undefined };
    onChange({ ...inventory, operators: [...operators, typed] });
    setName('');
    setVersion('');
  };
  /** Enter adds the row; the form around it must not begin without it. */
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <>
      {operators.length > 0 && (
        <table className="al-plain-table al-start-inventory" aria-label="Installed operators">
          <thead>
            <tr>
              <th scope="col">{counted(operators.length, 'operator')}</th>
              <th scope="col">Version</th>
              <th scope="col">Channel</th>
              <th scope="col">
                <span className="al-unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {operators.map((operator, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a package may be installed twice
              <tr key={index}>
                <th scope="row" className="al-anywhere">
                  {operator.package}
                </th>
                <td className="al-num">{operator.version ?? 'not told'}</td>
                <td>{operator.channel ?? 'not told'}</td>
                <td>
                  <Button
                    variant="link"
                    isInline
                    aria-label={`Leave out ${operator.package}`}
                    onClick={() =>
                      onChange({ ...inventory, operators: operators.filter((_, at) => at !== index) })
                    }
                  >
                    Leave out
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="al-choose-fields">
        <label className="al-choose-field" htmlFor="al-installed-package">
          <span>Package</span>
          <TextInput
            id="al-installed-package"
            value={name}
            placeholder="odf-operator"
            autoComplete="off"
            spellCheck={false}
            onChange={(_event, text) => setName(text)}
            onKeyDown={addOnEnter}
          />
        </label>
        <label className="al-choose-field" htmlFor="al-installed-package-version">
          <span>Version</span>
          <TextInput
            id="al-installed-package-version"
            value={version}
            placeholder="4.16.3"
            autoComplete="off"
            onChange={(_event, text) => setVersion(text)}
            onKeyDown={addOnEnter}
          />
        </label>
        <Button variant="secondary" isDisabled={!free} onClick={add}>
          Add operator
        </Button>
      </div>
    </>
  );
}
