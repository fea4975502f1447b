import '../media.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { isUnderWay } from '../../../core/contract/topics/job.ts';
import type { ExportLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useAsk } from '../../engine/requests.ts';
import { JobView } from '../../job/job-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { size, sizeOf } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Term } from '../../parts/term.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { DriveList } from '../drives/drive-list.tsx';
import { JobAnnouncer } from '../job-announcer.tsx';
import { SigningCard } from '../keys/signing-card.tsx';
import { MediaProgress } from '../media-progress.tsx';
import {
  carrySentence,
  deliverableRuns,
  exportBoxes,
  isAt,
  mediaSize,
  safeAt,
  shortDeliverable,
} from '../media-words.ts';
import { t as mediaTexts } from '../messages.ts';
import { TransferChoice } from '../transfer-choice.tsx';
import { VolumeRow } from '../volume-row.tsx';
import { CarryActions } from './actions.tsx';
import { CarriedDrive, MissingSpace, NextDrive } from './carried-drive.tsx';
import { HandoffCard } from './handoff-card.tsx';
import { t } from './messages.ts';
import { RebuildDialog } from './rebuild-dialog.tsx';
import { OnEachDrive, RecordCard } from './record-card.tsx';
import { drivesToFill, insertedDrive, projectedDrives, transfersToCarry } from './step.ts';
import { type Carrying, useCarrying } from './use-carrying.ts';

/** `/carry?workspace=&transfer=&to=&volumes=`: writes a transfer, or some of its volumes, to drives. */
export default function CarryScreen() {
  const [address, change] = useAddress();
  const used = useCurrentWorkspace();
  const workspace = address.get('workspace') ?? used ?? '';
  const [isRebuilding, setRebuilding] = useState(false);
  const list = useAsk('workspaces.list', {});
  const line = list.data?.workspaces.find(({ directory }) => directory === workspace);
  const transfers = transfersToCarry(line);
  const transfer = address.get('transfer') ?? transfers[0]?.name;
  if (transfer === undefined)
    return (
      <Screen eyebrow={[t('topic')]} sentence={list.data ? t('emptyTitle') : t('loadingTitle')}>
        {list.error && <FailureAlert error={list.error} title={t('workspacesFailedTitle')} />}
        {list.data && (
          <Card label={t('emptyCardTitle')}>
            <Empty
              title={t('emptyCardTitle')}
              action={
                <>
                  <Link to="/fetch">{t('fetchLink')}</Link>
                  <RequestButton
                    request="registryContent.rebuild"
                    variant="link"
                    isInline
                    onClick={() => setRebuilding(true)}
                  >
                    {t('rebuildOpenButton')}
                  </RequestButton>
                </>
              }
            >
              {t('emptyText')}
            </Empty>
          </Card>
        )}
        {isRebuilding && <RebuildDialog workspace={workspace} onClose={() => setRebuilding(false)} />}
      </Screen>
    );
  return (
    <Carry
      key={`${workspace} ${transfer}`}
      workspace={workspace}
      transfer={transfer}
      transfers={transfers.map(({ name }) => name)}
      isPractice={line?.practice ?? false}
      onTransfer={(name) => change((parameters) => parameters.set('transfer', name))}
    />
  );
}

