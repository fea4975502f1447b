import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { size } from '../parts/format.ts';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';
import type { JourneyStep } from './practice-journey.ts';

/** The registries and folders of practice, and the transfers that the steps wrote. */
export function PracticePlaces({ practice }: { practice: PracticeState }) {
  const { workspace, chosenFile, upstream, destination, stateDirectory, versions, drives, kubeconfig } =
    practice;
  const list = useAsk('workspaces.list', {});
  const transfers = list.data?.workspaces
    .find(({ directory }) => directory === workspace)
    ?.enclaves.flatMap((enclave) => enclave.transfers)
    .filter(({ state }) => state !== 'under-construction');
  return (
    <Card title={t('placesTitle')}>
      <dl className="al-facts al-practice-places">
        <Place name="upstream" value={upstream} />
        <Place name="registry" value={destination} />
        <dt>{t('releasesLabel')}</dt>
        <dd>{versions.join(', ')}</dd>
        <Place name="configuration" value={chosenFile} />
        <Place name="workspace" value={workspace} />
        {transfers?.map(({ name, directory }) => (
          <Place key={name} name="transfer" value={directory} />
        ))}
        {drives.map(({ label, path, bytes }) => (
          <Place key={label} name="drive" label={t('driveSize', { label, size: size(bytes) })} value={path} />
        ))}
        <Place name="state" value={stateDirectory} />
        <Place name="cluster" value={kubeconfig} />
      </dl>
    </Card>
  );
}

function Place({
  name,
  label,
  value,
}: {
  name: 'upstream' | 'registry' | 'configuration' | 'workspace' | 'transfer' | 'drive' | 'state' | 'cluster';
  /** Default: the label of its kind. */
  label?: string;
  value: string | undefined;
}) {
  if (value === undefined) return null;
  return (
    <>
      <dt>{label ?? t(name === 'drive' ? 'drivesLabel' : `${name}Label`)}</dt>
      <dd className="al-row">
        <span className="al-mono al-cut al-grow al-path-end" title={value}>
          {/* The end of a path is the most specific, so long paths are cut at the beginning. */}
          <bdi>{value}</bdi>
        </span>
        <CopyButton text={value} what={t(`${name}CopyTip`)} />
      </dd>
    </>
  );
}

/** The commands that do the same in a terminal. */
export function PracticeCommands({ steps }: { steps: JourneyStep[] }) {
  const all = steps.map(({ command }) => command).join('\n');
  return (
    <Card title={t('commandsTitle')} actions={<CopyButton text={all} what={t('commandsCopyTip')} />}>
      <ol className="al-column al-practice-commands">
        {steps.map(({ id, title, command }) => (
          <li key={id}>
            <span className="al-sub al-small">{title}</span>
            <code className="al-mono">{command}</code>
          </li>
        ))}
      </ol>
      <p className="al-sub al-small">
        {t.parts('commandsNote', {
          command: (command) => (
            <code key="command" className="al-mono">
              {command}
            </code>
          ),
        })}
      </p>
    </Card>
  );
}
