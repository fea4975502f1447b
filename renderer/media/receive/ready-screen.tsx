import '../media.css';
import './receive.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ArrivalLine } from '../../../core/contract/topics/media.ts';
import { useCurrentWorkspace } from '../../app-state/workspace-menu.tsx';
import { useAsk } from '../../engine/requests.ts';
import { receiveAddress, serveAddress } from '../../parts/addresses.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { baseName } from '../../parts/paths.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { TransferChoice } from '../transfer-choice.tsx';
import { ArrivalProblems, DeliverableTable } from './arrival-cards.tsx';
import { AttachmentsCard } from './attachments-card.tsx';
import { CodeCard } from './code-card.tsx';
import { t } from './messages.ts';
import { ReadEveryByte } from './read-every-byte.tsx';
import { readySentence } from './receive-words.ts';

type Reached = 'imported' | 'pushed' | 'applied';

/** `/ready?directory=&transfer=`: the complete content of received transfers, and their acknowledgment codes. */
export default function ReadyScreen() {
  const navigate = useNavigate();
  const [address, change] = useAddress();
  const used = useCurrentWorkspace();
  const directory = address.get('directory') ?? used ?? '';
  const pushed = usePushed(directory);
  const [chosen, setChosen] = useState<Reached>();
  const reached = chosen ?? (pushed ? 'pushed' : 'imported');
  const answer = useAsk(
    'media.arrivals',
    { directory, reached },
    { enabled: directory !== '', staleTime: 0, keep: true },
  );
  const lines = answer.data?.arrivals ?? [];
  const arrival = lines.find(({ transfer }) => transfer === address.get('transfer')) ?? lines[0];
  const pushAt = `/push?${new URLSearchParams({ from: directory })}`;
  const receiveAt = receiveAddress(directory);
  const eyebrow = [t('readyTopic'), t('readyDirectory', { folder: baseName(directory) })];
  if (!arrival)
    return (
      <Screen eyebrow={eyebrow} sentence={answer.data ? t('readyEmptyTitle') : t('readyLoadingTitle')}>
        {answer.error && <FailureAlert error={answer.error} title={t('readyFailedTitle')} />}
        {answer.data && (
          <Card label={t('readyCardTitle')}>
            <Empty title={t('readyCardTitle')} action={<Link to={receiveAt}>{t('receiveLink')}</Link>}>
              {t('readyCardText')}
            </Empty>
          </Card>
        )}
      </Screen>
    );
  return (
    <Screen
      eyebrow={[
        ...eyebrow,
        <TransferChoice
          key="transfer"
          transfer={arrival.transfer}
          transfers={lines.map(({ transfer }) => transfer)}
          onTransfer={(name) => change((parameters) => parameters.set('transfer', name))}
        />,
      ]}
      sentence={readySentence(arrival)}
      actions={
        <>
          <Button variant="primary" onClick={() => navigate(pushAt)}>
            {arrival.complete
              ? t('pushButton', { transfer: arrival.transfer })
              : t('pushCompleteButton', { images: arrival.images.complete })}
          </Button>
          {arrival.complete && (
            <Button variant="secondary" onClick={() => navigate(serveAddress(directory))}>
              {t('serveButton')}
            </Button>
          )}
          {!arrival.complete && (
            <Button variant="secondary" onClick={() => navigate(receiveAt)}>
              {t('receiveRestButton')}
            </Button>
          )}
        </>
      }
    >
      {answer.error && <FailureAlert error={answer.error} title={t('rereadFailedTitle')} />}
      <div className="al-media-two">
        <div className="al-column">
          <DeliverableTable arrival={arrival} pushAt={pushAt} />
          <ArrivalProblems arrival={arrival} />
          <AttachmentsCard
            key={arrival.transfer}
            directory={arrival.directory}
            into={`${directory}/attachments`}
          />
          <NextCommand arrival={arrival} directory={directory} />
        </div>
        <div className="al-column">
          {arrival.complete && (
            <div className="al-row">
              <label htmlFor="al-reached" className="al-nowrap">
                {t('reachedLabel')}
              </label>
              <FormSelect
                id="al-reached"
                value={reached}
                onChange={(_event, value) => setChosen(value as Reached)}
              >
                <FormSelectOption value="imported" label={t('importedStage')} />
                <FormSelectOption value="pushed" label={t('pushedStage')} />
                <FormSelectOption value="applied" label={t('appliedStage')} />
              </FormSelect>
            </div>
          )}
          {arrival.checked ? (
            <CodeCard arrival={arrival} directory={directory} reached={reached} />
          ) : (
            <ReadEveryByte key={arrival.transfer} arrival={arrival} reached={reached} />
          )}
        </div>
      </div>
    </Screen>
  );
}

/** Returns whether the newest archive set of a folder was pushed completely. */
function usePushed(directory: string): boolean {
  const line = useAsk('workspaces.list', {}).data?.workspaces.find((one) => one.directory === directory);
  return (line?.enclaves ?? []).some(({ next }) => next === 'open-resources');
}

function NextCommand({ arrival, directory }: { arrival: ArrivalLine; directory: string }) {
  const command = `airlock mirror --from file://${directory} docker://REGISTRY`;
  return (
    <Card title={t('commandTitle')} note={arrival.complete ? undefined : t('commandNote')}>
      <div className="al-copied">
        <code className="al-mono al-anywhere">{command}</code>
        <CopyButton text={command} what={t('commandCopyTip')} />
      </div>
    </Card>
  );
}
