/** Reasons in plans and parts, for the screens. */
export { shortReason } from '../../base/document/entry-reason.ts';
