import type { ViteUserConfig } from 'vitest/config';

export declare const defineTestProject: (name: string, root: string, more?: ViteUserConfig) => ViteUserConfig;