function Carry({
  workspace,
  transfer,
  transfers,
  isPractice,
  onTransfer,
}: {
  workspace: string;
  transfer: string;
  transfers: string[];
  isPractice: boolean;
  onTransfer: (name: string) => void;
}) {
  const carrying = useCarrying(workspace, transfer);
  const { job, plan, drives, chosen, choices, choose, error } = carrying;
  const { under } = carrying.controls;
  /** The export waits for the drive at a path to be reinserted. */
  const isAwaited = (path: string) =>
    job?.status === 'waiting' &&
    job.need?.reason === 'removed' &&
    isAt({ drive: job.need.drive, path: job.path }, path, drives.nameOf(path));
  const available = waitedFor(carrying, isAwaited);
  const inserted =
    available === undefined
      ? undefined
      : {
          name: drives.nameOf(available),
          isChosen: chosen.includes(available),
          isReinserted: isAwaited(available),
        };
  const isComplete = (path: string) => safeAt(job, path, drives.nameOf(path)) !== undefined;
  const isPlanned = choices.format === 'airlock';
  // Volumes that were chosen by number are written to the first drives with space.
  const named = isPlanned && !carrying.only ? drivesToFill(plan, chosen) : chosen;
  const sentence = (names: readonly string[]) =>
    carrySentence({
      ...{ transfer, plan, job, chosen: names, only: carrying.only, inserted },
      isRemoved: carrying.isRemoved,
    });
  return (
    <Screen
      eyebrow={[
        t('topic'),
        <TransferChoice
          key="transfer"
          transfer={transfer}
          transfers={under ? [transfer] : transfers}
          onTransfer={onTransfer}
        />,
        ...(plan
          ? [
              t('summary', {
                size: size(plan.bytes),
                volumes: plan.volumes.length,
                max: mediaSize(plan.volumeSize),
              }),
            ]
          : []),
      ]}
      sentence={sentence(named.map(drives.nameOf))}
      actions={<CarryActions carrying={carrying} />}
    >
      {error && <FailureAlert error={error} title={t('failedTitle', { transfer })} />}
      {!carrying.writing && <JobView job={job} failure={t('stoppedTitle')} />}
      {carrying.step.kind === 'carried' && plan && <HandoffCard plan={plan} />}
      {plan && <ExportVolumes plan={plan} job={job} />}
      {job && job.problems.length > 0 && (
        <Card title={t('messagesTitle')}>
          <ProblemList problems={job.problems} />
        </Card>
      )}
      <div className="al-media-two">
        <DriveList
          title={t('drivesTitle')}
          directoryLabel={t('directoryLabel')}
          drives={drives}
          chosen={carrying.selected}
          onChoose={carrying.setSelected}
          onRename={carrying.renameOf}
          projected={isPlanned && !under && plan && !plan.complete ? projectedDrives(plan, isComplete) : []}
          stateOf={(path) =>
            path !== carrying.next && <CarriedDrive path={path} job={job} name={drives.nameOf(path)} />
          }
          isFinished={isComplete}
          awaited={isAwaited}
        >
          {!under && isPlanned && plan && <MissingSpace plan={plan} chosen={chosen} />}
          {job?.status === 'waiting' && job.need && <NextDrive need={job.need} inserted={inserted} />}
        </DriveList>
        <div className="al-column">
          <OnEachDrive
            choices={choices}
            suggested={carrying.app}
            isPractice={isPractice}
            onChange={choose}
            disabled={under}
          />
          {choices.format === 'airlock' && (
            <SigningCard
              workspace={workspace}
              diode={choices.profile === 'diode'}
              passphraseFile={choices.passphraseFile}
              onPassphraseFile={(passphraseFile) => choose({ passphraseFile })}
              disabled={under}
            />
          )}
          <RecordCard carrying={carrying} />
        </div>
      </div>
      {job && <JobAnnouncer job={job} sentence={sentence([])} />}
    </Screen>
  );
}

/**
 * Returns the inserted drive that a waiting export can continue on: the chosen one of the button, otherwise the removed drive
 * if it was inserted again. Other drives aren't suggested instead of a removed one.
 */
function waitedFor(
  { job, next, drives }: Carrying,
  isAwaited: (path: string) => boolean,
): string | undefined {
  if (job?.status !== 'waiting') return undefined;
  if (next !== undefined || job.need?.reason !== 'removed') return next ?? insertedDrive(job, drives);
  return drives.found.flatMap(({ mountPoint }) => mountPoint ?? []).find(isAwaited);
}

function ExportVolumes({ plan, job }: { plan: ExportLine; job: MediaJob | undefined }) {
  const boxes = exportBoxes(plan, job);
  const written = boxes.filter(({ mark }) => mark === 'good').length;
  const bytes = plan.volumes.reduce(
    (sum, volume, i) => (boxes[i]?.mark === 'good' ? sum + volume.size : sum),
    0,
  );
  return (
    <Card
      title={<Term term="volume">{t('volumesTitle')}</Term>}
      note={
        <span className="al-num">
          {/* While the export runs, the progress below is the only figure in bytes. */}
          {job && isUnderWay(job)
            ? t('volumesOnlyNote', { written, total: boxes.length })
            : t('volumesNote', { written, total: boxes.length, size: sizeOf(bytes, plan.bytes) })}
        </span>
      }
      actions={
        <span className="al-carry-legend al-wide-only" aria-hidden="true">
          <StateMark mark="good">{t('writtenLegend')}</StateMark>
          <StateMark mark="left-out">{t('waitingLegend')}</StateMark>
        </span>
      }
    >
      <VolumeRow
        label={mediaTexts('volumesLabel', { transfer: plan.transfer })}
        boxes={boxes}
        groups={deliverableRuns(plan.volumes).map((run) => ({
          ...run,
          name: shortDeliverable(run.name),
          title: run.name,
        }))}
      />
      <MediaProgress
        job={job}
        label={t('progressLabel')}
        text={(progress) => t('progressText', { progress })}
      />
    </Card>
  );
}
