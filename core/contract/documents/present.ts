/** Merges objects for the screens, which may import only the contract. */
export { present } from '../../base/objects/present.ts';
