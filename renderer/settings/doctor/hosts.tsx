import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type FormEvent, useState } from 'react';
import { firstWords } from '../../../core/contract/documents/words.ts';
import type { NeededHost } from '../../../core/contract/topics/doctor.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { underHome } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

const REASONS_SHOWN = 2;

/** The hosts that a firewall must allow, as a table and as CSV to copy or save. */
export function DoctorHosts({ hosts, text }: { hosts: NeededHost[]; text: string }) {
  const home = useAsk('host.describe', {}).data?.home;
  const save = useDo('doctor.saveHosts');
  const [saving, setSaving] = useState(false);
  const [typed, setTyped] = useState<string>();
  const target = typed ?? (home ? `${home}/airlock-hosts.csv` : '');
  const notes = [
    ...(hosts.some(({ host }) => host.endsWith('.quay.io')) ? [t('networkNote')] : []),
    ...(hosts.some(({ via }) => via !== undefined) ? [t('proxyNote')] : []),
  ];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ hosts, file: target.trim() }, { onSuccess: () => setSaving(false) });
  };
  return (
    <Card
      title={t('hostsTitle')}
      note={t('hostsNote', { count: hosts.length })}
      label={t('hostsTitle')}
      flush
      actions={
        <>
          <CopyButton text={text} label={t('copyCsvButton')} />
          <Button variant="secondary" aria-expanded={saving} onClick={() => setSaving(!saving)}>
            {t('saveCsvButton')}
          </Button>
        </>
      }
    >
      {saving && (
        <form className="al-save al-in" onSubmit={onSubmit}>
          <div className="al-grow">
            <PathInput
              id="al-doctor-hosts-file"
              label={t('csvFileLabel')}
              kind="save"
              extensions={['csv']}
              value={target}
              onChange={setTyped}
            />
          </div>
          <RequestButton
            request="doctor.saveHosts"
            type="submit"
            variant="primary"
            isDisabled={save.isPending || target.trim() === ''}
            isLoading={save.isPending}
          >
            {t('saveHostsButton')}
          </RequestButton>
        </form>
      )}
      {save.error && (
        <div className="al-in">
          <FailureAlert error={save.error} title={t('saveHostsFailedTitle')} />
        </div>
      )}
      {save.data && !saving && (
        <div className="al-in">
          <Alert
            isInline
            variant="success"
            title={t('hostsSavedTitle', { file: underHome(save.data.file, home) })}
          />
        </div>
      )}
      <table className="al-plain-table al-hosts">
        <thead>
          <tr>
            <th scope="col">{t('hostColumn')}</th>
            <th scope="col">{t('portColumn')}</th>
            <th scope="col">{t('protocolColumn')}</th>
            <th scope="col">{t('reachedColumn')}</th>
            <th scope="col">{t('reasonColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {hosts.map(({ host, port, protocol, reached, via, why }) => (
            <tr key={`${protocol} ${host} ${port}`}>
              <th scope="row" className="al-mono al-anywhere">
                {host}
              </th>
              <td className="al-num">{port}</td>
              <td>{protocol}</td>
              <td className="al-nowrap">
                <StateMark mark={reached ? 'good' : 'waiting'}>
                  {reached ? t('reached') : t('notReached')}
                </StateMark>
              </td>
              <td className="al-sub" title={why.join(', ')}>
                {via === undefined
                  ? firstWords(why, REASONS_SHOWN)
                  : t('proxiedReason', { reasons: firstWords(why, REASONS_SHOWN), proxy: via })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.length > 0 && <p className="al-card-foot al-sub al-small">{notes.join(' ')}</p>}
    </Card>
  );
}
