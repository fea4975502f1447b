import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { DownloadIcon } from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { tableTemplate } from '../../core/contract/documents/nmstate.ts';
import { saveFile } from '../parts/save-picture.ts';
import { t } from './messages.ts';

/** Downloads a table with all columns and an example row. */
export function TemplateButton() {
  return (
    <Button
      variant="link"
      icon={<DownloadIcon />}
      onClick={() => saveFile(new Blob([tableTemplate()], { type: 'text/csv' }), 'hosts.csv')}
    >
      {t('templateButton')}
    </Button>
  );
}
