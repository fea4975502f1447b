import './setup.css';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { Link, useNavigate } from 'react-router';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useDo } from '../../engine/requests.ts';
import { carryAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { workflowWord } from '../../parts/run-words.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { t } from './messages.ts';

/** `/fetch/request?workspace=&file=`: opens a request from the disconnected side, and mirrors what it is missing. */
export default function OpenRequestScreen() {
  const [address, change] = useAddress();
  const current = useCurrentWorkspace();
  const navigate = useNavigate();
  const read = useDo('transfers.readRequest');
  const accept = useDo('transfers.acceptRequest');
  const workspace = address.get('workspace') ?? current ?? '';
  const file = address.get('file') ?? '';
  const set = (name: 'workspace' | 'file', text: string) => {
    read.reset();
    accept.reset();
    change((parameters) => parameters.set(name, text));
  };
  const isReady = workspace.startsWith('/') && file.startsWith('/');
  const request = read.data;
  const take = () =>
    void accept.mutateAsync({ workspace, file }).then(
      ({ configFile: config, enclave }) =>
        void navigate(`/fetch?${new URLSearchParams({ workspace, config, enclave })}`),
      () => undefined,
    );
  return (
    <Screen
      eyebrow={[workflowWord('mirrorToDisk'), t('requestTopic')]}
      sentence={request ? t('requestReadTitle', { enclave: request.enclave }) : t('openRequestTitle')}
      actions={
        request && (
          <RequestButton
            request="transfers.acceptRequest"
            variant={request.transfer === undefined ? 'primary' : 'secondary'}
            isDisabled={accept.isPending}
            isLoading={accept.isPending}
            onClick={take}
          >
            {t('acceptRequestButton')}
          </RequestButton>
        )
      }
    >
      <Card title={t('requestFileTitle')} label={t('requestFileTitle')}>
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) read.mutate({ workspace, file });
          }}
        >
          <div className="al-setup-request">
            <PathInput
              id="al-open-request-workspace"
              label={t('workspaceLabel')}
              kind="directory"
              value={workspace}
              onChange={(text) => set('workspace', text)}
            />
            <PathInput
              id="al-open-request-file"
              label={t('requestFileLabel')}
              kind="file"
              extensions={['json']}
              value={file}
              onChange={(text) => set('file', text)}
              helper={t('requestFileHelp')}
            />
          </div>
          <div className="al-actions">
            <RequestButton
              request="transfers.readRequest"
              type="submit"
              variant={request ? 'secondary' : 'primary'}
              isDisabled={!isReady || read.isPending}
              isLoading={read.isPending}
            >
              {t('openRequestButton')}
            </RequestButton>
          </div>
        </Form>
      </Card>
      {read.error && <FailureAlert error={read.error} title={t('requestUnreadableTitle')} />}
      {accept.error && <FailureAlert error={accept.error} title={t('acceptFailedTitle')} />}
      {request && <ReadRequest request={request} workspace={workspace} />}
    </Screen>
  );
}

/** The state of transfers on the other side, and the configuration of the request. */
function ReadRequest({
  request: { id, created, tool, name, configuration, known, unknown, transfer },
  workspace,
}: {
  request: RequestOutput<'transfers.readRequest'>;
  workspace: string;
}) {
  return (
    <>
      <Card
        title={t('requestCardTitle', { id })}
        note={t.parts('requestCreated', { tool, time: () => <RelativeTime key="time" at={created} /> })}
        label={t('requestCardTitle', { id })}
      >
        <div className="al-column">
          {transfer !== undefined && (
            <p>
              <StateMark mark="warning">{t('requestDoneText', { transfer })}</StateMark>{' '}
              <Link to={carryAddress(workspace, transfer)}>{t('requestCarryLink')}</Link>
            </p>
          )}
          <p>{t('requestAcceptText')}</p>
          {known.length + unknown.length === 0 && <p className="al-sub">{t('requestNoTransfersText')}</p>}
          <ul>
            {known.map((each) => (
              <li key={each.transfer}>
                <strong>{each.transfer}</strong> <span className="al-sub">{each.summary}</span>
              </li>
            ))}
            {unknown.map((words) => (
              <li key={words}>
                <StateMark mark="warning">{t('requestUnknownText', { state: words })}</StateMark>
              </li>
            ))}
          </ul>
        </div>
      </Card>
      <Card title={name} label={t('requestConfigurationLabel')} flush>
        <div className="al-setup-request-text">
          <YamlEditor label={name} value={configuration} />
        </div>
      </Card>
    </>
  );
}
