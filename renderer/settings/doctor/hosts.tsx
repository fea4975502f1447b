import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { type FormEvent, useState } from 'react';
import { firstWords } from '../../../core/contract/documents/words.ts';
import type { NeededHost } from '../../../core/contract/topics/doctor.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { counted } from '../../parts/format.ts';
import { underHome } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';

const REASONS_SHOWN = 2;
const NETWORK =
  "Content of quay.io and of Red Hat's registries comes from any host of a network; all of them are listed.";
const PROXY = 'Where a proxy leads out, this host needs a way to the proxy, and the proxy one to the host.';

/** The hosts that a firewall must let through: to read, to copy and to save as CSV. */
export function DoctorHosts({ hosts, text }: { hosts: NeededHost[]; text: string }) {
  const home = useAsk('host.describe', {}).data?.home;
  const save = useDo('doctor.saveHosts');
  const [saving, setSaving] = useState(false);
  const [typed, setTyped] = useState<string>();
  const target = typed ?? (home ? `${home}/airlock-hosts.csv` : '');
  const notes = [
    ...(hosts.some(({ host }) => host.endsWith('.quay.io')) ? [NETWORK] : []),
    ...(hosts.some(({ via }) => via !== undefined) ? [PROXY] : []),
  ];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ hosts, file: target.trim() }, { onSuccess: () => setSaving(false) });
  };
  return (
    <Card
      title="Hosts for a firewall"
      note={counted(hosts.length, 'host')}
      label="Hosts for a firewall"
      flush
      actions={
        <>
          <CopyButton text={text} label="Copy as CSV" />
          <Button variant="secondary" aria-expanded={saving} onClick={() => setSaving(!saving)}>
            Save as CSV
          </Button>
        </>
      }
    >
      {saving && (
        <form className="al-save al-in" onSubmit={onSubmit}>
          <div className="al-grow">
            <PathInput
              id="al-doctor-hosts-file"
              label="Save as"
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
            Save hosts
          </RequestButton>
        </form>
      )}
      {save.error && (
        <div className="al-in">
          <FailureAlert error={save.error} title="The hosts were not saved" />
        </div>
      )}
      {save.data && !saving && (
        <div className="al-in">
          <Alert isInline variant="success" title={`${underHome(save.data.file, home)} is written`} />
        </div>
      )}
      <table className="al-plain-table al-hosts">
        <thead>
          <tr>
            <th scope="col">Host</th>
            <th scope="col">Port</th>
            <th scope="col">Protocol</th>
            <th scope="col">Reached</th>
            <th scope="col">Why</th>
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
                <StateMark mark={reached ? 'good' : 'waiting'}>{reached ? 'Yes' : 'Not yet'}</StateMark>
              </td>
              <td className="al-sub" title={why.join(', ')}>
                {firstWords(why, REASONS_SHOWN)}
                {via !== undefined && ` (through ${via})`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.length > 0 && <p className="al-card-foot al-sub al-small">{notes.join(' ')}</p>}
    </Card>
  );
}
