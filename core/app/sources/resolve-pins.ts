import { sourceOf } from '../../base/collected/image-source.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type CatalogPin, pinCatalogs } from '../../image-set/config/pin.ts';
import { lateSession, type NetworkUse } from './late-session.ts';

/**
 * Resolves the tags of operator catalogs at their registries.
 * @throws AirlockError of the first catalog that can't be resolved, with the others as problems, because a partially
 * pinned file would be misleading
 */
export async function resolvePins(
  operators: Parameters<typeof pinCatalogs>[0],
  use: NetworkUse,
  signal: AbortSignal,
): Promise<CatalogPin[]> {
  await using network = lateSession(use);
  const { registries } = await network.open();
  const { pins, failures } = await pinCatalogs(
    operators,
    async (reference, stopped) => {
      const { registry, repository, tag } = sourceOf(reference);
      const found = await registries.at(registry).resolve(repository, tag ?? '', { signal: stopped });
      return found?.digest;
    },
    { signal },
  );
  const [first] = failures;
  if (!first) return pins;
  const { code, message, remedy, side, at, exitCode, cause } = first;
  throw new AirlockError(code, message, {
    ...{ remedy, exitCode, cause, side, at },
    problems: failures.map((failure) => failure.toJSON()),
  });
}
