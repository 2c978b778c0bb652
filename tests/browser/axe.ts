import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Prepares an analysis of a page without frames. */
export function axeOf(page: Page): AxeBuilder {
  // Without it, each analysis opens a page of its own to join the results of frames.
  return new AxeBuilder({ page }).setLegacyMode(true);
}
