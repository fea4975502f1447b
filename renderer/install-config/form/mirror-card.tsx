import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { readYaml } from '../../../core/contract/documents/document.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';
import { useConfig } from './use-config.tsx';

/** Adds the settings of the last push to the file. */
export function MirrorCard() {
  const { text, edit } = useConfig();
  const workspace = useCurrentWorkspace();
  const [directory, setDirectory] = useState(workspace ?? '');
  const [trustBundle, setTrustBundle] = useState('');
  const [authFile, setAuthFile] = useState('');
  const fromMirror = useDo('installConfig.fromMirror');
  const add = () =>
    fromMirror.mutate(
      { text, directory, trustBundle: trustBundle || undefined, authFile: authFile || undefined },
      { onSuccess: (mirrored) => edit(() => readYaml(mirrored.text)) },
    );
  return (
    <Card title={t('mirrorTitle')} note={t('mirrorNote')} label={t('mirrorTitle')}>
      <div className="al-column">
        <div className="al-ic-fields al-ic-fields-places">
          <PathInput
            id="al-ic-mirror-directory"
            label={t('workspaceLabel')}
            kind="directory"
            value={directory}
            onChange={setDirectory}
          />
          <PathInput
            id="al-ic-mirror-auth"
            label={t('authFileLabel')}
            kind="file"
            value={authFile}
            onChange={setAuthFile}
            placeholder={t('authFilePlaceholder')}
          />
          <PathInput
            id="al-ic-mirror-bundle"
            label={t('caLabel')}
            kind="file"
            extensions={['pem', 'crt', 'cer']}
            value={trustBundle}
            onChange={setTrustBundle}
            placeholder={t('caPlaceholder')}
          />
        </div>
        {fromMirror.error && <FailureAlert error={fromMirror.error} title={t('addMirrorFailedTitle')} />}
        <div className="al-row al-wrap">
          <Button
            variant="secondary"
            size="sm"
            isDisabled={!directory.startsWith('/') || fromMirror.isPending}
            isLoading={fromMirror.isPending}
            onClick={add}
          >
            {t('addMirrorButton')}
          </Button>
          {fromMirror.isSuccess && (
            <span role="status" className="al-small">
              <StateMark mark="good">{fromMirror.data.changes.join('; ')}</StateMark>
            </span>
          )}
        </div>
        {fromMirror.isSuccess && fromMirror.data.problems.length > 0 && (
          <ProblemList problems={fromMirror.data.problems} />
        )}
      </div>
    </Card>
  );
}
