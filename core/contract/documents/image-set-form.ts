/** An ImageSetConfiguration as a form for the screens, which may import only the contract. */
export { setHelmRepositories, setLocalCharts } from '../../image-set/form/charts.ts';
export { removeEntries } from '../../image-set/form/entries.ts';
export {
  addImage,
  removeImage,
  replaceImage,
  setBlockedImages,
} from '../../image-set/form/images.ts';
export {
  addCatalog,
  addPackage,
  removePackage,
  setPackage,
  setPackageChannels,
} from '../../image-set/form/operators.ts';
export {
  removeRelease,
  setArchitectures,
  setGraph,
  setKubeVirtContainer,
  setRelease,
} from '../../image-set/form/releases.ts';
export {
  type ImageSetView,
  imageSetView,
} from '../../image-set/form/view.ts';
