/** The types for scripts of Bruno. Empty here; `vite.config.ts` puts their text into the built page. */
export const scriptTypesText = '';
