import { capitalized } from '../../../core/contract/documents/words.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import './manifests.css';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { counted } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { draftOf } from '../form/config-store.ts';
import { useAnalysis, useConfig, useKeeping } from '../form/use-config.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { type FileFolder, fileBeside, foldersOf } from './made-files.ts';

/** Every manifest that follows from the configuration: the tree, what is in each, and what must be there before. */
export default function ManifestsView() {
  const config = useConfig();
  const { errors } = useAnalysis();
  const make = useDo('installConfig.manifests');
  const { mutate } = make;
  const { text, fields } = config;
  const { openShiftVersion, method, infraId } = fields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the manifests are made of
  useEffect(() => {
    mutate({ draft: draftOf(config) });
  }, [mutate, text, openShiftVersion, method, infraId]);
  if (make.error)
    return <FailureAlert error={make.error} title="The manifests cannot be made of this configuration yet" />;
  if (!make.data) return <div aria-busy="true" className="al-ic-waiting" />;
  return (
    <>
      <SaveCard made={make.data} errors={errors} />
      <Browser made={make.data} />
      <ChecklistCard parts={make.data.checklist} />
    </>
  );
}

type Made = RequestOutput<'installConfig.manifests'>;

function Browser({ made }: { made: Made }) {
  const folders = useMemo(() => foldersOf(made.files), [made.files]);
  const first = folders[0]?.files[0]?.path ?? '';
  const [chosen, setChosen] = useState(first);
  const file =
    made.files.find(({ path }) => path === chosen) ?? made.files.find(({ path }) => path === first);
  if (!file) return null;
  return (
    <div className="al-ic-browser">
      <Card title="Files" note={counted(made.files.length, 'file')} flush label="Files">
        <FileTree folders={folders} chosen={file.path} onChoose={setChosen} />
      </Card>
      <Card
        title={<span className="al-mono al-anywhere">{file.path.split('/').at(-1)}</span>}
        actions={<CopyButton text={file.text} what="Copy the file" />}
        flush
        label={`File ${file.path}`}
      >
        <p className="al-ic-purpose al-small">
          {file.purpose} {file.secret && <StateMark mark="info">Secrets are masked here.</StateMark>}
        </p>
        <div className="al-ic-preview">
          <YamlEditor key={file.path} label={file.path} value={file.text} />
        </div>
      </Card>
    </div>
  );
}

/** One stop for Tab; arrows go from file to file. */
function FileTree({
  folders,
  chosen,
  onChoose,
}: {
  folders: readonly FileFolder[];
  chosen: string;
  onChoose: (path: string) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const next = fileBeside(folders, chosen, event.key === 'ArrowDown' ? 1 : -1);
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-path="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the arrows of its buttons
    <div className="al-ic-tree" onKeyDown={onKeyDown}>
      {folders.map(({ folder, files }) => (
        <section key={folder} aria-label={folder || 'At the top'}>
          {folder && <h3 className="al-mono al-small">{folder}/</h3>}
          <ul>
            {files.map(({ path, secret }) => (
              <li key={path}>
                <button
                  type="button"
                  data-path={path}
                  tabIndex={path === chosen ? 0 : -1}
                  aria-pressed={path === chosen}
                  onClick={() => onChoose(path)}
                  title={path}
                >
                  <span className="al-cut">{path.split('/').at(-1)}</span>
                  {secret && (
                    <span className="al-end">
                      <LockIcon aria-hidden="true" />
                      <span className="al-unseen">holds secrets</span>
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function SaveCard({ made, errors }: { made: Made; errors: number }) {
  const { now, failure } = useKeeping();
  const { fields } = useConfig();
  const [directory, setDirectory] = useState(
    `${fields.file.slice(0, fields.file.lastIndexOf('/'))}/manifests-${made.infraId}`,
  );
  const [withSecrets, setWithSecrets] = useState(false);
  const save = useDo('installConfig.saveManifests');
  /** The draft could not be saved, so the manifests were not written either. */
  const [unsaved, setUnsaved] = useState(false);
  const error = save.error ?? (unsaved ? failure : undefined);
  const write = async () => {
    const draft = (await now())?.draft;
    setUnsaved(!draft);
    if (draft) save.mutate({ draft, directory, withSecrets });
  };
  const secret = made.files.filter((file) => file.secret).length;
  const written = withSecrets ? made.files.length : made.files.length - secret;
  return (
    <Card title="Save to a folder" note={`Infrastructure ID ${made.infraId}`} label="Save to a folder">
      <div className="al-column">
        {errors > 0 && (
          <StateMark mark="warning">
            The installer would refuse this configuration: {counted(errors, 'error')} to mend before it is
            used.
          </StateMark>
        )}
        {made.notes.length > 0 && (
          <p className="al-sub al-small">{made.notes.map((note) => `${capitalized(note)}.`).join(' ')}</p>
        )}
        <div className="al-ic-save">
          <PathInput
            id="al-ic-manifests-folder"
            label="Folder"
            kind="folder"
            value={directory}
            onChange={setDirectory}
          />
          <RequestButton
            request="installConfig.saveManifests"
            isDisabled={!directory.startsWith('/') || save.isPending}
            isLoading={save.isPending}
            onClick={() => void write()}
          >
            Write {counted(written, 'manifest')}
          </RequestButton>
        </div>
        {secret > 0 && (
          <Checkbox
            id="al-ic-manifests-secrets"
            label={`With secrets: ${counted(secret, 'file')} more, readable by your user alone`}
            isChecked={withSecrets}
            onChange={(_event, on) => {
              save.reset();
              setWithSecrets(on);
            }}
          />
        )}
        {error !== undefined && <FailureAlert error={error} title="The manifests were not written" />}
        {save.isSuccess && (
          <div role="status">
            <StateMark mark="good">
              {counted(save.data.files.length, 'file')} written
              {save.data.leftOut.length > 0 && `; left out: ${save.data.leftOut.join(', ')}`}
            </StateMark>
            {save.data.others.length > 0 && (
              <StateMark mark="warning">
                The folder has others, which the installer would read too: {save.data.others.join(', ')}
              </StateMark>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
