import { yamlOf } from '../../base/document/yaml-of.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { isName } from '../../content/inventory/inventory.ts';
import { minorOf, minorText } from '../ocp/version-order.ts';
import { WELL_KNOWN } from './known-catalogs.ts';
import { t } from './messages.ts';

/** The content that a new configuration selects. */
export interface StartQuestion {
  /** A version, or a minor version for the newest release of its channel. */
  openShift?: string;
  /** References. Without one, packages come from Red Hat's catalog for that OpenShift. */
  catalogs?: readonly string[];
  /** `NAME` or `NAME@CHANNEL`, all in the first catalog. */
  packages?: readonly string[];
}

const RELEASES = `    # ${t('releasesComment')}
    channels:
`;
const RELEASE_EXAMPLE = `  # platform:
  #   # ${t('releasesComment')}
  #   channels:
  #     - name: stable-4.18
  #       minVersion: 4.18.9
  #       maxVersion: 4.18.9
  #   # ${t('graphComment')}
  #   graph: true
`;
const OPERATOR_EXAMPLE = `  # operators:
  #   - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18
  #     # ${t('channelsComment')}
  #     packages:
  #       - name: lvms-operator
  #         channels:
  #           - name: stable-4.18
`;
const REST = `  # ${t('additionalImagesComment')}
  # additionalImages:
  #   - name: registry.redhat.io/ubi9/ubi:latest
`;

/**
 * Returns the text of a new configuration, with commented examples of everything that wasn't requested. It is valid as is.
 * @throws AirlockError `usage` for an invalid version, and for packages without a catalog
 */
export function startText({ openShift, catalogs = [], packages = [] }: StartQuestion): string {
  const minor = openShift === undefined ? undefined : minorFor(openShift);
  const known = minor === undefined ? [] : [`${WELL_KNOWN['redhat-operators']}:v${minor}`];
  const named = catalogs.length > 0 ? catalogs : packages.length > 0 ? known : [];
  if (packages.length > 0 && named.length === 0)
    throw new AirlockError('usage', t('packagesWithoutCatalog'), {
      remedy: t('packagesWithoutCatalogRemedy'),
    });
  const text = [
    `# ${t('fileComment')}`,
    `# ${t('commandsComment')}`,
    'kind: ImageSetConfiguration',
    'apiVersion: mirror.openshift.io/v2alpha1',
    'mirror:',
    '',
  ].join('\n');
  return text + releases(openShift, minor) + operators(named, packages) + REST;
}

function minorFor(version: string): string {
  const minor = minorOf(/^\d+\.\d+$/.test(version) ? `${version}.0` : version);
  if (minor) return minorText(minor);
  throw new AirlockError('usage', t('versionInvalid', { version }), {
    remedy: t('versionInvalidRemedy'),
    at: { path: 'openshift' },
  });
}

function releases(version: string | undefined, minor: string | undefined): string {
  if (version === undefined || minor === undefined) return RELEASE_EXAMPLE;
  const bounds =
    version === minor ? [] : ['minVersion', 'maxVersion'].map((end) => `        ${end}: ${version}\n`);
  return [
    '  platform:\n',
    RELEASES,
    `      - name: stable-${minor}\n`,
    ...bounds,
    `    # ${t('graphComment')}\n`,
    '    graph: true\n',
  ].join('');
}

function operators(catalogs: readonly string[], packages: readonly string[]): string {
  const [first] = catalogs;
  if (first === undefined) return OPERATOR_EXAMPLE;
  return `  operators:\n${catalogs.map((catalog) => entry(catalog, catalog === first ? packages : [])).join('')}`;
}

function entry(catalog: string, packages: readonly string[]): string {
  const lines = packages.flatMap((each) => {
    const [name, channel] = each.split('@');
    return [
      `        - name: ${written(name)}\n`,
      ...(channel !== undefined
        ? ['          channels:\n', `            - name: ${written(channel)}\n`]
        : []),
    ];
  });
  const list = lines.length > 0 ? ['      packages:\n', ...lines] : [NO_PACKAGES];
  return [`    - catalog: ${yamlOf(catalog)}`, ...list].join('');
}

/** Returns a name as YAML, where `1.0` needs quotes. @throws AirlockError `usage` for an invalid name */
function written(name: string | undefined): string {
  if (isName(name)) return yamlOf(name).trimEnd();
  throw new AirlockError('usage', t('nameInvalid', { name: name ?? '' }), {
    remedy: t('nameInvalidRemedy'),
    at: { path: 'package' },
  });
}

const NO_PACKAGES = `      # ${t('packagesComment')}
      # packages:
      #   - name: lvms-operator
`;
