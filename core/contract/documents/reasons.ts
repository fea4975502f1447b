/** Reasons in plans and parts, for the screens. */

/** The deliverable of `additionalImages`, for the screens. */
export { ADDITIONAL_IMAGES } from '../../base/collected/deliverables.ts';
export { shortReason } from '../../base/document/entry-reason.ts';
