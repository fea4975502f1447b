import { asSentence } from '../../../core/contract/documents/words.ts';
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
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { draftOf } from '../form/config-store.ts';
import { useAnalysis, useConfig, useKeeping } from '../form/use-config.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { adjacentFile, type FileFolder, foldersOf } from './generated-files.ts';
import { t } from './messages.ts';
import { StepsCard } from './steps-card.tsx';

/** The manifests that follow from the configuration: their tree, their content, the vCenter checklist, and the steps with user-provisioned machines. */
export default function ManifestsView() {
  const config = useConfig();
  const { errors } = useAnalysis();
  const make = useDo('installConfig.manifests');
  const { mutate } = make;
  const { text, fields } = config;
  const { openShiftVersion, method, infraId } = fields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the manifests depend on these values
  useEffect(() => {
    mutate({ draft: draftOf(config) });
  }, [mutate, text, openShiftVersion, method, infraId]);
  if (make.error) return <FailureAlert error={make.error} title={t('createFailedTitle')} />;
  if (!make.data) return <div aria-busy="true" className="al-ic-waiting" />;
  return (
    <>
      <SaveCard generated={make.data} errors={errors} />
      <Browser generated={make.data} />
      <ChecklistCard parts={make.data.checklist} />
      <StepsCard steps={make.data.steps} />
    </>
  );
}

type GeneratedManifests = RequestOutput<'installConfig.manifests'>;

function Browser({ generated }: { generated: GeneratedManifests }) {
  const folders = useMemo(() => foldersOf(generated.files), [generated.files]);
  const first = folders[0]?.files[0]?.path ?? '';
  const [chosen, setChosen] = useState(first);
  const file =
    generated.files.find(({ path }) => path === chosen) ?? generated.files.find(({ path }) => path === first);
  if (!file) return null;
  return (
    <div className="al-ic-browser">
      <Card
        title={t('filesTitle')}
        note={t('filesNote', { count: generated.files.length })}
        flush
        label={t('filesTitle')}
      >
        <FileTree folders={folders} chosen={file.path} onChoose={setChosen} />
      </Card>
      <Card
        title={<span className="al-mono al-anywhere">{file.path.split('/').at(-1)}</span>}
        actions={<CopyButton text={file.text} what={t('copyFileButton')} />}
        flush
        label={t('fileLabel', { path: file.path })}
      >
        <p className="al-ic-purpose al-small">
          {file.purpose} {file.secret && <StateMark mark="info">{t('maskedText')}</StateMark>}
        </p>
        <div className="al-ic-preview">
          <YamlEditor key={file.path} label={file.path} value={file.text} />
        </div>
      </Card>
    </div>
  );
}

/** A list with one stop for Tab. Arrow keys move from file to file. */
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
    const next = adjacentFile(folders, chosen, event.key === 'ArrowDown' ? 1 : -1);
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-path="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the arrow keys of its buttons
    <div className="al-ic-tree" onKeyDown={onKeyDown}>
      {folders.map(({ folder, files }) => (
        <section key={folder} aria-label={folder || t('topLevelLabel')}>
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
                  <span className="al-cut" title={path}>
                    {path.split('/').at(-1)}
                  </span>
                  {secret && (
                    <span className="al-end">
                      <LockIcon aria-hidden="true" />
                      <span className="al-unseen">{t('hasSecrets')}</span>
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

function SaveCard({ generated, errors }: { generated: GeneratedManifests; errors: number }) {
  const { now, failure } = useKeeping();
  const { fields } = useConfig();
  const [directory, setDirectory] = useState(
    `${fields.file.slice(0, fields.file.lastIndexOf('/'))}/manifests-${generated.infraId}`,
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
  const secret = generated.files.filter((file) => file.secret).length;
  const written = withSecrets ? generated.files.length : generated.files.length - secret;
  return (
    <Card title={t('saveTitle')} note={t('infraIdNote', { id: generated.infraId })} label={t('saveTitle')}>
      <div className="al-column">
        {errors > 0 && <StateMark mark="warning">{t('invalidText', { errors })}</StateMark>}
        {generated.notes.length > 0 && (
          <p className="al-sub al-small">{generated.notes.map(asSentence).join(' ')}</p>
        )}
        <div className="al-ic-save">
          <PathInput
            id="al-ic-manifests-folder"
            label={t('directoryLabel')}
            kind="directory"
            value={directory}
            onChange={setDirectory}
          />
          <RequestButton
            request="installConfig.saveManifests"
            isDisabled={!directory.startsWith('/') || save.isPending}
            isLoading={save.isPending}
            onClick={() => void write()}
          >
            {t('writeButton', { count: written })}
          </RequestButton>
        </div>
        {secret > 0 && (
          <Checkbox
            id="al-ic-manifests-secrets"
            label={t('secretsLabel', { count: secret })}
            description={t('secretsHelp')}
            isChecked={withSecrets}
            onChange={(_event, on) => {
              save.reset();
              setWithSecrets(on);
            }}
          />
        )}
        {error !== undefined && <FailureAlert error={error} title={t('writeFailedTitle')} />}
        {save.isSuccess && (
          <div role="status">
            <StateMark mark="good">
              {save.data.omitted.length > 0
                ? t('writtenPartlyText', {
                    count: save.data.files.length,
                    files: save.data.omitted.join(', '),
                  })
                : t('writtenText', { count: save.data.files.length })}
            </StateMark>
            {save.data.others.length > 0 && (
              <StateMark mark="warning">{t('othersText', { files: save.data.others.join(', ') })}</StateMark>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
