import { readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ContractReleaseChannel } from '../../../contract/topics/upgrades.ts';
import { setArchitectures, setRelease } from '../../../image-set/form/releases.ts';
import { imageSetView } from '../../../image-set/form/view.ts';
import { t } from './messages.ts';

/**
 * Returns a configuration with the given release channels. Entries of the same name are replaced except for their type,
 * missing architectures are added, and the rest of the text, with its comments, is unchanged.
 * @param file names the text in errors
 * @throws AirlockError `config-invalid` for a text that isn't a mapping; `document-uneditable` for YAML that can't be
 * edited in place
 */
export function withReleaseChannels(
  text: string,
  channels: readonly ContractReleaseChannel[],
  { file, architecture }: { file: string; architecture: string },
): string {
  const doc = readYaml(text);
  const root = valueAt(doc, []);
  const [fault] = doc.faults;
  if (fault || typeof root !== 'object' || root === null || Array.isArray(root)) {
    const reason = fault?.message ?? t('notMapping');
    throw new AirlockError('config-invalid', t('notEditable', { file, reason }), {
      side: 'local',
      remedy: t('notEditableRemedy'),
      at: { file, line: fault?.line, column: fault?.column },
    });
  }
  const { architectures, releases } = imageSetView(doc);
  // Existing channels without architectures are of amd64.
  const known = architectures.length === 0 && releases.length > 0 ? ['amd64'] : architectures;
  const written = channels.reduce(
    (after, { name, minVersion, maxVersion, shortestPath }) =>
      setRelease(after, { name, minVersion, maxVersion, shortestPath, full: undefined }),
    doc,
  );
  if (known.includes(architecture)) return written.text;
  return setArchitectures(written, [...known, architecture]).text;
}
