import { readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ContractReleaseChannel } from '../../../contract/topics/upgrades.ts';
import { setArchitectures, setRelease } from '../../../image-set/form/releases.ts';
import { imageSetView } from '../../../image-set/form/view.ts';

/**
 * A configuration with these release channels: entries of the same name are replaced, but for their type, others stay,
 * and so does all else as it is written, comments included. An architecture that the configuration lacks is added.
 * @param file names the text in errors
 * @throws AirlockError `config-invalid` for a text that is no mapping; `document-uneditable` for one that is written in a
 * way that cannot be changed
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
    const why = fault?.message ?? 'there is no mapping in it';
    throw new AirlockError('config-invalid', `${file} is not a configuration that can be changed: ${why}`, {
      side: 'local',
      remedy: 'Correct it first, or choose another file.',
      at: { file, line: fault?.line, column: fault?.column },
    });
  }
  const { architectures, releases } = imageSetView(doc);
  // Channels that are there without a word about architectures are of amd64.
  const known = architectures.length === 0 && releases.length > 0 ? ['amd64'] : architectures;
  const written = channels.reduce(
    (after, { name, minVersion, maxVersion, shortestPath }) =>
      setRelease(after, { name, minVersion, maxVersion, shortestPath, full: undefined }),
    doc,
  );
  if (known.includes(architecture)) return written.text;
  return setArchitectures(written, [...known, architecture]).text;
}
