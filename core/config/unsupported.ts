import type { Location, Problem } from '../errors/airlock-error.ts';
import { ERROR_CODES } from '../errors/codes.ts';
import type { DeleteImageSetConfiguration, ImageSetConfiguration } from './image-set.ts';

/**
 * An error for each part of a valid configuration that this version of Airlock cannot mirror: none is left out silently.
 * @param file named in the problems where the configuration does not know its own place.
 */
export function unsupported(
  configuration: Pick<ImageSetConfiguration | DeleteImageSetConfiguration, 'operators' | 'helm'>,
  file?: string,
): Problem[] {
  const { operators, helm } = configuration;
  const charts = (helm?.repositories.length ?? 0) + (helm?.local.length ?? 0);
  return [
    ...operators.map((operator) =>
      problem(
        `this version cannot mirror operator catalogs yet: ${operator.catalog}`,
        operator.at ?? { file },
      ),
    ),
    ...(charts > 0 ? [problem('this version cannot mirror Helm charts yet', helm?.at ?? { file })] : []),
  ];
}

function problem(message: string, at: { file?: string | undefined } & Omit<Location, 'file'>): Problem {
  return {
    code: 'config-unsupported',
    level: 'error',
    message,
    remedy: ERROR_CODES['config-unsupported'][1],
    ...at,
  };
}
