export * as default from 'jose';
