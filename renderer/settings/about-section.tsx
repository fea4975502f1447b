import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { HostDescription } from '../../core/contract/topics/settings.ts';
import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';

export function AboutSection() {
  const host = useAsk('host.describe', {});
  return (
    <SettingsFrame
      section="about"
      sentence={host.data ? `Airlock ${host.data.version} on ${host.data.hostName}.` : 'Airlock'}
    >
      {host.error && (
        <FailureAlert
          error={host.error}
          title="The host does not say what it is"
          actions={
            <Button variant="link" isInline onClick={() => void host.refetch()}>
              Ask again
            </Button>
          }
        />
      )}
      {host.data && (
        <div className="al-two">
          <Facts title="This Airlock" facts={aboutTool(host.data)} />
          <Facts title="Folders and files" facts={aboutFolders(host.data)} mono />
        </div>
      )}
      {host.data && (
        <p className="al-sub">
          Airlock contacts the registries, update and signature services that configurations name, and nothing
          else. It reports nothing to anyone.
        </p>
      )}
    </SettingsFrame>
  );
}

function aboutTool(host: HostDescription): [string, string][] {
  return [
    ['Version', host.version],
    ['Licence', host.licence === 'Apache-2.0' ? 'Apache License 2.0' : host.licence],
    ['Shown', host.carrier === 'desktop' ? 'as a desktop application' : 'in a browser, by airlock serve'],
    ['Host', host.hostName],
    ['User', host.user],
    ['System', host.platform],
    [
      'Key store',
      host.keyStore.available
        ? 'available'
        : `none${host.keyStore.reason ? `: ${host.keyStore.reason}` : ''}`,
    ],
  ];
}

function aboutFolders(host: HostDescription): [string, string][] {
  return [
    ['Home', host.home],
    ['Runs and resources of pushes', host.stateDirectory],
    ['Auth file', host.authFile],
  ];
}

function Facts({ title, facts, mono = false }: { title: string; facts: [string, string][]; mono?: boolean }) {
  const text = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Card title={title} actions={<CopyButton text={text} what={`Copy ${title.toLowerCase()}`} />}>
      <dl className="al-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="al-contents">
            <dt>{name}</dt>
            <dd className={mono ? 'al-mono al-anywhere' : 'al-anywhere'}>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
