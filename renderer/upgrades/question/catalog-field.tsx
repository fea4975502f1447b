import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useAsk } from '../../engine/requests.ts';
import { catalogsIn } from './catalogs.ts';

/** One catalog a line; those that the workspace's configurations name are a click away. */
export function CatalogField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const workspace = useCurrentWorkspace();
  const offered = useAsk(
    'upgrades.catalogs',
    { workspace: workspace ?? '' },
    { enabled: workspace !== undefined },
  );
  const chosen = catalogsIn(value);
  const add = (offered.data?.catalogs ?? []).filter((each) => !chosen.includes(each));
  return (
    <FormGroup label="Catalogs, one a line, that of the oldest OpenShift first" fieldId="al-upgrade-catalogs">
      <TextArea
        id="al-upgrade-catalogs"
        className="al-mono"
        rows={2}
        resizeOrientation="vertical"
        value={value}
        placeholder="registry.redhat.io/redhat/redhat-operator-index:v4.18"
        onChange={(_event, text) => onChange(text)}
      />
      <FormHelperText>
        <HelperText>
          <HelperTextItem>
            An image, a folder of catalog files, or a workspace. Reading one for the first time takes its
            whole content (Red Hat's has some hundred MB); its index is kept, and works offline afterwards.
          </HelperTextItem>
        </HelperText>
      </FormHelperText>
      {add.length > 0 && (
        <p className="al-row al-wrap al-small">
          <span className="al-sub">In this workspace's configurations:</span>
          {add.map((each) => (
            <button
              key={each}
              type="button"
              className="al-link al-mono al-anywhere"
              onClick={() => onChange([...chosen, each].join('\n'))}
            >
              {each}
            </button>
          ))}
        </p>
      )}
    </FormGroup>
  );
}
