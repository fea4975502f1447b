import '../media.css';
import { Form, FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { shellWord } from '../../../core/contract/documents/shell-word.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useDo } from '../../engine/requests.ts';
import { CopyButton, ShellCommands } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { t } from './messages.ts';

type Made = RequestOutput<'transfers.makeRequest'>;

/** `/receive/request?directory=&config=&enclave=&file=`: requests content that this side is missing. */
export default function RequestScreen() {
  const [address, change] = useAddress();
  const workspace = useCurrentWorkspace();
  const make = useDo('transfers.makeRequest');
  const value = (name: 'config' | 'enclave' | 'file') => address.get(name) ?? '';
  const directory = address.get('directory') ?? workspace ?? '';
  const [config, enclave, file] = [value('config'), value('enclave'), value('file')];
  const set = (name: 'directory' | 'config' | 'enclave' | 'file', text: string) => {
    make.reset();
    change((parameters) => {
      if (text === '' && name !== 'directory') parameters.delete(name);
      else parameters.set(name, text);
    });
  };
  const isReady = directory.startsWith('/') && config.startsWith('/');
  const send = (to: string | undefined) =>
    make.mutate({ directory, configFile: config, enclave: enclave || undefined, file: to });
  const made = make.data;
  const command = [
    `airlock media request ${shellWord(`file://${directory}`)} -c ${shellWord(config)}`,
    ...(enclave === '' ? [] : [`--for ${shellWord(enclave)}`]),
    `-o ${shellWord(file || 'request.json')}`,
  ].join(' ');
  return (
    <Screen
      eyebrow={[t('topic'), t('requestTopic')]}
      sentence={made ? madeSentence(made) : t('requestTitle')}
    >
      <Card title={t('requestFormTitle')} note={t('requestFormNote')} label={t('requestFormTitle')}>
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) send(undefined);
          }}
        >
          <div className="al-media-fields">
            <PathInput
              id="al-request-directory"
              label={t('requestDirectoryLabel')}
              kind="directory"
              value={directory}
              onChange={(text) => set('directory', text)}
              helper={t('requestDirectoryHelp')}
            />
            <PathInput
              id="al-request-config"
              label={t('requestConfigLabel')}
              kind="file"
              extensions={['yaml', 'yml']}
              value={config}
              onChange={(text) => set('config', text)}
              helper={t('requestConfigHelp')}
            />
            <FormGroup label={t('requestEnclaveLabel')} fieldId="al-request-enclave">
              <TextInput
                id="al-request-enclave"
                value={enclave}
                placeholder={t('requestEnclavePlaceholder')}
                autoComplete="off"
                onChange={(_event, text) => set('enclave', text.trim())}
              />
            </FormGroup>
          </div>
          <div className="al-actions">
            <RequestButton
              request="transfers.makeRequest"
              type="submit"
              variant={made ? 'secondary' : 'primary'}
              isDisabled={!isReady || make.isPending}
              isLoading={make.isPending}
            >
              {t('showMissingButton')}
            </RequestButton>
          </div>
        </Form>
      </Card>
      {make.error && <FailureAlert error={make.error} title={t('requestFailedTitle')} />}
      {made && (
        <>
          <MadeRequest made={made} />
          <Card title={t('saveRequestTitle')} label={t('saveRequestTitle')}>
            <div className="al-column">
              <PathInput
                id="al-request-file"
                label={t('requestFileLabel')}
                kind="file"
                extensions={['json']}
                value={file}
                onChange={(text) => change((parameters) => parameters.set('file', text))}
                helper={t('requestFileHelp')}
              />
              <div className="al-actions">
                <RequestButton
                  request="transfers.makeRequest"
                  variant="primary"
                  isDisabled={!file.startsWith('/') || make.isPending}
                  onClick={() => send(file)}
                >
                  {t('saveRequestButton')}
                </RequestButton>
                <CopyButton text={made.text} label={t('copyRequestButton')} inline />
              </div>
              {made.file !== undefined && (
                <p role="status">
                  <StateMark mark="good">{t('requestSaved', { id: made.id, file: made.file })}</StateMark>
                </p>
              )}
              <p className="al-sub al-small">{t('requestNextText')}</p>
              <ShellCommands lines={[command]} what={t('copyRequestCommandButton')} />
            </div>
          </Card>
        </>
      )}
    </Screen>
  );
}

function madeSentence({ missing, unknown }: Made): string {
  const images = missing.reduce((sum, each) => sum + each.images, 0);
  if (missing.length === 0) return unknown.length > 0 ? t('requestUnknownTitle') : t('requestNothingTitle');
  return t('requestMissingTitle', { deliverables: missing.length, images });
}

/** What the request asks for, what has arrived, and the file. */
function MadeRequest({ made: { missing, unknown, acknowledgments, problems, text } }: { made: Made }) {
  return (
    <>
      <Card title={t('missingTitle')} label={t('missingTitle')} flush>
        {missing.length === 0 && unknown.length === 0 && (
          <p className="al-in al-sub">{t('nothingMissing')}</p>
        )}
        {(missing.length > 0 || unknown.length > 0) && (
          <table className="al-plain-table">
            <tbody>
              {missing.map(({ name, images }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{images === 0 ? t('allMissing') : t('imagesMissing', { images })}</td>
                </tr>
              ))}
              {unknown.map((words) => (
                <tr key={words}>
                  <th scope="row">{words}</th>
                  <td className="al-sub">{t('foundByOther')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      {acknowledgments.length > 0 && (
        <Card title={t('arrivedTitle')} label={t('arrivedTitle')}>
          <ul>
            {acknowledgments.map(({ transfer, summary }) => (
              <li key={transfer}>
                <strong>{transfer}</strong> <span className="al-sub">{summary}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {problems.length > 0 && <ProblemList problems={problems} />}
      <details>
        <summary>{t('requestTextSummary')}</summary>
        <YamlEditor label={t('requestTextSummary')} value={text} />
      </details>
    </>
  );
}
