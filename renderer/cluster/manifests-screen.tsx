import './cluster.css';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { RequestInput, RequestOutput } from '../../core/contract/contract.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { clusterAddress } from '../parts/addresses.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { termTag } from '../parts/term.tsx';
import { useAddress } from '../parts/use-address.ts';
import { YamlEditor } from '../parts/yaml/yaml-editor.tsx';
import { objectKey, writeCommand } from './cluster-words.ts';
import { t } from './messages.ts';

type Preview = RequestOutput<'clusters.previewManifests'>;

/** The fields of the address. Empty: the default. */
const FIELDS = ['from', 'trustBundle', 'pullSecret', 'authFile', 'openShiftVersion', 'to'] as const;
type ManifestForm = Record<(typeof FIELDS)[number], string> & { icsp: boolean };

/**
 * `/cluster/manifests?from=&trustBundle=&pullSecret=&authFile=&openShiftVersion=&icsp=&to=`: previews the objects of a push
 * with the CA certificate and the pull secret, and writes them to a directory.
 */
export default function ManifestsScreen() {
  const [address, change] = useAddress();
  const folders = useAsk('clusters.folders', {}).data?.folders;
  const preview = useDo('clusters.previewManifests');
  const write = useDo('clusters.writeManifests');
  const value = (name: (typeof FIELDS)[number]) => address.get(name) ?? '';
  const from = address.get('from') ?? folders?.find(({ handoff }) => handoff !== undefined)?.root ?? '';
  const form: ManifestForm = {
    ...{ from, to: value('to'), icsp: address.has('icsp') },
    ...{ trustBundle: value('trustBundle'), pullSecret: value('pullSecret'), authFile: value('authFile') },
    openShiftVersion: value('openShiftVersion'),
  };
  const input: RequestInput<'clusters.previewManifests'> = {
    from: form.from || undefined,
    trustBundle: form.trustBundle || undefined,
    pullSecret: form.pullSecret || undefined,
    authFile: form.authFile || undefined,
    openShiftVersion: form.openShiftVersion || undefined,
    icsp: form.icsp,
  };
  const set = (name: keyof ManifestForm, next: string | boolean) => {
    if (name !== 'to') preview.reset();
    write.reset();
    change((parameters) => {
      // An empty directory of the push stands for the state folder, and not for the suggested directory.
      if (next === false || (next === '' && name !== 'from')) parameters.delete(name);
      else parameters.set(name, next === true ? '' : next);
    });
  };
  const shown = preview.data;
  return (
    <Screen
      eyebrow={[t('topic'), t('manifestsSubtitle')]}
      sentence={
        shown
          ? t('manifestsPreviewTitle', { objects: shown.objects.length, target: shown.target })
          : t('manifestsTitle')
      }
    >
      <Card title={t('manifestsFormTitle')} note={t('manifestsFormNote')}>
        <ManifestFields form={form} onChange={set} onPreview={() => preview.mutate(input)}>
          <RequestButton
            request="clusters.previewManifests"
            type="submit"
            variant={shown ? 'secondary' : 'primary'}
            isDisabled={preview.isPending}
            isLoading={preview.isPending}
          >
            {t('previewButton')}
          </RequestButton>
        </ManifestFields>
      </Card>
      {preview.error && <FailureAlert error={preview.error} title={t('previewFailedTitle')} />}
      {shown && (
        <>
          {shown.problems.length > 0 && <ProblemList problems={shown.problems} />}
          <PlannedObjects preview={shown} />
          <Card title={t('writeTitle')}>
            <WriteForm
              to={form.to}
              onTo={(to) => set('to', to)}
              files={shown.objects.length}
              busy={write.isPending}
              onWrite={() => write.mutate({ ...input, to: form.to })}
            />
            {write.error && <FailureAlert error={write.error} title={t('writeFailedTitle')} />}
            {write.data && (
              <p className="al-row al-wrap" role="status">
                <StateMark mark="good">
                  {t('filesWritten', { files: write.data.files.length, directory: write.data.directory })}
                </StateMark>
                <Link
                  className="pf-v6-c-button pf-m-primary pf-m-small"
                  to={clusterAddress(write.data.directory)}
                >
                  {t('compareButton')}
                </Link>
              </p>
            )}
            <p className="al-sub al-row">
              <span>{t('writeCommandText')}</span>
              <code className="al-mono al-cut" title={writeCommand({ ...input, to: form.to })}>
                {writeCommand({ ...input, to: form.to })}
              </code>
              <CopyButton text={writeCommand({ ...input, to: form.to })} what={t('copyWriteCommandButton')} />
            </p>
          </Card>
        </>
      )}
    </Screen>
  );
}

