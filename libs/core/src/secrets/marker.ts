const markerPattern = /‹secret:([^‹›]+)›/g;

/** Replaces a hidden value of the secret `name`. */
export const formatSecretMarker = (name: string): string => `‹secret:${name}›`;

/** Replaces the marker of each hidden secret with its variable: `‹secret:NAME›` becomes `{{NAME}}`. */
export const replaceMarkersByVariables = (text: string): string => text.replace(markerPattern, '{{$1}}');
