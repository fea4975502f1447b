import '../media.css';
import './receive.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link, useNavigate } from 'react-router';
import { useAsk } from '../../engine/requests.ts';
import { JobView } from '../../job/job-view.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { baseName } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { DriveList } from '../drives/drive-list.tsx';
import { EjectButton } from '../drives/eject-button.tsx';
import { JobAnnouncer } from '../job-announcer.tsx';
import { PauseButton, ResumeButton } from '../job-buttons.tsx';
import { TrustCard } from '../keys/trust-card.tsx';
import { isCalled } from '../media-words.ts';
import { TransferChoice } from '../transfer-choice.tsx';
import { ArrivalProblems, ArrivedOrigin, ArrivedVolumes, DeliverableTable } from './arrival-cards.tsx';
import { CodeCard } from './code-card.tsx';
import { t } from './messages.ts';
import { ReceiveMore } from './receive-more.tsx';
import { receiveSentence } from './receive-words.ts';
import { readFolders, receivedState, wasRead } from './step.ts';
import { type Receiving, useReceiving } from './use-receiving.ts';

/** `/receive?directory=&transfer=&from=`: imports transfers from drives into a folder. */
export default function ReceiveScreen() {
  const receiving = useReceiving();
  const { directory, arrivals, arrival, job, chosen, under, error } = receiving;
  const sentence = receiveSentence(arrival, job, receiving);
  const pushAt = pushAddress(directory);
  return (
    <Screen
      eyebrow={[
        t('topic'),
        ...(arrival
          ? [
              <TransferChoice
                key="transfer"
                transfer={arrival.transfer}
                transfers={arrivals.map(({ transfer }) => transfer)}
                onTransfer={receiving.setTransfer}
              />,
            ]
          : []),
        ...(directory === '' ? [] : [t('destinationNote', { folder: baseName(directory) })]),
      ]}
      sentence={sentence}
      actions={<ReceiveActions receiving={receiving} />}
    >
      {error && <FailureAlert error={error} title={t('failedTitle')} />}
      {!receiving.receiving && <JobView job={job} failure={t('stoppedTitle')} />}
      {arrival && <ArrivedOrigin origin={arrival.origin} />}
      {arrival && <ArrivedVolumes arrival={arrival} job={job} />}
      {/* Always at this position of the tree, so that typed values stay when the transfer changes. */}
      <div className={arrival ? 'al-media-two' : undefined}>
        <div className="al-column">
          {arrival && <ArrivalProblems arrival={arrival} />}
          <DriveList
            title={t('drivesTitle')}
            directoryLabel={t('sourceLabel')}
            drives={receiving.drives}
            reads
            chosen={receiving.selected}
            onChoose={receiving.setSelected}
            stateOf={(path) => <ReceivedDrive path={path} receiving={receiving} />}
            isFinished={(path) => job?.status === 'done' && wasRead(job, path)}
            below={<ReceiveMore receiving={receiving} />}
          />
          {job && job.problems.length > 0 && (
            <Card title={t('rejectedTitle')}>
              <ProblemList problems={job.problems} />
            </Card>
          )}
          <TrustCard key={directory} directory={directory} paths={readFolders(job, chosen, under)} />
          {arrival && <DeliverableTable arrival={arrival} pushAt={pushAt} />}
        </div>
        {arrival && (
          <div className="al-column">
            {arrival.checked ? (
              <CodeCard arrival={arrival} directory={directory} reached="imported" />
            ) : (
              <Card title={t('codeTitle')}>
                <p>
                  {t.parts('copiedText', {
                    last: arrival.lastVerification ?? 'none',
                    link: (text) => (
                      <Link key="link" to={`/ready?${new URLSearchParams({ directory })}`}>
                        {text}
                      </Link>
                    ),
                  })}
                </p>
              </Card>
            )}
          </div>
        )}
      </div>
      {job && <JobAnnouncer job={job} sentence={sentence} />}
    </Screen>
  );
}

function pushAddress(directory: string): string {
  return `/push?${new URLSearchParams({ from: directory })}`;
}

/** The next actions: pause, push, resume or receive. */
function ReceiveActions({ receiving }: { receiving: Receiving }) {
  const navigate = useNavigate();
  const { step, rewrite, under, controls, directory, drives, arrival } = receiving;
  if (under) return <PauseButton controls={controls} />;
  const { push, resume, receive } = step;
  return (
    <>
      {push && (
        <Button
          variant={push.primary ? 'primary' : 'secondary'}
          onClick={() => navigate(pushAddress(directory))}
        >
          {push.label}
        </Button>
      )}
      {resume && (
        <ResumeButton controls={controls} drives={resume.from.map(drives.nameOf)} primary={resume.primary} />
      )}
      {receive && (
        <RequestButton
          request="media.import"
          variant={receive.primary ? 'primary' : 'secondary'}
          isDisabled={receive.blocked || receiving.receiving}
          isLoading={receiving.receiving}
          onClick={receiving.receive}
        >
          {receive.label}
        </RequestButton>
      )}
      {arrival && step.reportsToSender && (
        <CopyButton text={arrival.code} label={t('senderCodeButton')} primary />
      )}
      {rewrite && (
        <Link className="pf-v6-c-button pf-m-primary" to={rewrite.to}>
          {rewrite.label}
        </Link>
      )}
    </>
  );
}

/** The state of a drive during an import: in use, or safe to remove. */
function ReceivedDrive({ path, receiving }: { path: string; receiving: Receiving }) {
  const { job, under, drives } = receiving;
  const drive = drives.found.find(({ mountPoint }) => mountPoint === path);
  const isCurrent = under && isCalled(job?.drive, path, drives.nameOf(path));
  const content = useAsk('media.inspect', { path }).data;
  const isEmpty = content?.transfers.length === 0 && content.foreign.length === 0;
  const eject = drive && (
    <EjectButton
      drive={drive}
      // An ejected drive isn't missing.
      onEject={() => receiving.setSelected(receiving.selected.filter((one) => one !== path))}
    />
  );
  switch (receivedState(job, path, { name: drives.nameOf(path), isCurrent, isEmpty })) {
    case 'reading':
      return <StateMark mark="running">{t('busyText')}</StateMark>;
    case 'read':
      return (
        <p>
          <StateMark mark="good">{t('verifiedText')}</StateMark> {eject}
        </p>
      );
    case 'damaged':
      return (
        <p>
          <StateMark mark="bad">{t('damagedDriveText')}</StateMark> {eject}
        </p>
      );
    case 'nothing':
      return (
        <p>
          <StateMark mark="warning">{t('nothingReceivedText')}</StateMark> {eject}
        </p>
      );
    default:
      return null;
  }
}
