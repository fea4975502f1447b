import type { Location, Problem } from '../../base/errors/airlock-error.ts';
import { ruleField } from '../../base/errors/rules.ts';
import type { OperatorPackage } from '../../image-set/config/image-set.ts';
import type { MissingDependency } from '../catalog/select/dependencies.ts';
import { t } from './messages.ts';

/** Returns problems of images as warnings, because their bundles are copied without them. */
export function imageProblems(problems: Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, level: 'warning' as const }));
}

/** Returns problems for missing dependencies of selected operators, and for added ones. */
export function dependencyProblems(
  missing: MissingDependency[],
  added: OperatorPackage[],
  at: Location | undefined,
): Problem[] {
  return [
    ...added.map((entry) => ({
      code: 'operator-dependency',
      level: 'info' as const,
      message: additionText(entry),
      remedy: t('dependencyAddedRemedy'),
      ...at,
    })),
    ...missing.map((need) => ({
      code: 'operator-dependency',
      level: 'warning' as const,
      message: missingText(need),
      remedy: remedyOf(need),
      ...ruleField(need.add && { id: 'package-needed', packages: need.package ? [need.package] : [] }),
      ...at,
    })),
  ];
}

function missingText({ requiredBy, what }: MissingDependency): string {
  const values = { bundle: requiredBy[0]?.bundle ?? '', dependency: what };
  return requiredBy.length > 1
    ? t('dependencyMissingOfSeveral', { ...values, more: requiredBy.length - 1 })
    : t('dependencyMissing', values);
}

function remedyOf({ add, providers, selected, what }: MissingDependency): string {
  if (add) {
    const channel = add.channels?.[0];
    if (!channel) return t('addPackageRemedy', { package: add.name });
    const values = { package: add.name, channel: channel.name };
    return channel.minVersion
      ? t('addVersionRemedy', { ...values, version: channel.minVersion })
      : t('addChannelRemedy', values);
  }
  const packages = (selected.length > 0 ? selected : providers).reduce(
    (first, second) => (first ? t('alternatives', { first, second }) : second),
    '',
  );
  return packages ? t('selectVersionRemedy', { packages, dependency: what }) : t('otherCatalogRemedy');
}

function additionText({ name, channels }: OperatorPackage): string {
  const channel = channels?.[0];
  if (!channel) return t('dependencyAdded', { package: name });
  const values = { package: name, channel: channel.name };
  return channel.minVersion
    ? t('dependencyAddedInVersion', { ...values, version: channel.minVersion })
    : t('dependencyAddedFromChannel', values);
}
