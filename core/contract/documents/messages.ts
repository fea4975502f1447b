/** Message catalogs in ICU MessageFormat for the screens, which may import only the contract. */
export { type Catalog, LOCALE, type Translator, translator } from '../../base/messages/translator.ts';
