import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { HostDescription } from '../../core/contract/topics/settings.ts';
import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
import { t } from './messages.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';

/** `/settings/about`: the version, the host and the folders of Airlock. */
export function AboutSection() {
  const host = useAsk('host.describe', {});
  return (
    <SettingsFrame
      section="about"
      sentence={
        host.data
          ? t('aboutTitle', { version: host.data.version, host: host.data.hostName })
          : t('aboutLoadingTitle')
      }
    >
      {host.error && (
        <FailureAlert
          error={host.error}
          title={t('aboutFailedTitle')}
          actions={
            <Button variant="link" isInline onClick={() => void host.refetch()}>
              {t('readHostButton')}
            </Button>
          }
        />
      )}
      {host.data && (
        <div className="al-two">
          <Facts title={t('toolTitle')} copy={t('copyToolButton')} facts={aboutTool(host.data)} />
          <Facts
            title={t('directoriesTitle')}
            copy={t('copyDirectoriesButton')}
            facts={aboutFolders(host.data)}
            mono
          />
        </div>
      )}
      {host.data && <p className="al-sub">{t('privacyText')}</p>}
    </SettingsFrame>
  );
}

function aboutTool(host: HostDescription): [string, string][] {
  return [
    [t('versionFact'), host.version],
    [t('licenseFact'), host.license === 'Apache-2.0' ? t('apacheLicense') : host.license],
    [t('carrierFact'), host.carrier === 'desktop' ? t('desktopCarrier') : t('browserCarrier')],
    [t('hostFact'), host.hostName],
    [t('userFact'), host.user],
    [t('systemFact'), host.platform],
    [
      t('keyStoreFact'),
      host.keyStore.available
        ? t('keyStoreAvailable')
        : host.keyStore.reason
          ? t('keyStoreUnavailableReason', { reason: host.keyStore.reason })
          : t('keyStoreUnavailable'),
    ],
  ];
}

function aboutFolders(host: HostDescription): [string, string][] {
  return [
    [t('homeFact'), host.home],
    [t('stateFact'), host.stateDirectory],
    [t('authFileFact'), host.authFile],
  ];
}

function Facts({
  title,
  copy,
  facts,
  mono = false,
}: {
  title: string;
  /** The label of the button that copies the facts. */
  copy: string;
  facts: [string, string][];
  mono?: boolean;
}) {
  const text = facts.map(([label, value]) => t('copiedFact', { label, value })).join('\n');
  return (
    <Card title={title} actions={<CopyButton text={text} what={copy} />}>
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
