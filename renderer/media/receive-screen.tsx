import './media.css';
import './receive.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import { useKeys } from '../app-state/keys.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk, useDo } from '../engine/requests.ts';
import { JobView } from '../job/job-view.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useAddress } from '../parts/use-address.ts';
import { ArrivedOrigin, ArrivedPieces, DeliverableTable, WhatIsWrong } from './arrival-cards.tsx';
import { CodeCard } from './code-card.tsx';
import { EjectButton } from './eject-button.tsx';
import { JobAnnouncer } from './job-announcer.tsx';
import { placeName } from './media-words.ts';
import { MediumList } from './medium-list.tsx';
import { importInput, NO_RECEIVE_CHOICES, type ReceiveChoices, ReceiveMore } from './receive-more.tsx';
import { receiveSentence } from './receive-words.ts';
import { TrustCard } from './trust-card.tsx';
import { useImportJob } from './use-media-job.ts';

/** `/receive?directory=&transfer=`: transfers from removable media into a folder of this side. */
export default function ReceiveScreen() {
  const navigate = useNavigate();
  const [address, change] = useAddress();
  const used = useCurrentWorkspace();
  const home = useAsk('host.describe', {}).data?.home;
  const directory = address.get('directory') ?? used ?? (home ? `${home}/airlock-received` : '');
  const job = useImportJob(directory);
  const under = job !== undefined && isUnderWay(job);
  const arrivals = useAsk(
    'media.arrivals',
    { directory },
    { enabled: directory.startsWith('/'), staleTime: 0, every: under ? 2000 : false, keep: true },
  );
  const drives = useAsk('media.drives', {}, { every: 4000, staleTime: 0 });
  const receive = useDo('media.import');
  const pause = useDo('jobs.stop');
  const resume = useDo('media.resume');
  const [chosen, setChosen] = useState<string[]>([]);
  const [choices, setChoices] = useState<ReceiveChoices>(NO_RECEIVE_CHOICES);
  const lines = arrivals.data?.arrivals ?? [];
  const arrival =
    lines.find(({ transfer }) => transfer === address.get('transfer')) ??
    lines.find(({ whole }) => !whole) ??
    lines[0];
  const found = drives.data?.drives ?? [];
  const names = chosen.map((path) => placeName(path, found));
  const sentence = receiveSentence(arrival, job);
  const pushAt = `/push?${new URLSearchParams({ from: directory })}`;
  const readyAt = `/ready?${new URLSearchParams({ directory })}`;
  const error = receive.error ?? pause.error ?? resume.error ?? arrivals.error;
  const stopped = job && (job.status === 'paused' || job.status === 'failed') ? job : undefined;
  useKeys([
    {
      key: 'P',
      label: 'Pause the import',
      run: () => job && pause.mutate({ kind: 'media', id: job.id }),
      when: under,
    },
  ]);
  const begin =
    stopped && chosen.length === 0 && stopped.settings.kind === 'import' ? (
      <RequestButton
        request="media.resume"
        variant={arrival?.whole ? 'secondary' : 'primary'}
        isDisabled={resume.isPending}
        isLoading={resume.isPending}
        onClick={() => resume.mutate({ id: stopped.id })}
      >
        Go on with {stopped.settings.from.map((path) => placeName(path, found)).join(' and ')}
      </RequestButton>
    ) : (
      <RequestButton
        request="media.import"
        variant={arrival && chosen.length === 0 ? 'secondary' : 'primary'}
        isDisabled={
          chosen.length === 0 || (choices.watch && chosen.length > 1) || directory === '' || receive.isPending
        }
        isLoading={receive.isPending}
        onClick={() => receive.mutate(importInput({ from: chosen, directory, choices }))}
      >
        {names.length === 0
          ? 'Receive'
          : choices.watch
            ? `Watch ${names[0]}`
            : `Receive from ${names.join(' and ')}`}
      </RequestButton>
    );
  const drivesRead =
    chosen.length > 0 ? chosen : job?.settings.kind === 'import' && !under ? job.settings.from : [];
  const media = (
    <MediumList
      title="Media, only read"
      drives={found}
      failure={drives.data?.failure}
      reads
      chosen={chosen}
      onChoose={setChosen}
      stateOf={(path) => {
        const drive = found.find(({ mountPoint }) => mountPoint === path);
        const name = placeName(path, found);
        if (under && (job.medium === name || path.endsWith(`/${job.medium}`)))
          return <StateMark mark="running">Leave it in: it is being read.</StateMark>;
        const read =
          job?.status === 'done' && job.settings.kind === 'import' && job.settings.from.includes(path);
        return read ? (
          <p>
            <StateMark mark="good">Read. Safe to remove.</StateMark> {drive && <EjectButton drive={drive} />}
          </p>
        ) : null;
      }}
      below={
        <ReceiveMore
          directory={directory}
          onDirectory={(value) => change((parameters) => parameters.set('directory', value))}
          choices={choices}
          onChange={setChoices}
          open={arrival === undefined}
          disabled={under}
        />
      }
    />
  );
  return (
    <Screen
      eyebrow={[
        'Receive',
        ...(arrival
          ? [
              lines.length > 1 ? (
                <FormSelect
                  key="transfer"
                  className="al-eyebrow-select"
                  aria-label="Transfer"
                  value={arrival.transfer}
                  onChange={(_event, name) => change((parameters) => parameters.set('transfer', name))}
                >
                  {lines.map(({ transfer }) => (
                    <FormSelectOption key={transfer} value={transfer} label={transfer} />
                  ))}
                </FormSelect>
              ) : (
                <strong key="transfer">{arrival.transfer}</strong>
              ),
            ]
          : []),
        'media are only read',
      ]}
      sentence={sentence}
      actions={
        under ? (
          <RequestButton
            request="jobs.stop"
            variant="secondary"
            isDisabled={job.status === 'pausing' || pause.isPending}
            onClick={() => pause.mutate({ kind: 'media', id: job.id })}
          >
            Pause
          </RequestButton>
        ) : (
          <>
            {arrival?.whole && chosen.length === 0 && (
              <Button variant="primary" onClick={() => navigate(pushAt)}>
                Push {arrival.transfer}
              </Button>
            )}
            {arrival && !arrival.whole && arrival.images.whole > 0 && (
              <Button
                variant={chosen.length === 0 && !stopped ? 'primary' : 'secondary'}
                onClick={() => navigate(pushAt)}
              >
                Push what is whole
              </Button>
            )}
            {begin}
          </>
        )
      }
    >
      {error && <FailureAlert error={error} title="Nothing more was received" />}
      {!receive.isPending && <JobView job={job} failure="The import stopped" />}
      {arrival && <ArrivedOrigin origin={arrival.origin} />}
      {arrival && <ArrivedPieces arrival={arrival} job={job} />}
      {/* What is typed about media stays while transfers come and go: it is always at this place of the tree. */}
      <div className={arrival ? 'al-media-two' : undefined}>
        <div className="al-column">
          {arrival && <WhatIsWrong arrival={arrival} />}
          {media}
          {job && job.problems.length > 0 && (
            <Card title="Not taken">
              <ProblemList problems={job.problems} />
            </Card>
          )}
          <TrustCard key={directory} directory={directory} paths={drivesRead} />
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
                  <Link to={readyAt}>Read them all</Link>, then the code says what is here.
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
