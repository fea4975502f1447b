/** Objects merged over others, for the screens: they know the contract only. */
export { present } from '../../base/objects/present.ts';
