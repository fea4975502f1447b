import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { readYaml } from '../../../core/contract/documents/document.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useConfig } from './use-config.tsx';

/** Puts what the last push left for installing into the file. */
export function MirrorCard() {
  const { text, edit } = useConfig();
  const workspace = useCurrentWorkspace();
  const [directory, setDirectory] = useState(workspace ?? '');
  const [trustBundle, setTrustBundle] = useState('');
  const [authFile, setAuthFile] = useState('');
  const take = useDo('installConfig.fromMirror');
  const put = () =>
    take.mutate(
      { text, directory, trustBundle: trustBundle || undefined, authFile: authFile || undefined },
      { onSuccess: (mirrored) => edit(() => readYaml(mirrored.text)) },
    );
  return (
    <Card
      title="From what was pushed"
      note="Image sources, the login for the pull secret, the CA"
      label="From what was pushed"
    >
      <div className="al-column">
        <div className="al-ic-fields al-ic-fields-places">
          <PathInput
            id="al-ic-mirror-directory"
            label="Workspace or state folder"
            kind="folder"
            value={directory}
            onChange={setDirectory}
          />
          <PathInput
            id="al-ic-mirror-auth"
            label="Auth file"
            kind="file"
            value={authFile}
            onChange={setAuthFile}
            placeholder="as podman finds it"
          />
          <PathInput
            id="al-ic-mirror-bundle"
            label="CA certificate of the mirror registry"
            kind="file"
            extensions={['pem', 'crt', 'cer']}
            value={trustBundle}
            onChange={setTrustBundle}
            placeholder="none: a public CA"
          />
        </div>
        {take.error && <FailureAlert error={take.error} title="The mirror was not put in" />}
        <div className="al-row al-wrap">
          <Button
            variant="secondary"
            size="sm"
            isDisabled={!directory.startsWith('/') || take.isPending}
            isLoading={take.isPending}
            onClick={put}
          >
            Put the mirror in
          </Button>
          {take.isSuccess && (
            <span role="status" className="al-small">
              <StateMark mark="good">{take.data.changes.join('; ')}</StateMark>
            </span>
          )}
        </div>
        {take.isSuccess && take.data.problems.length > 0 && <ProblemList problems={take.data.problems} />}
      </div>
    </Card>
  );
}
