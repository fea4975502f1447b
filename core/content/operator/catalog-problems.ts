import { firstWords } from '../../base/document/words.ts';
import type { Location, Problem } from '../../base/errors/airlock-error.ts';
import { ruleField } from '../../base/errors/rules.ts';
import type { OperatorPackage } from '../../image-set/config/image-set.ts';
import type { MissingDependency } from '../catalog/select/dependencies.ts';

/** References that cannot be mirrored are left out; their bundles are copied without them. */
export function imageProblems(problems: Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, level: 'warning' as const }));
}

/** What selected operators need besides, and what was added for them. */
export function dependencyProblems(
  missing: MissingDependency[],
  added: OperatorPackage[],
  at: Location | undefined,
): Problem[] {
  return [
    ...added.map((entry) => ({
      code: 'operator-dependency',
      level: 'info' as const,
      message: `${entry.name} is added, because other operators need it${versionOf(entry)}`,
      remedy:
        'Write it into the configuration, so that the selection does not depend on the catalog of the day.',
      ...at,
    })),
    ...missing.map((need) => ({
      code: 'operator-dependency',
      level: 'warning' as const,
      message: `${requirers(need)} ${need.requiredBy.length > 1 ? 'need' : 'needs'} ${need.what}, which is not selected`,
      remedy: remedyOf(need),
      ...ruleField(need.add && { id: 'package-needed', packages: need.package ? [need.package] : [] }),
      ...at,
    })),
  ];
}

function requirers({ requiredBy }: MissingDependency): string {
  return firstWords(
    requiredBy.map(({ bundle }) => bundle),
    1,
  );
}

function remedyOf({ add, providers, selected, what }: MissingDependency): string {
  if (add) {
    const channel = add.channels?.[0];
    const range = channel?.minVersion ? ` version ${channel.minVersion}` : '';
    return `Add the package ${add.name}${channel ? `, channel ${channel.name}${range}` : ''}; or use --add-dependencies.`;
  }
  if (selected.length > 0) return `Select a version of ${selected.join(' or ')} that provides ${what}.`;
  if (providers.length > 0) return `Select a version of ${providers.join(' or ')} that provides it.`;
  return 'No package of this catalog has it: select it from another catalog, if the cluster does not have it.';
}

function versionOf({ channels }: OperatorPackage): string {
  const channel = channels?.[0];
  if (!channel) return '';
  return ` (channel ${channel.name}${channel.minVersion ? `, version ${channel.minVersion}` : ''})`;
}
