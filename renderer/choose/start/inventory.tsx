import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type KeyboardEvent, useState } from 'react';
import type { ContractInventory } from '../../../core/contract/topics/drafts.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import {
  type ClusterChoice,
  ClusterFields,
  clusterRequest,
  useContexts,
} from '../../parts/fields/cluster-choice.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { VersionInput } from '../releases/version-input.tsx';
import { inWorkspace, StartForm } from './forms.tsx';
import { t } from './messages.ts';
import type { Starting } from './use-start.ts';

type Source = 'cluster' | 'file' | 'paste' | 'type';

const SOURCES: { source: Source; label: string }[] = [
  { source: 'cluster', label: t('clusterButton') },
  { source: 'file', label: t('inventoryFileButton') },
  { source: 'paste', label: t('pasteButton') },
  { source: 'type', label: t('typeButton') },
];

const NOTHING: ContractInventory = { operators: [] };

/** The inventory of a cluster, from the output of `oc get` or entered manually, and the target version. */
export function FromInstalled({ workspace, start }: { workspace: string | undefined; start: Starting }) {
  const [source, setSource] = useState<Source>('cluster');
  const [inventory, setInventory] = useState<ContractInventory>();
  const [to, setTo] = useState('');
  const shown = inventory ?? (source === 'type' ? NOTHING : undefined);
  if (!shown) return <ReadInstalled source={source} onSource={setSource} onRead={setInventory} />;
  const ready = to.trim() !== '' && (shown.operators.length > 0 || Boolean(shown.openShift));
  const version = shown.openShift?.trim();
  return (
    <StartForm
      ready={ready}
      start={start}
      label={t('suggestButton')}
      onStart={() =>
        void start.begin(
          { kind: 'inventory', inventory: shown, to: to.trim(), ...inWorkspace(workspace) },
          { inventory: shown, to: to.trim(), from: version || undefined },
        )
      }
    >
      <p>
        {t.parts('usedText', {
          strong: (inner) => <strong key="strong">{inner}</strong>,
          note: (inner) => (
            <span key="note" className="al-sub">
              {inner}
            </span>
          ),
        })}
      </p>
      <div className="al-choose-fields">
        <VersionInput
          id="al-installed-version"
          label={t('installedVersionLabel')}
          value={shown.openShift ?? ''}
          onChange={(openShift) => setInventory({ ...shown, openShift })}
          workspace={workspace}
        />
        <VersionInput
          id="al-installed-to"
          label={t('toLabel')}
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
            if (source === 'type') setSource('cluster');
          }}
        >
          {t('otherButton')}
        </button>
      </p>
    </StartForm>
  );
}

function ReadInstalled({
  source,
  onSource,
  onRead,
}: {
  source: Source;
  onSource: (source: Source) => void;
  onRead: (inventory: ContractInventory) => void;
}) {
  const described = useAsk('drafts.readInventory', {}, { staleTime: Number.POSITIVE_INFINITY });
  const read = useDo('drafts.readInventory');
  const [file, setFile] = useState('');
  const [text, setText] = useState('');
  const [cluster, setCluster] = useState<ClusterChoice>({ kubeconfig: '', context: '' });
  const { contexts } = useContexts(cluster);
  const command = described.data?.command;
  const ready = {
    cluster: contexts.length > 0,
    file: file.startsWith('/'),
    paste: text.trim() !== '',
    type: false,
  }[source];
  const request = () => {
    if (source === 'cluster') return { cluster: clusterRequest(cluster) };
    return source === 'file' ? { file } : { text };
  };
  return (
    <form
      className="al-column"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) read.mutate(request(), { onSuccess: ({ inventory }) => onRead(inventory) });
      }}
    >
      <fieldset className="al-choose-set" aria-label={t('sourceLabel')}>
        <div className="al-actions">
          {SOURCES.map(({ source: each, label }) => (
            <Button
              key={each}
              variant={each === source ? 'secondary' : 'tertiary'}
              size="sm"
              aria-pressed={each === source}
              onClick={() => {
                read.reset();
                onSource(each);
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
      {source === 'cluster' && (
        <>
          <p>{t.parts('clusterText', { code: (inner) => <code key="code">{inner}</code> })}</p>
          <div className="al-choose-fields">
            <ClusterFields cluster={cluster} onChange={setCluster} />
          </div>
        </>
      )}
      {source === 'file' && (
        <PathInput
          id="al-installed-file"
          label={t('inventoryFileLabel')}
          kind="file"
          extensions={['json', 'yaml', 'yml']}
          value={file}
          onChange={setFile}
          helper={t('inventoryFileHelp')}
        />
      )}
      {source === 'paste' && (
        <>
          <p>{t('commandText')}</p>
          {command && (
            <div className="al-start-command">
              <code className="al-mono al-grow">{command}</code>
              <CopyButton text={command} what={t('copyTip')} />
            </div>
          )}
          <label className="al-choose-field" htmlFor="al-installed-text">
            <span>{t('outputLabel')}</span>
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
        </>
      )}
      {read.error && <FailureAlert error={read.error} title={t('readFailedTitle')} />}
      <div className="al-actions">
        <RequestButton
          request="drafts.readInventory"
          type="submit"
          isDisabled={!ready || read.isPending}
          isLoading={read.isPending}
        >
          {t('readButton')}
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
  /** Enter adds the row and doesn't submit the form. */
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <>
      {operators.length > 0 && (
        <table className="al-plain-table al-start-inventory" aria-label={t('inventoryLabel')}>
          <thead>
            <tr>
              <th scope="col">{t('operatorsColumn', { operators: operators.length })}</th>
              <th scope="col">{t('versionColumn')}</th>
              <th scope="col">{t('channelColumn')}</th>
              <th scope="col">
                <span className="al-unseen">{t('actionsColumn')}</span>
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
                <td className="al-num">{operator.version ?? t('unknownValue')}</td>
                <td>{operator.channel ?? t('unknownValue')}</td>
                <td>
                  <Button
                    variant="link"
                    isInline
                    aria-label={t('removeLabel', { package: operator.package })}
                    onClick={() =>
                      onChange({ ...inventory, operators: operators.filter((_, at) => at !== index) })
                    }
                  >
                    {t('removeButton')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="al-choose-fields">
        <label className="al-choose-field" htmlFor="al-installed-package">
          <span>{t('packageLabel')}</span>
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
          <span>{t('packageVersionLabel')}</span>
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
          {t('addButton')}
        </Button>
      </div>
    </>
  );
}
