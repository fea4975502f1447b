/** An ImageSetConfiguration as a form, for the screens: they know the contract only. */
export { type ChartFields, setHelmRepositories, setLocalCharts } from '../../image-set/form/charts.ts';
export { emptyImageSet } from '../../image-set/form/empty-image-set.ts';
export {
  addImage,
  removeImage,
  replaceImage,
  setAdditionalImages,
  setArchiveSize,
  setBlockedImages,
} from '../../image-set/form/images.ts';
export {
  addCatalog,
  addPackage,
  type CatalogFields,
  type CatalogName,
  type ChannelFields,
  type PackageFields,
  removeCatalog,
  removePackage,
  setCatalog,
  setPackage,
  setPackageChannels,
} from '../../image-set/form/operators.ts';
export {
  type ReleaseFields,
  removeRelease,
  setArchitectures,
  setGraph,
  setKubeVirtContainer,
  setRelease,
} from '../../image-set/form/releases.ts';
export {
  type CatalogView,
  type ChartView,
  type HelmRepositoryView,
  type ImageSetView,
  type ImageView,
  imageSetView,
  type PackageChannelView,
  type PackageView,
  type ReleaseView,
} from '../../image-set/form/view.ts';
