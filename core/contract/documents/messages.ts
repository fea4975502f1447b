/** Catalogs of texts in ICU MessageFormat, for the screens: they know the contract only. */
export { type Catalog, type Translator, translator } from '../../base/messages/translator.ts';
