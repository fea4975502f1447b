import { Alert, AlertActionCloseButton } from '@patternfly/react-core/dist/esm/components/Alert';
import { useState } from 'react';
import { useAsk } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { underHome } from '../parts/paths.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { authoritiesSentence, commonName, expiry, scopeWords } from './authority-words.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { TrustAuthority } from './trust-authority.tsx';

export function CertificatesSection() {
  const list = useAsk('authorities.list', {}, { staleTime: 0 });
  const home = useAsk('host.describe', {}).data?.home;
  const now = useNow(60_000);
  const [added, setAdded] = useState<{ file: string; subjects: string[] }>();
  const found = list.data;
  return (
    <SettingsFrame
      section="certificates"
      sentence={
        found ? authoritiesSentence(found.authorities, found.systemCount, now) : 'Trusted authorities'
      }
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
          {found && found.authorities.length === 0 && (
            <p className="al-in al-sub">
              None. Registries whose certificates come from your own authority need it here, or in the trust
              of the system.
            </p>
          )}
          {found && found.authorities.length > 0 && (
            <table className="al-plain-table">
              <thead>
                <tr>
                  <th scope="col">Authority</th>
                  <th scope="col">Counts for</th>
                  <th scope="col">Ends</th>
                </tr>
              </thead>
              <tbody>
                {found.authorities.map((authority) => {
                  const end = expiry(authority, now);
                  return (
                    <tr key={`${authority.file} ${authority.subject} ${authority.notAfter}`}>
                      <th scope="row">
                        <span title={authority.subject}>{commonName(authority.subject)}</span>
                        <div className="al-sub al-small al-mono al-anywhere al-light">
                          {underHome(authority.file, home)}
                        </div>
                      </th>
                      <td className="al-anywhere">{scopeWords(authority.scope)}</td>
                      <td>
                        <StateMark mark={end.mark}>{end.words}</StateMark>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
          {found && (
            <p className="al-card-foot al-sub al-small">
              The system trusts {found.systemCount} authorities
              {found.systemFile ? (
                <>
                  {' '}
                  from <span className="al-mono">{found.systemFile}</span>
                </>
              ) : undefined}
              ; they count for every host.
            </p>
          )}
        </Card>
        <Card title="Trust an authority for a registry">
          <TrustAuthority onTrusted={setAdded} />
        </Card>
      </div>
    </SettingsFrame>
  );
}
