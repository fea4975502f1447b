import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { termTag } from '../../parts/term.tsx';
import { CommandText } from '../../parts/words.tsx';
import { CarriedTransfers } from './carried-transfers.tsx';
import type { AddedConfiguration } from './configuration.tsx';
import { t } from './messages.ts';

/** Shows the command that starts the same run. */
export function CommandCard({ command }: { command: string }) {
  return (
    <section className="al-card al-setup-command" aria-label={t('commandTitle')}>
      <header>
        <h2>{t('commandTitle')}</h2>
        <span className="al-end">
          <CopyButton text={command} what={t('copyCommandButton')} />
        </span>
      </header>
      <CommandText command={command} />
    </section>
  );
}

/** Shows the folder of the last transfer when nothing is new. */
export function LastTransfer({ transfer: last }: { transfer: TransferLine }) {
  return (
    <Card
      title={t('lastTransferTitle', { transfer: last.name })}
      actions={<CopyButton text={last.directory} what={t('copyDirectoryButton')} />}
    >
      <p className="al-small">
        {t.parts('lastTransferText', {
          images: last.images,
          archives: last.volumes,
          size: size(last.bytes),
          folder: last.directory,
          path: (inner) => (
            <code key="folder" className="al-mono">
              {inner}
            </code>
          ),
        })}
      </p>
    </Card>
  );
}

export function NoConfiguration({
  workflow,
  directory,
  from,
  onAdding,
}: {
  workflow: WorkflowKind;
  /** The directory of the form. */
  directory: string;
  /** It, if it is on the list. */
  from: WorkspaceLine | undefined;
  onAdding: (adding: AddedConfiguration) => void;
}) {
  if (workflow === 'diskToMirror') return <CarriedTransfers directory={directory} from={from} />;
  return (
    <Card title={t('configurationTitle')} flush>
      <Empty
        title={t('noConfigurationTitle')}
        action={
          <>
            <Button variant="secondary" onClick={() => onAdding('new')}>
              {t('newConfiguration')}
            </Button>
            <Button variant="link" onClick={() => onAdding('other')}>
              {t('openFileButton')}
            </Button>
            <Button variant="link" onClick={() => onAdding('approved')}>
              {t('openApproved')}
            </Button>
          </>
        }
      >
        {t.parts('noConfigurationText', { set: termTag('imageSet') })}
      </Empty>
    </Card>
  );
}
