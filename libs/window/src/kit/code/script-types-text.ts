/** The types that `@tandem/scripting` publishes for scripts. Empty here; `vite.config.ts` puts their text into the built page. */
export const scriptTypesText = '';
