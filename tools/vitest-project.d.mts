import type { ViteUserConfig } from 'vitest/config';

export declare const project: (name: string, root: string, more?: ViteUserConfig) => ViteUserConfig;
