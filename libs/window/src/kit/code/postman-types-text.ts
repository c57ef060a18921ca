/** The types for scripts of Postman. Empty here; `vite.config.ts` puts their text into the built page. */
export const scriptTypesText = '';
