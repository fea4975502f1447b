import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Card } from '../parts/screen.tsx';
import type { JourneyStep } from './practice-journey.ts';

/** What the world is made of, and the files that the steps left. */
export function PracticePlaces({ practice }: { practice: PracticeState }) {
  const { workspace, configFile, upstream, destination, stateDirectory, versions } = practice;
  const list = useAsk('workspaces.list', {});
  const transfers = list.data?.workspaces
    .find(({ directory }) => directory === workspace)
    ?.enclaves.flatMap((enclave) => enclave.transfers)
    .filter(({ state }) => state !== 'under construction');
  return (
    <Card title="The practice world">
      <dl className="al-facts al-practice-places">
        <Place name="Upstream registry" value={upstream} />
        <Place name="Mirror registry" value={destination} />
        <dt>Releases</dt>
        <dd>{versions.join(', ')}</dd>
        <Place name="Configuration" value={configFile} />
        <Place name="Workspace" value={workspace} />
        {transfers?.map(({ name, directory }) => (
          <Place key={name} name="Transfer" value={directory} />
        ))}
        <Place name="State folder" value={stateDirectory} />
      </dl>
    </Card>
  );
}

function Place({ name, value }: { name: string; value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className="al-row">
        <span className="al-mono al-cut al-grow al-path-end" title={value}>
          {/* The end of a path says most: it is cut at its beginning. */}
          <bdi>{value}</bdi>
        </span>
        <CopyButton text={value} what={`Copy ${name.toLowerCase()}`} />
      </dd>
    </>
  );
}

/** The same journey headless. */
export function PracticeCommands({ steps }: { steps: JourneyStep[] }) {
  const all = steps.map(({ command }) => command).join('\n');
  return (
    <Card title="The same as commands" actions={<CopyButton text={all} what="Copy all commands" />}>
      <ol className="al-column al-practice-commands">
        {steps.map(({ id, title, command }) => (
          <li key={id}>
            <span className="al-sub al-small">{title}</span>
            <code className="al-mono">{command}</code>
          </li>
        ))}
      </ol>
      <p className="al-sub al-small">
        In a terminal this practice world needs the settings that{' '}
        <code className="al-mono">airlock practice up</code> prints for a world of its own; with real
        registries no settings are needed.
      </p>
    </Card>
  );
}
