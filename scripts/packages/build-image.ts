import type { ImageContentReader, ImageSourceReference } from '../../core/base/collected/collected.ts';
import { asObject } from '../../core/base/objects/as-object.ts';
import { readBaseImage } from '../../core/content/resources/base-image.ts';
import { type ExtendedImage, extendImage } from '../../core/content/resources/extend-image.ts';
import { APP, type BundleLayer, USER, WRITABLE } from './image-layer.ts';

/**
 * Builds the image of the headless app: each image of the base for which there is a bundle gets one more layer. The same
 * base and bundles result in the same bytes.
 * @param layers one for each architecture
 * @throws AirlockError of `readBaseImage` and `extendImage`
 */
export async function buildImage(
  reader: ImageContentReader,
  source: ImageSourceReference,
  layers: readonly BundleLayer[],
): Promise<ExtendedImage> {
  const platforms = layers.map(({ architecture }) => ({ os: 'linux', architecture }));
  const base = await readBaseImage(reader, source, { option: '--base', platforms });
  return extendImage(base, platforms, {
    layerFor: (platform) => layers.find(({ architecture }) => architecture === platform?.architecture)!,
    configure: settingsOf,
  });
}

/** Returns the settings of Airlock in place of the command of the base. */
function settingsOf(base: Record<string, unknown>, { version, created }: BundleLayer) {
  const { Cmd: _command, ...settings } = base;
  const time = created.toISOString().replace('.000Z', 'Z');
  const [home, workspace] = WRITABLE;
  return {
    created: time,
    settings: {
      ...settings,
      User: String(USER),
      WorkingDir: `/${workspace}`,
      Entrypoint: [`/${APP}/airlock`],
      Env: environment(settings.Env, `/${home}`),
      Labels: {
        ...asObject(settings.Labels),
        'org.opencontainers.image.title': 'airlock',
        'org.opencontainers.image.description':
          'Mirror OpenShift releases, operators and images across an air gap',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
        'org.opencontainers.image.created': time,
      },
    },
    step: { created: time, created_by: `airlock: bundle ${version} in /${APP}` },
  };
}

/** Returns the variables of the base with the home directory, and the launcher in PATH. */
function environment(base: unknown, home: string): string[] {
  const variables = Array.isArray(base) ? base.map(String) : [];
  const path = variables.find((each) => each.startsWith('PATH='));
  const rest = variables.filter((each) => !/^(PATH|HOME)=/.test(each));
  return [
    `${path ?? 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin'}:/${APP}`,
    `HOME=${home}`,
    ...rest,
  ];
}
