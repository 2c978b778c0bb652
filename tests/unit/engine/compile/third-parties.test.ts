import { describe, expect, it } from 'vitest';
import { compilePages } from '../../../../engine/compile/compile-pages.ts';

const service = (id: string, provider?: string) => ({
  id,
  address: null,
  env: id.toUpperCase(),
  fallback: 'hide' as const,
  info: { links: [], ...(provider !== undefined && { provider: { en: provider } }) },
});

describe('the privacy policy', () => {
  it('lists the outside services that are switched on, with their providers', () => {
    const page = { title: { en: 'T' }, text: { en: 'Text.' }, date: '2026-03-01' };
    const { documents } = compilePages(
      {
        locales: { available: ['en'], default: 'en', fallback: 'en', session: 'en' },
        pages: [
          { ...page, id: 'privacy-policy' },
          { ...page, id: 'data-agreement' },
        ],
        services: [service('maps', 'Map makers'), service('tiles'), service('off', 'Nobody')],
      },
      {
        hash: () => 'h',
        address: (id) => (id === 'off' ? null : `https://${id}.example.test/{z}/{x}/{y}.png`),
      },
    );
    const [policy, agreement] = [...documents.values()];
    expect(policy!.services).toEqual([
      { name: 'Map makers', host: 'maps.example.test' },
      { name: 'tiles.example.test', host: 'tiles.example.test' },
    ]);
    expect(agreement).not.toHaveProperty('services');
  });
});
