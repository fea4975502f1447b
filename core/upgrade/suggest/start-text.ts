import { yamlOf } from '../../base/document/yaml-of.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { isName } from '../inventory/inventory.ts';
import { minorOf, minorText } from '../ocp/version-order.ts';
import { WELL_KNOWN } from './known-catalogs.ts';

/** What a new configuration begins with. */
export interface StartQuestion {
  /** A version, or a minor for all that its channel has from its newest on. */
  openShift?: string;
  /** References. Without one, packages are from Red Hat's catalog for that OpenShift. */
  catalogs?: readonly string[];
  /** `NAME` or `NAME@CHANNEL`, all in the first catalog. */
  packages?: readonly string[];
}

const RELEASES = `    # Releases. A range takes all of the channel between its ends; shortestPath: true only the way from one to the other.
    channels:
`;
const RELEASE_EXAMPLE = `  # platform:
  #   # Releases. A range takes all of the channel between its ends; shortestPath: true only the way from one to the other.
  #   channels:
  #     - name: stable-4.18
  #       minVersion: 4.18.9
  #       maxVersion: 4.18.9
  #   # Clusters without internet find their updates by the graph.
  #   graph: true
`;
const OPERATOR_EXAMPLE = `  # operators:
  #   - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18
  #     # Without channels the head of each channel is taken.
  #     packages:
  #       - name: lvms-operator
  #         channels:
  #           - name: stable-4.18
`;
const REST = `  # Images beside these, each with its tag or digest.
  # additionalImages:
  #   - name: registry.redhat.io/ubi9/ubi:latest
`;

/**
 * The commented text of a new configuration; what is not asked for is there as an example. It loads as it is.
 * @throws AirlockError `usage` for what is no version, and for packages without a catalog
 */
export function startText({ openShift, catalogs = [], packages = [] }: StartQuestion): string {
  const minor = openShift === undefined ? undefined : minorFor(openShift);
  const known = minor === undefined ? [] : [`${WELL_KNOWN['redhat-operators']}:v${minor}`];
  const named = catalogs.length > 0 ? catalogs : packages.length > 0 ? known : [];
  if (packages.length > 0 && named.length === 0)
    throw new AirlockError('usage', 'packages need their catalog', {
      remedy: 'Name it by --catalog, or the OpenShift by --openshift for its Red Hat catalog.',
    });
  const text = [
    '# What to mirror across the gap, as oc-mirror v2 reads it.',
    '# `airlock config validate FILE` checks it, `airlock plan -c FILE file://DIR` says what it costs.',
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
  throw new AirlockError('usage', `"${version}" is not a version of OpenShift`, {
    remedy: 'Write it as 4.18.9, or 4.18 for its newest release.',
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
    '    # Clusters without internet find their updates by the graph.\n',
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
  const list = lines.length > 0 ? ['      packages:\n', ...lines] : [WHOLE];
  return [`    - catalog: ${yamlOf(catalog)}`, ...list].join('');
}

/** `1.0` is a name only in quotes. @throws AirlockError `usage` for what is no name */
function written(name: string | undefined): string {
  if (isName(name)) return yamlOf(name).trimEnd();
  throw new AirlockError('usage', `"${name}" is not the name of a package or channel`, {
    remedy: 'Write --package NAME or --package NAME@CHANNEL.',
    at: { path: 'package' },
  });
}

const WHOLE = `      # Without packages all operators of the catalog are taken, which is hundreds of GB.
      # packages:
      #   - name: lvms-operator
`;
