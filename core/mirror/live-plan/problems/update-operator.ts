import { compareMinors, type Minor, minorOf, minorText } from '../../../content/operator/openshift-limit.ts';
import { UPDATE_OPERATOR, updateOperatorChannel } from '../../../content/resources/update-service.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import { addPackage } from '../../../image-set/form/operators.ts';
import { openShiftOf } from '../../../upgrade/answers/operator-catalogs.ts';
import { t } from '../messages.ts';
import type { DraftParts } from '../parts/draft-parts.ts';
import type { PlannedCatalog } from '../parts/operators.ts';
import type { FixableProblem } from './fixable-problem.ts';

const NAME = UPDATE_OPERATOR.package;
const RED_HAT_CATALOG = 'registry.redhat.io/redhat/redhat-operator-index';

/**
 * Returns a problem if the update graph is mirrored without the operator that serves it (OpenShift documentation, "Updating a
 * cluster in a disconnected environment using the OpenShift Update Service"). The fix adds the operator to the Red Hat
 * catalog of the newest release, or adds that catalog with it.
 * @throws AirlockError `disk`
 */
export async function updateOperatorProblems(
  { platform }: Pick<ImageSetConfiguration, 'platform'>,
  { catalogs, releases }: Pick<DraftParts, 'catalogs' | 'releases'>,
): Promise<FixableProblem[]> {
  const ofOcp = platform?.channels.length === 0 || platform?.channels.some(({ type }) => type !== 'okd');
  if (!platform?.graph || !ofOcp || catalogs.some(maySelect)) return [];
  const minor = newestMinor(platform, releases);
  const problem: FixableProblem = {
    ...{ code: 'update-operator-missing', level: 'info' },
    message: t('updateOperatorMissing', { package: NAME }),
    remedy: t('updateOperatorCatalogRemedy', { package: NAME }),
    ...platform.at,
  };
  if (!minor) return [problem];
  const position = catalogs.findIndex(
    ({ operator, index }) => isRedHats(operator.catalog, minor) && lists(index),
  );
  const catalog = catalogs[position]?.operator.catalog ?? `${RED_HAT_CATALOG}:v${minorText(minor)}`;
  const found = position < 0 ? undefined : await catalogs[position]!.index?.package(NAME);
  const channel = (found && updateOperatorChannel([found])) ?? UPDATE_OPERATOR.channel;
  return [
    {
      ...problem,
      remedy: t('updateOperatorMissingRemedy', { package: NAME, catalog }),
      fix: {
        label: t('addFix', { name: NAME }),
        change: (doc) => addPackage(doc, position < 0 ? catalog : position, NAME, [{ name: channel }]),
      },
      adds: { catalog, package: NAME },
    },
  ];
}

/** Returns whether a catalog selects the operator. A complete catalog that was never read may contain it. */
function maySelect({ operator, selection }: PlannedCatalog): boolean {
  if (selection) return selection.result.packages.some(({ name }) => name === NAME);
  const { packages = [] } = operator;
  return packages.length === 0 || packages.some(({ name }) => name === NAME);
}

function lists(index: PlannedCatalog['index']): boolean {
  return !index || index.packages.some(({ name }) => name === NAME);
}

/** Returns whether a reference is the Red Hat catalog of an OpenShift version, from Red Hat or from a mirror. */
function isRedHats(catalog: string, minor: Minor): boolean {
  return /(^|\/)redhat-operator-index:[^/]*$/.test(catalog) && openShiftOf(catalog) === minorText(minor);
}

function newestMinor(
  platform: NonNullable<ImageSetConfiguration['platform']>,
  { releases }: DraftParts['releases'],
): Minor | undefined {
  const names = platform.channels.flatMap(({ name }) => /(?<!\d)\d+\.\d+$/.exec(name) ?? []);
  const payload = /:v?(\d+\.\d+)\.\d+[^:/]*$/.exec(platform.release ?? '')?.[1];
  const known = [...names, ...releases.map(({ version }) => version), ...(payload ? [payload] : [])];
  return known
    .flatMap((text) => minorOf(text) ?? [])
    .filter(({ major }) => major > 0)
    .sort(compareMinors)
    .at(-1);
}
