/** The deliverable of the graph-data image. Plans and records contain the name, and its ID in delete lists is the same. */
export const GRAPH_DATA = 'update graph data';

/** The deliverable of all images in `additionalImages`. Plans and records contain the name. */
export const ADDITIONAL_IMAGES = 'additional images';
