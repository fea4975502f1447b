import './enclave.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useKeys } from '../app-state/keys.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk } from '../engine/requests.ts';
import { deleteAddress, storageAddress } from '../parts/addresses.ts';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { baseName } from '../parts/paths.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { Term } from '../parts/term.tsx';
import { useNow } from '../parts/time.tsx';
import { ToKnow } from '../parts/to-know.tsx';
import { useAddress } from '../parts/use-address.ts';
import { CodeDialog } from './code-dialog.tsx';
import { type EnclaveAction, enclaveActions } from './enclave-actions.ts';
import { enclaveSentence, ledgerWords, newestTransfer } from './enclave-words.ts';
import { t } from './messages.ts';
import { TransferDetail, TransferSteps } from './transfer-detail.tsx';
import { TransferTable } from './transfer-table.tsx';

/** `/enclaves/:name?workspace=&transfer=`: the transfers to an enclave, and what arrived there. */
export default function EnclaveScreen() {
  const { name = 'default' } = useParams();
  const [address, change] = useAddress();
  const used = useCurrentWorkspace();
  const workspace = address.get('workspace') ?? used ?? '';
  const answer = useAsk('enclaves.describe', { workspace, enclave: name }, { enabled: workspace !== '' });
  const practice = useAsk('workspaces.list', {}).data?.workspaces.some(
    (line) => line.directory === workspace && line.practice,
  );
  const side = useAsk('settings.read', {}).data?.side ?? 'both';
  const now = useNow();
  const navigate = useNavigate();
  const [coding, setCoding] = useState(false);
  const [problems, setProblems] = useState<ContractProblem[]>([]);
  const eyebrow = [
    <Term key="topic" term="enclave">
      {t('topic')}
    </Term>,
    <strong key="name">{name}</strong>,
    t('workspaceLabel', { workspace: practice ? t('practiceName') : baseName(workspace) }),
  ];
  useKeys([{ key: 'A', label: t('enterCodeTip'), run: () => setCoding(true) }]);
  if (!answer.data)
    return (
      <Screen eyebrow={eyebrow} sentence={answer.error ? t('failedTitle', { enclave: name }) : name}>
        {answer.error && (
          <FailureAlert
            error={answer.error}
            title={t('readFailedTitle')}
            actions={
              <Button variant="link" isInline onClick={() => void answer.refetch()}>
                {t('retryButton')}
              </Button>
            }
          />
        )}
      </Screen>
    );
  const { transfers } = answer.data;
  const chosen =
    transfers.find((transfer) => transfer.name === address.get('transfer')) ?? newestTransfer(transfers);
  const [primary, secondary] = enclaveActions({ name, workspace, transfers, side });
  const act = ({ to }: EnclaveAction) => (to === undefined ? setCoding(true) : navigate(to));
  return (
    <Screen
      eyebrow={eyebrow}
      sentence={enclaveSentence(name, transfers, now)}
      actions={
        <>
          {primary && (
            <Button variant="primary" onClick={() => act(primary)}>
              {primary.label}
            </Button>
          )}
          {secondary && (
            <Button variant="secondary" onClick={() => act(secondary)}>
              {secondary.label}
            </Button>
          )}
        </>
      }
    >
      {answer.error && <FailureAlert error={answer.error} title={t('refreshFailedTitle')} />}
      <ToKnow problems={problems} />
      {!chosen ? (
        <Card label={t('emptyTitle')}>
          <Empty title={t('emptyTitle')}>{t('emptyText', { enclave: name })}</Empty>
        </Card>
      ) : (
        <>
          <TransferSteps workspace={workspace} transfer={chosen} onLost={setProblems} />
          <div className="al-enclave-two">
            <Card
              title={t('transfersTitle')}
              note={<span className="al-num al-wide-only">{ledgerWords(transfers)}</span>}
              actions={
                <>
                  <Link to={storageAddress(workspace)}>{t('storageLabel')}</Link>
                  <Link to={deleteAddress(workspace, name)}>{t('deleteLabel')}</Link>
                </>
              }
              flush
            >
              <TransferTable
                transfers={transfers}
                chosen={chosen.name}
                onChoose={(transfer) => change((parameters) => parameters.set('transfer', transfer))}
              />
            </Card>
            <TransferDetail key={chosen.name} workspace={workspace} transfer={chosen} />
          </div>
        </>
      )}
      {coding && (
        <CodeDialog
          workspace={workspace}
          onClose={() => setCoding(false)}
          onDone={(found) => {
            setCoding(false);
            setProblems(found);
          }}
        />
      )}
    </Screen>
  );
}
