import { capitalized } from '../../core/contract/documents/words.ts';
import './media.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import type { ExportLine, MediaJob } from '../../core/contract/topics/media.ts';
import type { WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { useKeys } from '../app-state/keys.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk, useDo } from '../engine/requests.ts';
import { JobView } from '../job/job-view.tsx';
import { enclaveAddress } from '../parts/addresses.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { counted, size, sizeOf } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useAddress } from '../parts/use-address.ts';
import { type CarryChoices, CarryPaper, exportInput, NO_CHOICES, OnEachMedium } from './carry-paper.tsx';
import { EjectButton } from './eject-button.tsx';
import { JobAnnouncer } from './job-announcer.tsx';
import { MediaProgress } from './media-progress.tsx';
import {
  carrySentence,
  deliverableRuns,
  exportBoxes,
  mediaSize,
  pieceList,
  pieceSizeOf,
  placeName,
  shortDeliverable,
} from './media-words.ts';
import { MediumList, StickPicture } from './medium-list.tsx';
import { PieceRow } from './piece-row.tsx';
import { SigningCard } from './signing-card.tsx';
import { useExportJob } from './use-media-job.ts';

/** `/carry?workspace=&transfer=`: a transfer onto removable media. */
export default function CarryScreen() {
  const [address, change] = useAddress();
  const used = useCurrentWorkspace();
  const workspace = address.get('workspace') ?? used ?? '';
  const list = useAsk('workspaces.list', {});
  const transfers = transfersOf(list.data?.workspaces.find((line) => line.directory === workspace));
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

/** Those whose set is here: the newest first, what has not left before what has. */
function transfersOf(workspace: WorkspaceLine | undefined) {
  const here = (workspace?.enclaves ?? [])
    .flatMap(({ transfers }) => transfers)
    .filter(({ state }) => state === 'complete' || state === 'partial');
  const left = ({ step }: { step: string }) => (step === 'fetched' || step === 'approved' ? 0 : 1);
  return here.toSorted(
    (a, b) => left(a) - left(b) || Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''),
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
  const navigate = useNavigate();
  const [picked, setPicked] = useState<string[]>();
  const [choices, setChoices] = useState<CarryChoices>(NO_CHOICES);
  const job = useExportJob(workspace, transfer);
  const under = job !== undefined && isUnderWay(job);
  // A window that is opened again shows the media that are being written.
  const chosen = picked ?? (under && job.settings.kind === 'export' ? job.settings.to : []);
  const { profile } = choices;
  const largest = pieceSizeOf(choices.pieceSize);
  const plan = useAsk(
    'media.planExport',
    { workspace, transfer, to: chosen, profile, ...('bytes' in largest && { pieceSize: largest.bytes }) },
    { keep: true, staleTime: 0 },
  );
  const drives = useAsk('media.drives', { workspace }, { every: 4000, staleTime: 0 });
  const start = useDo('media.export');
  const insert = useDo('jobs.answer');
  const pause = useDo('jobs.stop');
  const resume = useDo('media.resume');
  const found = drives.data?.drives ?? [];
  const waits = job?.status === 'waiting';
  const shown = plan.data;
  const left = shown ? shown.pieces.filter(({ state }) => state === 'missing').length : 0;
  const most = shown?.pieces.length ?? 0;
  const asked = exportInput({ workspace, transfer, to: chosen, choices, most });
  const again = asked.pieces;
  const next = chosen.at(-1);
  const error =
    start.error ??
    insert.error ??
    pause.error ??
    resume.error ??
    (plan.error && !under ? plan.error : undefined);
  const goOn = () => job && next !== undefined && insert.mutate({ kind: 'media', id: job.id, path: next });
  const write = () => start.mutate(asked);
  const stopped = job && (job.status === 'paused' || job.status === 'failed') ? job : undefined;
  useKeys([
    {
      key: 'P',
      label: 'Pause the export',
      run: () => job && pause.mutate({ kind: 'media', id: job.id }),
      when: under,
    },
  ]);
  const enclave = transfer.replace(/-\d+$/, '');
  return (
    <Screen
      eyebrow={[
        'Carry',
        transfers.length > 1 && !under ? (
          <FormSelect
            key="transfer"
            className="al-eyebrow-select"
            aria-label="Transfer"
            value={transfer}
            onChange={(_event, name) => onTransfer(name)}
          >
            {transfers.map((name) => (
              <FormSelectOption key={name} value={name} label={name} />
            ))}
          </FormSelect>
        ) : (
          <strong key="transfer">{transfer}</strong>
        ),
        ...(shown
          ? [
              `${size(shown.bytes)} in ${counted(shown.pieces.length, 'piece')} of at most ${mediaSize(shown.pieceSize)}`,
            ]
          : []),
      ]}
      sentence={carrySentence({
        transfer,
        plan: shown,
        job,
        chosen: chosen.map((path) => placeName(path, found)),
      })}
      actions={
        under ? (
          <>
            {waits && (
              <RequestButton
                request="jobs.answer"
                variant="primary"
                isDisabled={next === undefined || insert.isPending}
                onClick={goOn}
              >
                {next === undefined ? 'Go on' : `Go on with ${placeName(next, found)}`}
              </RequestButton>
            )}
            <RequestButton
              request="jobs.stop"
              variant="secondary"
              isDisabled={job.status === 'pausing' || pause.isPending}
              onClick={() => pause.mutate({ kind: 'media', id: job.id })}
            >
              Pause
            </RequestButton>
          </>
        ) : shown?.whole && !again && choices.format === 'airlock' ? (
          <>
            <SafeEject job={job} drives={found} />
            <Button
              variant="secondary"
              onClick={() => navigate(enclaveAddress(workspace, enclave, transfer))}
            >
              Follow {transfer}
            </Button>
          </>
        ) : stopped && chosen.length === 0 && stopped.settings.kind === 'export' ? (
          <RequestButton
            request="media.resume"
            variant="primary"
            isDisabled={resume.isPending}
            isLoading={resume.isPending}
            onClick={() => resume.mutate({ id: stopped.id })}
          >
            Go on with {stopped.settings.to.map((path) => placeName(path, found)).join(' and ')}
          </RequestButton>
        ) : (
          <RequestButton
            request="media.export"
            variant="primary"
            isDisabled={chosen.length === 0 || start.isPending || !shown}
            isLoading={start.isPending}
            onClick={write}
          >
            {choices.format !== 'airlock'
              ? `Write for ${choices.format}`
              : again
                ? `Write ${pieceList(again)}`
                : shown?.begun
                  ? `Write the other ${counted(left, 'piece')}`
                  : `Write ${counted(left, 'piece')}`}
          </RequestButton>
        )
      }
    >
      {error && <FailureAlert error={error} title={`${transfer} was not written`} />}
      {!start.isPending && <JobView job={job} failure="The export stopped" />}
      {shown && <Pieces plan={shown} job={job} />}
      {job && job.problems.length > 0 && (
        <Card title="To know">
          <ProblemList problems={job.problems} />
        </Card>
      )}
      <div className="al-media-two">
        <MediumList
          title="Media"
          drives={found}
          failure={drives.data?.failure}
          chosen={chosen}
          onChoose={setPicked}
          stateOf={(path) => <MediumState path={path} job={job} name={placeName(path, found)} />}
        >
          {waits && job.need && <NextMedium need={job.need} />}
        </MediumList>
        <div className="al-column">
          <OnEachMedium choices={choices} onChange={setChoices} disabled={under} />
          {choices.format === 'airlock' && (
            <SigningCard
              workspace={workspace}
              diode={choices.profile === 'diode'}
              passphraseFile={choices.passphraseFile}
              onPassphraseFile={(passphraseFile) => setChoices({ ...choices, passphraseFile })}
              disabled={under}
            />
          )}
          <CarryPaper
            workspace={workspace}
            transfer={transfer}
            shortHash={shown?.shortHash}
            choices={choices}
            onChange={setChoices}
            begun={shown?.begun ?? false}
            pieces={most}
            disabled={under}
          />
        </div>
      </div>
      {job && <JobAnnouncer job={job} sentence={carrySentence({ transfer, plan: shown, job, chosen: [] })} />}
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

/** What became of a medium: what is on it, and whether it may be taken out. */
function MediumState({ path, job, name }: { path: string; job: MediaJob | undefined; name: string }) {
  if (!job) return null;
  const named = (medium: string | undefined) =>
    medium !== undefined && (medium === name || path.endsWith(`/${medium}`));
  if (job.status === 'running' && named(job.medium) && job.phase !== 'waiting-for-medium')
    return (
      <p>
        <StateMark mark="running">Leave it in: it is being written.</StateMark>
      </p>
    );
  const safe = job.safe.find(({ medium }) => named(medium));
  return safe ? (
    <p>
      <StateMark mark="good">
        <strong className="al-safe">
          {capitalized(pieceList(safe.pieces))} written, read back, flushed. Safe to remove.
        </strong>
      </StateMark>
    </p>
  ) : null;
}

function NextMedium({ need }: { need: NonNullable<MediaJob['need']> }) {
  return (
    <div className="al-medium al-medium-waits">
      <StickPicture fill={undefined} />
      <div className="al-grow">
        <p>
          <strong>{need.reason === 'gone' ? need.medium : 'Next medium'}</strong>{' '}
          <span className="al-sub al-small">not inserted</span>
        </p>
        <p className="al-sub al-small al-num">
          {size(need.bytes)} are left in {counted(need.pieces, 'piece')}; piece {need.piece} with{' '}
          {size(need.pieceBytes)} is next
        </p>
        <p>
          <StateMark mark="waiting">
            Any order, any size, any file system. Choose it below when it is in, then go on.
          </StateMark>
        </p>
      </div>
    </div>
  );
}

/** Ejects the last medium that is safe to remove, where it is a drive. */
function SafeEject({ job, drives }: { job: MediaJob | undefined; drives: Parameters<typeof placeName>[1] }) {
  const label = job?.safe.at(-1)?.medium;
  const drive = drives.find(
    (one) => label !== undefined && (one.label === label || one.mountPoint?.endsWith(`/${label}`)),
  );
  return drive ? <EjectButton drive={drive} primary /> : null;
}