function ManifestFields({
  form,
  onChange,
  onPreview,
  children,
}: {
  form: ManifestForm;
  onChange: (name: keyof ManifestForm, value: string | boolean) => void;
  onPreview: () => void;
  children: React.ReactNode;
}) {
  const id = useId();
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        onPreview();
      }}
    >
      <div className="al-cluster-form">
        <PathInput
          id={`${id}-from`}
          label={t('pushLabel')}
          kind="directory"
          value={form.from}
          helper={t.parts('pushHelp', { state: termTag('stateFolder') })}
          onChange={(from) => onChange('from', from)}
        />
        <PathInput
          id={`${id}-bundle`}
          label={t('trustBundleLabel')}
          kind="file"
          extensions={['pem', 'crt', 'cer']}
          value={form.trustBundle}
          helper={t('trustBundleHelp')}
          onChange={(file) => onChange('trustBundle', file)}
        />
        <FormGroup label={t('clusterVersionLabel')} fieldId={`${id}-version`}>
          <TextInput
            id={`${id}-version`}
            value={form.openShiftVersion}
            placeholder={t('clusterVersionPlaceholder')}
            autoComplete="off"
            onChange={(_event, text) => onChange('openShiftVersion', text.trim())}
          />
        </FormGroup>
        <PathInput
          id={`${id}-secret`}
          label={t('pullSecretLabel')}
          kind="file"
          value={form.pullSecret}
          helper={t.parts('pullSecretHelp', {
            command: (inner) => (
              <code key="command" className="al-mono">
                {inner}
              </code>
            ),
          })}
          onChange={(file) => onChange('pullSecret', file)}
        />
        {form.pullSecret !== '' && (
          <PathInput
            id={`${id}-auth`}
            label={t('authFileLabel')}
            kind="file"
            value={form.authFile}
            helper={t('authFileHelp')}
            onChange={(file) => onChange('authFile', file)}
          />
        )}
      </div>
      <Checkbox
        id={`${id}-icsp`}
        label={t('icspLabel')}
        isChecked={form.icsp}
        onChange={(_event, checked) => onChange('icsp', checked)}
      />
      <div className="al-actions">{children}</div>
    </Form>
  );
}

/** The objects of the preview, one of them open with its YAML. */
function PlannedObjects({ preview: { objects, enclave, run } }: { preview: Preview }) {
  const [open, setOpen] = useState<string>();
  const shown = objects.find((object) => objectKey(object) === open) ?? objects[0];
  if (!shown) return null;
  return (
    <>
      <Card title={t('objectsTitle')} note={t('plannedNote', { run, enclave })} flush>
        <table className="al-plain-table al-cluster-objects">
          <thead>
            <tr>
              <th scope="col">{t('objectColumn')}</th>
              <th scope="col">{t('purposeColumn')}</th>
              <th scope="col">{t('fileColumn')}</th>
              <th scope="col">{t('restartColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {objects.map((object) => {
              const key = objectKey(object);
              return (
                <tr key={key} className={object === shown ? 'al-cluster-open' : undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      className="al-link"
                      aria-pressed={object === shown}
                      onClick={() => setOpen(key)}
                    >
                      {object.kind}
                    </button>
                    <span className="al-mono al-sub al-small al-cluster-name" title={object.name}>
                      {object.name}
                    </span>
                  </th>
                  <td>{object.purpose}</td>
                  <td className="al-mono al-small al-anywhere">{object.file}</td>
                  <td>
                    <StateMark mark={object.restartsNodes ? 'warning' : 'good'}>
                      {t(object.restartsNodes ? 'restartNodes' : 'restartNone')}
                    </StateMark>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Card>
      <Card
        title={
          <>
            {shown.kind} <span className="al-mono al-sub">{shown.name}</span>
          </>
        }
        note={shown.kind === 'Secret' ? t('secretHiddenNote') : undefined}
        flush
      >
        <p className="al-in al-sub al-small">{shown.effect}</p>
        <div className="al-cluster-yaml">
          <YamlEditor key={open} label={shown.file} value={shown.yaml} />
        </div>
      </Card>
    </>
  );
}

function WriteForm({
  to,
  onTo,
  files,
  busy,
  onWrite,
}: {
  to: string;
  onTo: (to: string) => void;
  files: number;
  busy: boolean;
  onWrite: () => void;
}) {
  const id = useId();
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (to.startsWith('/')) onWrite();
      }}
    >
      <PathInput
        id={`${id}-to`}
        label={t('manifestsToLabel')}
        kind="directory"
        value={to}
        required
        helper={t('manifestsToHelp')}
        onChange={onTo}
      />
      <div className="al-actions">
        <RequestButton
          request="clusters.writeManifests"
          type="submit"
          variant="primary"
          isDisabled={!to.startsWith('/') || busy}
          isLoading={busy}
        >
          {t('writeButton', { files })}
        </RequestButton>
      </div>
    </Form>
  );
}
