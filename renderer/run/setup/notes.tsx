import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { counted, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { CarriedTransfers } from './carried-transfers.tsx';
import type { AddedConfiguration } from './configuration.tsx';

/** The command that does the same as the start. */
export function CommandCard({ command }: { command: string }) {
  return (
    <section className="al-card al-setup-command" aria-label="The same without the app">
      <header>
        <h2>The same without the app</h2>
        <span className="al-end">
          <CopyButton text={command} what="Copy the command" />
        </span>
      </header>
      <code className="al-mono">{command}</code>
    </section>
  );
}

/** When there is nothing new: where the last transfer lies. */
export function LastTransfer({ transfer: last }: { transfer: TransferLine }) {
  return (
    <Card
      title={`Last transfer: ${last.name}`}
      actions={<CopyButton text={last.directory} what="Copy the folder" />}
    >
      <p className="al-small">
        {counted(last.images, 'image')} in {counted(last.pieces, 'piece')}, {size(last.bytes)}, to be carried
        in <code className="al-mono">{last.directory}</code>
      </p>
    </Card>
  );
}

export function NoConfiguration({
  workflow,
  from,
  onAdding,
}: {
  workflow: WorkflowKind;
  from: WorkspaceLine | undefined;
  onAdding: (adding: AddedConfiguration) => void;
}) {
  if (workflow === 'diskToMirror') return <CarriedTransfers from={from} />;
  return (
    <Card title="Configuration" flush>
      <Empty
        title="No configuration yet"
        action={
          <>
            <Button variant="secondary" onClick={() => onAdding('new')}>
              New configuration
            </Button>
            <Button variant="link" onClick={() => onAdding('other')}>
              Open a file
            </Button>
            <Button variant="link" onClick={() => onAdding('approved')}>
              Open an approved plan
            </Button>
          </>
        }
      >
        An image set configuration says which releases, operators and images are mirrored. A new one begins
        with a small example.
      </Empty>
    </Card>
  );
}
