import { CHART_IDIOMS } from './chart-idioms.fixture.ts';
import type { Idiom } from './idiom.fixture.ts';
import { NAME_IDIOMS } from './name-idioms.fixture.ts';
import { PLACE_IDIOMS } from './place-idioms.fixture.ts';

/** Charts that each use one idiom. */
export const IDIOMS: Idiom[] = [...NAME_IDIOMS, ...CHART_IDIOMS, ...PLACE_IDIOMS];
