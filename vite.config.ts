import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { documentHeadings } from './scripts/document-headings.ts';

/** The renderer: static files that both hosts serve. */
export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [react(), documentHeadings()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome150',
    // Fonts and pictures stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
});
