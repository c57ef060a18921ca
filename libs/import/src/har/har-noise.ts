import type { ImportNoise } from '@tandem/core';

import { type Fields, getFields, getText } from '../value.js';

type NoiseCount = { readonly kind: ImportNoise; readonly count: number };

/** The kinds by the browser's resource type. */
const byResource: Readonly<Record<string, ImportNoise>> = {
  image: 'images',
  imageset: 'images',
  font: 'fonts',
  stylesheet: 'styles',
  script: 'scripts',
  media: 'media',
  texttrack: 'media',
  beacon: 'analytics',
  ping: 'analytics',
  'csp-violation-report': 'analytics',
  cspviolationreport: 'analytics',
  manifest: 'other',
  preflight: 'other',
  websocket: 'other',
};

/** The kinds by media type, for recordings without resource types. */
const byType: readonly (readonly [RegExp, ImportNoise])[] = [
  [/^image\//i, 'images'],
  [/^(?:font\/|application\/(?:x-)?font|application\/vnd\.ms-fontobject)/i, 'fonts'],
  [/^text\/css/i, 'styles'],
  [/^(?:text|application)\/(?:x-)?(?:javascript|ecmascript)/i, 'scripts'],
  [/^(?:video|audio)\//i, 'media'],
];

/** Hosts that only count visitors, report errors or show advertisements, including subdomains. */
const analytics = new Set(
  (
    'google-analytics.com analytics.google.com googletagmanager.com doubleclick.net googlesyndication.com ' +
    'googleadservices.com connect.facebook.net segment.io segment.com mixpanel.com hotjar.com hotjar.io amplitude.com ' +
    'sentry.io clarity.ms bat.bing.com nr-data.net newrelic.com datadoghq.com datadoghq.eu browser-intake-datadoghq.com ' +
    'browser-intake-datadoghq.eu fullstory.com plausible.io cloudflareinsights.com px.ads.linkedin.com ' +
    'analytics.tiktok.com criteo.com optimizely.com heapanalytics.com posthog.com scorecardresearch.com quantserve.com ' +
    'chartbeat.net matomo.cloud bugsnag.com logrocket.io'
  ).split(' '),
);

const isAnalytics = (address: string): boolean => {
  const { hostname, pathname } = new URL(address);
  const labels = hostname.split('.');
  return (
    labels.some((_, at) => analytics.has(labels.slice(at).join('.'))) ||
    /\/(?:matomo|piwik)\.php$/.test(pathname)
  );
};

/** The kind of noise of an entry; undefined for a request that a person may want to send. */
export const classifyNoise = (entry: Fields, address: string): ImportNoise | undefined => {
  if (isAnalytics(address)) return 'analytics';
  const resource = getText(entry, '_resourceType').toLowerCase();
  if (resource !== '') return Object.hasOwn(byResource, resource) ? byResource[resource] : undefined;
  const type = getText(getFields(getFields(entry, 'response'), 'content'), 'mimeType');
  return byType.find(([test]) => test.test(type))?.[1];
};

const noiseLabels: Readonly<Record<ImportNoise, string>> = {
  images: 'images',
  fonts: 'fonts',
  styles: 'styles',
  scripts: 'scripts of pages',
  media: 'audio and video',
  analytics: 'analytics',
  other: 'preflights, manifests and WebSockets',
};

/** What was left out of all entries of a recording. */
export const describeNoise = (found: readonly NoiseCount[], all: number): string => {
  const count = found.reduce((sum, one) => sum + one.count, 0);
  return `${count} of ${all} requests: ${found.map((one) => `${noiseLabels[one.kind]} (${one.count})`).join(', ')}`;
};
