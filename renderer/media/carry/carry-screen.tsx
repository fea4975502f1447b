import '../media.css';
import { Link } from 'react-router';
import type { ExportLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useAsk } from '../../engine/requests.ts';
import { JobView } from '../../job/job-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { counted, size, sizeOf } from '../../parts/format.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { MediumList } from '../drives/medium-list.tsx';
import { JobAnnouncer } from '../job-announcer.tsx';
import { SigningCard } from '../keys/signing-card.tsx';
import { MediaProgress } from '../media-progress.tsx';
import { carrySentence, deliverableRuns, exportBoxes, mediaSize, shortDeliverable } from '../media-words.ts';
import { PieceRow } from '../piece-row.tsx';
import { TransferChoice } from '../transfer-choice.tsx';
import { CarryActions } from './actions.tsx';
import { CarriedMedium, NextMedium } from './carried-medium.tsx';
import { CarryPaper, OnEachMedium } from './carry-paper.tsx';
import { transfersToCarry } from './step.ts';
import { useCarrying } from './use-carrying.ts';

/** `/carry?workspace=&transfer=`: a transfer onto removable media. */
export default function CarryScreen() {
  const [address, change] = useAddress();
  const used = useCurrentWorkspace();
  const workspace = address.get('workspace') ?? used ?? '';
  const list = useAsk('workspaces.list', {});
  const transfers = transfersToCarry(list.data?.workspaces.find((line) => line.directory === workspace));
  const transfer = address.get('transfer') ?? transfers[0]?.name;
  if (transfer === undefined)
    return (
      <Screen eyebrow={['Carry']} sentence={list.data ? 'Nothing is here to be carried.' : 'Carry'}>
        {list.error && <FailureAlert error={list.error} title="The workspaces were not read" />}
        {list.data && (
          <Card label="No transfer">
            <Empty title="No transfer yet" action={<Link to="/fetch">Fetch a transfer</Link>}>
              A whole transfer is written onto sticks and disks here, read back, and said to be safe to
              remove.
            </Empty>
          </Card>
        )}
      </Screen>
    );
  return (
    <Carry
      key={`${workspace} ${transfer}`}
      workspace={workspace}
      transfer={transfer}
      transfers={transfers.map(({ name }) => name)}
      onTransfer={(name) => change((parameters) => parameters.set('transfer', name))}
    />
  );
}

function Carry({
  workspace,
  transfer,
  transfers,
  onTransfer,
}: {
  workspace: string;
  transfer: string;
  transfers: string[];
  onTransfer: (name: string) => void;
}) {
  const carrying = useCarrying(workspace, transfer);
  const { job, plan, drives, chosen, choices, choose, error } = carrying;
  const { under } = carrying.controls;
  const sentence = (names: readonly string[]) => carrySentence({ transfer, plan, job, chosen: names });
  return (
    <Screen
      eyebrow={[
        'Carry',
        <TransferChoice
          key="transfer"
          transfer={transfer}
          transfers={under ? [transfer] : transfers}
          onTransfer={onTransfer}
        />,
        ...(plan
          ? [
              `${size(plan.bytes)} in ${counted(plan.pieces.length, 'piece')} of at most ${mediaSize(plan.pieceSize)}`,
            ]
          : []),
      ]}
      sentence={sentence(chosen.map(drives.nameOf))}
      actions={<CarryActions carrying={carrying} />}
    >
      {error && <FailureAlert error={error} title={`${transfer} was not written`} />}
      {!carrying.writing && <JobView job={job} failure="The export stopped" />}
      {plan && <Pieces plan={plan} job={job} />}
      {job && job.problems.length > 0 && (
        <Card title="To know">
          <ProblemList problems={job.problems} />
        </Card>
      )}
      <div className="al-media-two">
        <MediumList
          title="Media"
          drives={drives}
          chosen={chosen}
          onChoose={carrying.setChosen}
          stateOf={(path) => <CarriedMedium path={path} job={job} name={drives.nameOf(path)} />}
        >
          {job?.status === 'waiting' && job.need && <NextMedium need={job.need} />}
        </MediumList>
        <div className="al-column">
          <OnEachMedium choices={choices} onChange={choose} disabled={under} />
          {choices.format === 'airlock' && (
            <SigningCard
              workspace={workspace}
              diode={choices.profile === 'diode'}
              passphraseFile={choices.passphraseFile}
              onPassphraseFile={(passphraseFile) => choose({ passphraseFile })}
              disabled={under}
            />
          )}
          <CarryPaper carrying={carrying} />
        </div>
      </div>
      {job && <JobAnnouncer job={job} sentence={sentence([])} />}
    </Screen>
  );
}

function Pieces({ plan, job }: { plan: ExportLine; job: MediaJob | undefined }) {
  const boxes = exportBoxes(plan, job);
  const written = boxes.filter(({ mark }) => mark === 'good').length;
  const bytes = plan.pieces.reduce(
    (sum, piece, i) => (boxes[i]?.mark === 'good' ? sum + piece.size : sum),
    0,
  );
  return (
    <Card
      title="Pieces"
      note={
        <span className="al-num">
          {written} of {boxes.length} written, {sizeOf(bytes, plan.bytes)}
        </span>
      }
      actions={
        <span className="al-carry-legend al-wide-only" aria-hidden="true">
          <StateMark mark="good">written</StateMark>
          <StateMark mark="left-out">waits for a medium</StateMark>
        </span>
      }
    >
      <PieceRow
        label={`Pieces of ${plan.transfer}`}
        boxes={boxes}
        groups={deliverableRuns(plan.pieces).map((run) => ({
          ...run,
          name: shortDeliverable(run.name),
          title: run.name,
        }))}
      />
      <MediaProgress job={job} label="Bytes written and read back" words=", reading back included" />
    </Card>
  );
}
