import type { NetworkUse } from '../../../core/app/sources/late-session.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { ARCHITECTURES } from '../sources/graph-view.ts';
import { OcMirrorError } from './flags.ts';
import type { OcMirrorLog } from './log.ts';
import { authFileOf, hostOf, sourceTls, type Values } from './request.ts';

const REGISTRY = 'registry.redhat.io';
const CATALOGS = ['redhat', 'certified', 'community'].map((name) => `redhat/${name}-operator-index`);
/** Red Hat doesn't publish this catalog for 4.22 and later. */
const MARKETPLACE = 'redhat/redhat-marketplace-index';
const LAST_MARKETPLACE = 21;

/** Prints the catalogs of a version, or the operators of a catalog (oc-mirror: internal/pkg/cli/list_operators.go). */
export async function listOperatorsAsOcMirror(
  context: CommandContext,
  log: OcMirrorLog,
  values: Values,
): Promise<number> {
  const [catalog, name, channel] = ['catalog', 'package', 'channel'].map((flag) => values.text(flag));
  const version = values.text('version');
  const catalogs = catalog === undefined && (values.flag('catalogs') || version !== undefined);
  if (channel !== undefined && catalog === undefined)
    throw new OcMirrorError('must specify --catalog and --package with --channel');
  if (catalog === undefined && name !== undefined)
    throw new OcMirrorError('must specify --catalog with --package');
  if (catalog === undefined && !catalogs)
    throw new OcMirrorError('at least one of the flags in the group [catalog catalogs] is required');
  if (catalogs) {
    if (version === undefined)
      throw new OcMirrorError(
        'if any flags in the group [catalogs version] are set they must all be set; missing [version]',
      );
    await listCatalogs(context, log, values, version);
    return 0;
  }
  const { listOperators } = await import('../../../core/content/operator/list-operators.ts');
  const { openCatalogs } = await import('../../../core/app/sources/open-catalogs.ts');
  const use = { ...networkOf(context, values), pathOf: userPath, onProgress: () => {} };
  const [opened] = await Array.fromAsync(openCatalogs([catalog!], use));
  const { index } = opened!;
  const header = ['NAME', 'DISPLAY NAME', 'DEFAULT CHANNEL'];
  if (name === undefined) {
    const rows = index.packages.map((each) => [each.name, each.displayName ?? '', each.defaultChannel]);
    log.print(...table([header, ...rows]));
    return 0;
  }
  const { signal, pause } = context;
  const known = index.packages.find((each) => each.name === name);
  if (!known) throw new OcMirrorError(`operator "${name}" not found in catalog`);
  const [found] = await listOperators(index, { package: name }, { signal: AbortSignal.any([signal, pause]) });
  if (channel === undefined) {
    log.print(...table([header, [known.name, known.displayName ?? '', known.defaultChannel]]), '');
    const rows = found!.channels.map((each) => [name, each.name, each.head ?? '']);
    log.print(...table([['PACKAGE', 'CHANNEL', 'HEAD'], ...rows]));
    return 0;
  }
  const listed = found!.channels.find((each) => each.name === channel);
  if (!listed) throw new OcMirrorError(`channel "${channel}" not found for operator "${name}"`);
  const bundles = [...listed.entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  log.print('VERSIONS', ...bundles.map((each) => each.version ?? each.name));
  return 0;
}

async function listCatalogs(
  context: CommandContext,
  log: OcMirrorLog,
  values: Values,
  version: string,
): Promise<void> {
  const minor = /^4\.(\d+)$/.exec(version)?.[1];
  const names =
    minor !== undefined && Number(minor) <= LAST_MARKETPLACE ? [...CATALOGS, MARKETPLACE] : CATALOGS;
  log.print('Available OpenShift OperatorHub catalogs:', `OpenShift ${version}:`);
  const { imageExists } = await import('../../../core/app/sources/image-exists.ts');
  for (const name of names) {
    const reference = `${REGISTRY}/${name}:v${version}`;
    const image = { registry: REGISTRY, repository: name, tag: `v${version}` };
    const found = await imageExists(image, networkOf(context, values));
    log.print(found ? reference : `Invalid catalog reference "${reference}", please check version`);
  }
}

/** Prints versions, channels or releases (oc-mirror: internal/pkg/cli/list_releases.go). */
export async function listReleasesAsOcMirror(
  context: CommandContext,
  log: OcMirrorLog,
  values: Values,
): Promise<number> {
  const [version, channel] = [values.text('version'), values.text('channel')];
  const architectures = values.text('filter-by-archs')?.split(',') ?? ['amd64'];
  const unknown = architectures.filter((each) => !ARCHITECTURES.includes(each));
  if (unknown.length > 0)
    throw new OcMirrorError(
      `invalid architecture(s) [${unknown.join(' ')}]. Known architectures: [${[...ARCHITECTURES].sort().join(' ')}]`,
    );
  if (values.flag('channels') && version === undefined)
    throw new OcMirrorError('must specify --version with --channels');
  const { listChannels, listReleases } = await import('../../../core/upgrade/answers/list-releases.ts');
  const graph = async (requested: string | undefined, architecture: string) => {
    const { readGraph } = await import('../../../core/app/sources/read-graph.ts');
    const wanted = requested === undefined ? {} : { channel: requested };
    const use = { ...networkOf(context, values), pathOf: userPath };
    return (await readGraph(undefined, { architecture, ...wanted }, use)).graph;
  };
  if (values.flag('channels')) {
    log.print(`Listing channels for version ${version}:`, '');
    const channels = listChannels(await graph(`stable-${version}`, 'amd64'), { version: version! });
    log.print(...channels.sort());
    return 0;
  }
  const wanted = channel ?? (version === undefined ? undefined : `stable-${version}`);
  if (wanted === undefined) {
    const { minorOf, minorText } = await import('../../../core/upgrade/ocp/version-order.ts');
    const releases = listReleases(await graph(undefined, 'amd64'));
    const minors = new Set(releases.map((each) => minorText(minorOf(each.version)!)));
    log.print('Available OpenShift Container Platform release versions:');
    log.print(...[...minors].map((each) => `  ${each}`));
    return 0;
  }
  if (wanted.startsWith('stable-'))
    log.print(
      'Listing stable channels. Use --channel=<name> to filter.',
      `Use oc-mirror --v2 list releases --channels --version=${version ?? ''} to discover other channels.`,
    );
  for (const arch of architectures) {
    const releases = listReleases(await graph(wanted, arch), { channel: wanted });
    log.print('', `Channel: ${wanted}`, `Architecture: ${arch}`, ...releases.map((each) => each.version));
  }
  return 0;
}

function networkOf({ signal, pause }: CommandContext, values: Values): NetworkUse & { signal: AbortSignal } {
  const settings = { ...MIRROR_DEFAULTS, sourceTlsVerify: sourceTls(values), authFile: authFileOf(values) };
  return { host: hostOf(values), settings, signal: AbortSignal.any([signal, pause]) };
}
