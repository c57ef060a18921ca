const markerPattern = /‹secret:([^‹›]+)›/g;

/** Stands where the value of the secret `name` is hidden. */
export const secretMarker = (name: string): string => `‹secret:${name}›`;

/** Puts the variable of each hidden secret in place of its marker: `{{NAME}}` for `‹secret:NAME›`. */
export const markersAsVariables = (text: string): string => text.replace(markerPattern, '{{$1}}');
