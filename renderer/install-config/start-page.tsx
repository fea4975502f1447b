import { RequestFields } from '../parts/fields/request-fields.tsx';
import './form/fields.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { FileIcon } from '@patternfly/react-icons/dist/esm/icons/file-icon';
import { PlusCircleIcon } from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { UploadIcon } from '@patternfly/react-icons/dist/esm/icons/upload-icon';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { RequestInput } from '../../core/contract/contract.ts';
import { PRESETS } from '../../core/contract/documents/install-config.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { type Door, Doors } from '../editor/doors.tsx';
import { DraftList } from '../editor/draft-list.tsx';
import { useClient } from '../engine/provider.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { tabAddress } from './form/form-place.ts';
import { SideNav } from './form/side-nav.tsx';
import { t } from './messages.ts';

const DOORS: Door[] = [
  {
    name: 'preset',
    title: t('presetTitle'),
    text: t('presetText'),
    icon: PlusCircleIcon,
  },
  {
    name: 'file',
    title: t('fileTitle'),
    text: t('fileText'),
    icon: FileIcon,
  },
  {
    name: 'mirror',
    title: t('mirrorTitle'),
    text: t('mirrorText'),
    icon: UploadIcon,
  },
];

/** The page that starts an install configuration or continues a draft. */
export function StartPage() {
  const [query, setQuery] = useSearchParams();
  const door = DOORS.find(({ name }) => name === query.get('from')) ?? DOORS[0]!;
  return (
    <Screen eyebrow={[t('topic')]} sentence={t('startTitle')} scroll={false}>
      <div className="al-ic">
        <SideNav tab={undefined} draft={undefined} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrolling content */}
        <section className="al-ic-main" tabIndex={0} aria-label={t('startLabel')}>
          <div className="al-ic-start">
            <Doors
              doors={DOORS}
              chosen={door.name}
              onChoose={(name) => setQuery({ from: name }, { replace: true })}
            />
            <StartForm key={door.name} door={door.name} title={door.title} />
          </div>
          <DraftList
            of="installConfig"
            title={t('draftsColumn')}
            note={t('draftsNote')}
            address={({ id }) => tabAddress('cluster', id)}
          />
        </section>
      </div>
    </Screen>
  );
}

function StartForm({ door, title }: { door: string; title: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const workspace = useCurrentWorkspace();
  const [preset, setPreset] = useState<string>('vsphere-multi-vcenter');
  const [version, setVersion] = useState('');
  const [file, setFile] = useState('');
  const [directory, setDirectory] = useState(workspace ?? '');
  const [trustBundle, setTrustBundle] = useState('');
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const ready = door === 'preset' || (door === 'file' ? file : directory).startsWith('/');
  const create = async () => {
    const start: RequestInput<'installConfig.start'> =
      door === 'file'
        ? { kind: 'file', file, openShiftVersion: version }
        : { kind: 'preset', preset, openShiftVersion: version };
    const draft = await client.request('installConfig.start', start);
    if (door === 'mirror') {
      const { text } = await client.request('installConfig.fromMirror', {
        text: draft.text,
        directory,
        trustBundle: trustBundle || undefined,
      });
      await client.request('installConfig.save', { ...draft, text });
    }
    await navigate(tabAddress(door === 'mirror' ? 'mirror' : 'cluster', draft.id));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || state.busy) return;
    setState({ busy: true });
    create().catch((error: unknown) => setState({ busy: false, error }));
  };
  const chosen = PRESETS.find(({ id }) => id === preset);
  return (
    <Card title={title} label={title}>
      <RequestFields request="installConfig.start">
        <form className="al-column" onSubmit={submit}>
          {state.error !== undefined && <FailureAlert error={state.error} title={t('startFailedTitle')} />}
          {door === 'file' && (
            <PathInput
              id="al-ic-start-file"
              label={t('configFileLabel')}
              kind="file"
              extensions={['yaml', 'yml']}
              value={file}
              onChange={setFile}
              helper={t('configFileHelp')}
            />
          )}
          {door === 'mirror' && (
            <>
              <PathInput
                id="al-ic-start-workspace"
                label={t('workspaceLabel')}
                kind="directory"
                value={directory}
                onChange={setDirectory}
              />
              <PathInput
                id="al-ic-start-bundle"
                label={t('caLabel')}
                kind="file"
                extensions={['pem', 'crt', 'cer']}
                value={trustBundle}
                onChange={setTrustBundle}
                helper={t('caHelp')}
              />
            </>
          )}
          {door !== 'file' && (
            <div className="al-ic-field">
              <label htmlFor="al-ic-preset">{t('presetLabel')}</label>
              <FormSelect id="al-ic-preset" value={preset} onChange={(_event, value) => setPreset(value)}>
                {PRESETS.map(({ id, name }) => (
                  <FormSelectOption key={id} value={id} label={name} />
                ))}
                <FormSelectOption value="empty" label={t('emptyOption')} />
              </FormSelect>
              <span className="al-sub al-small">{chosen?.description ?? t('emptyHelp')}</span>
            </div>
          )}
          <div className="al-ic-field">
            <label htmlFor="al-ic-start-version">{t('versionLabel')}</label>
            <TextInput
              id="al-ic-start-version"
              value={version}
              placeholder={t('versionPlaceholder')}
              autoComplete="off"
              onChange={(_event, text) => setVersion(text.trim())}
            />
            <span className="al-sub al-small">{t('versionHelp')}</span>
          </div>
          <div className="al-actions">
            <Button type="submit" isDisabled={!ready || state.busy} isLoading={state.busy}>
              {door === 'file'
                ? t('openFileButton')
                : door === 'mirror'
                  ? t('startMirrorButton')
                  : t('startButton')}
            </Button>
          </div>
        </form>
      </RequestFields>
    </Card>
  );
}
