import { pathText, valueAt } from '../../../core/contract/documents/document.ts';
import { secretPaths } from '../../../core/contract/documents/install-config.ts';
import { Card } from '../../parts/screen.tsx';
import { SecretState } from './secret-field.tsx';
import { useConfig } from './use-config.tsx';

/** Every secret of the file, and whether the engine has it. */
export function SecretsOverview() {
  const { readable } = useConfig();
  const paths = secretPaths(readable);
  return (
    <Card
      title="Where secrets are"
      note="Held by the engine; never shown, never in drafts and previews"
      flush
      label="Where secrets are"
    >
      {paths.length === 0 ? (
        <p className="al-in al-sub">The file has none yet.</p>
      ) : (
        <table className="al-plain-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {paths.map((path) => (
              <tr key={pathText(path)}>
                <th scope="row" className="al-mono al-anywhere">
                  {pathText(path)}
                </th>
                <td>
                  <SecretState value={valueAt(readable, path)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
