import { Alert, AlertActionCloseButton } from '@patternfly/react-core/dist/esm/components/Alert';
import { useState } from 'react';
import type { Authority } from '../../core/contract/topics/settings.ts';
import { useAsk } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { underHome } from '../parts/paths.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { authoritiesSentence, commonName, expiry, ownAuthorities } from './parts/authority-words.ts';
import { SettingsFrame } from './parts/settings-frame.tsx';
import { TrustAuthority } from './registries/trust-authority.tsx';

export function CertificatesSection() {
  const list = useAsk('authorities.list', {}, { staleTime: 0 });
  const home = useAsk('host.describe', {}).data?.home;
  const now = useNow(60_000);
  const [added, setAdded] = useState<{ file: string; subjects: string[] }>();
  const found = list.data;
  const { own, named } = ownAuthorities(found?.authorities ?? [], found?.systemFile);
  return (
    <SettingsFrame
      section="certificates"
      sentence={found ? authoritiesSentence(own, found.systemCount, now) : 'Trusted authorities'}
    >
      {list.error && <FailureAlert error={list.error} title="The authorities could not be read" />}
      {added && (
        <Alert
          isInline
          variant="success"
          title={`${added.subjects.map(commonName).join(', ')} is trusted now`}
          actionClose={<AlertActionCloseButton onClose={() => setAdded(undefined)} />}
        >
          Written to <span className="al-mono">{underHome(added.file, home)}</span>; podman and skopeo read
          it, too.
        </Alert>
      )}
      <div className="al-registries">
        <Card title="Authorities of your own" flush>
          {found && own.length === 0 && (
            <p className="al-in al-sub">
              None. Registries whose certificates come from your own authority need it here, or in the trust
              of the system.
            </p>
          )}
          {own.length > 0 && <AuthorityTable authorities={own} home={home} now={now} />}
          {found && (
            <p className="al-card-foot al-sub al-small">
              {found.systemCount} authorities{' '}
              {found.systemFile ? (
                <>
                  of <span className="al-mono al-anywhere">{found.systemFile}</span>
                </>
              ) : (
                'of the system'
              )}{' '}
              count for every host.
            </p>
          )}
          {named.length > 0 && (
            <details className="al-named-authorities">
              <summary>List these {named.length}</summary>
              <AuthorityTable authorities={named} home={home} now={now} />
            </details>
          )}
        </Card>
        <Card title="Trust an authority for a registry">
          <TrustAuthority onTrusted={setAdded} />
        </Card>
      </div>
    </SettingsFrame>
  );
}

function AuthorityTable({
  authorities,
  home,
  now,
}: {
  authorities: Authority[];
  home: string | undefined;
  now: Date;
}) {
  return (
    <table className="al-plain-table">
      <thead>
        <tr>
          <th scope="col">Authority</th>
          <th scope="col">Counts for</th>
          <th scope="col">Ends</th>
        </tr>
      </thead>
      <tbody>
        {authorities.map((authority) => {
          const end = expiry(authority, now);
          return (
            <tr key={`${authority.file} ${authority.subject} ${authority.notAfter}`}>
              <th scope="row">
                <span title={authority.subject}>{commonName(authority.subject)}</span>
                <div className="al-sub al-small al-mono al-anywhere al-light">
                  {underHome(authority.file, home)}
                </div>
              </th>
              <td>{authority.scope}</td>
              <td className="al-nowrap">
                <StateMark mark={end.mark}>{end.words}</StateMark>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
