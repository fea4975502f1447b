import { translator } from '../../../base/messages/translator.ts';

/** Airlock's own texts on the clouds in install-config.yaml. Quotes of the installer stay in the checks. */
export const t = translator({
  wrongType: 'json: cannot unmarshal {found} into Go value of type {type}',
  regionRemedy: 'Set region to the region in which to create the cluster.',
});
