import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useAsk } from '../../engine/requests.ts';
import { catalogsIn } from './catalogs.ts';
import { t } from './messages.ts';

/** A field for catalogs, one per line. It offers those in the configurations of the workspace. */
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
    <FormGroup label={t('catalogsLabel')} fieldId="al-upgrade-catalogs">
      <TextArea
        id="al-upgrade-catalogs"
        className="al-mono"
        rows={2}
        resizeOrientation="vertical"
        value={value}
        placeholder={t('catalogsPlaceholder')}
        onChange={(_event, text) => onChange(text)}
      />
      <FormHelperText>
        <HelperText>
          <HelperTextItem>{t('catalogsHelp')}</HelperTextItem>
        </HelperText>
      </FormHelperText>
      {add.length > 0 && (
        <p className="al-row al-wrap al-small">
          <span className="al-sub">{t('workspaceCatalogs')}</span>
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
