import '../media.css';
import './receive.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link, useNavigate } from 'react-router';
import { JobView } from '../../job/job-view.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { EjectButton } from '../drives/eject-button.tsx';
import { MediumList } from '../drives/medium-list.tsx';
import { JobAnnouncer } from '../job-announcer.tsx';
import { PauseButton, ResumeButton } from '../job-buttons.tsx';
import { TrustCard } from '../keys/trust-card.tsx';
import { isCalled } from '../media-words.ts';
import { TransferChoice } from '../transfer-choice.tsx';
import { ArrivedOrigin, ArrivedPieces, DeliverableTable, WhatIsWrong } from './arrival-cards.tsx';
import { CodeCard } from './code-card.tsx';
import { ReceiveMore } from './receive-more.tsx';
import { receiveSentence } from './receive-words.ts';
import { readFolders, receivedState } from './step.ts';
import { type Receiving, useReceiving } from './use-receiving.ts';

/** `/receive?directory=&transfer=`: transfers from removable media into a folder of this side. */
export default function ReceiveScreen() {
  const receiving = useReceiving();
  const { directory, arrivals, arrival, job, chosen, under, error } = receiving;
  const sentence = receiveSentence(arrival, job);
  const pushAt = pushAddress(directory);
  return (
    <Screen
      eyebrow={[
        'Receive',
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
        'media are only read',
      ]}
      sentence={sentence}
      actions={<ReceiveActions receiving={receiving} />}
    >
      {error && <FailureAlert error={error} title="Nothing more was received" />}
      {!receiving.receiving && <JobView job={job} failure="The import stopped" />}
      {arrival && <ArrivedOrigin origin={arrival.origin} />}
      {arrival && <ArrivedPieces arrival={arrival} job={job} />}
      {/* What is typed about media stays while transfers come and go: it is always at this place of the tree. */}
      <div className={arrival ? 'al-media-two' : undefined}>
        <div className="al-column">
          {arrival && <WhatIsWrong arrival={arrival} />}
          <MediumList
            title="Media, only read"
            drives={receiving.drives}
            reads
            chosen={chosen}
            onChoose={receiving.setChosen}
            stateOf={(path) => <ReceivedMedium path={path} receiving={receiving} />}
            below={<ReceiveMore receiving={receiving} />}
          />
          {job && job.problems.length > 0 && (
            <Card title="Not taken">
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
              <Card title="Tell the other side">
                <p>
                  It was copied by other means, so nothing is known of its bytes.{' '}
                  <Link to={`/ready?${new URLSearchParams({ directory })}`}>Read them all</Link>, then the
                  code says what is here.
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

/** What can be done next: pause, push, resume, or receive. */
function ReceiveActions({ receiving }: { receiving: Receiving }) {
  const navigate = useNavigate();
  const { step, under, controls, directory, drives } = receiving;
  if (under) return <PauseButton controls={controls} />;
  const { push, resume, receive } = step;
  return (
    <>
      {push && (
        <Button
          variant={push.primary ? 'primary' : 'secondary'}
          onClick={() => navigate(pushAddress(directory))}
        >
          {push.words}
        </Button>
      )}
      {resume && (
        <ResumeButton controls={controls} places={resume.from.map(drives.nameOf)} primary={resume.primary} />
      )}
      {receive && (
        <RequestButton
          request="media.import"
          variant={receive.primary ? 'primary' : 'secondary'}
          isDisabled={receive.blocked || receiving.receiving}
          isLoading={receiving.receiving}
          onClick={receiving.receive}
        >
          {receive.words}
        </RequestButton>
      )}
    </>
  );
}

/** What became of a medium, and whether it may be taken out. */
function ReceivedMedium({ path, receiving }: { path: string; receiving: Receiving }) {
  const { job, under, drives } = receiving;
  const drive = drives.found.find(({ mountPoint }) => mountPoint === path);
  const isCurrent = under && isCalled(job?.medium, path, drives.nameOf(path));
  switch (receivedState(job, path, isCurrent)) {
    case 'reading':
      return <StateMark mark="running">Leave it in: it is being read.</StateMark>;
    case 'read':
      return (
        <p>
          <StateMark mark="good">Read. Safe to remove.</StateMark> {drive && <EjectButton drive={drive} />}
        </p>
      );
    default:
      return null;
  }
}
