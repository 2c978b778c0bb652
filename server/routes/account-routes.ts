import type { FastifyInstance } from 'fastify';
import type { Downloads } from '../downloads/downloads.ts';
import type { DatasetStore } from '../store/store.ts';
import { ADMIN_ROUTES } from './admin/admin-routes.ts';
import type { AccountRoute } from './accounts/account-route.ts';
import { addAccountRoutes, type AccountSite } from './accounts/add-account-routes.ts';
import { CONTACT_ROUTES } from './accounts/contact-routes.ts';
import { DEVICE_ROUTES } from './accounts/device-routes.ts';
import { LOGIN_ROUTES } from './accounts/login-routes.ts';
import { addOutboxRoute } from './accounts/outbox-route.ts';
import { PASSWORD_ROUTES } from './accounts/password-routes.ts';
import { PRIVACY_ROUTES } from './accounts/privacy-routes.ts';
import { PROFILE_ROUTES } from './accounts/profile-routes.ts';
import { REGISTRATION_ROUTES } from './accounts/registration-routes.ts';
import { createGeometryReader } from './geometries/geometry-reader.ts';
import { preparedDatasetRoutes } from './prepared-dataset/prepared-dataset-routes.ts';

/** The routes of accounts, contact, access requests and operators. */
export const ACCOUNT_ROUTES: readonly AccountRoute[] = [
  ...LOGIN_ROUTES,
  ...REGISTRATION_ROUTES,
  ...PASSWORD_ROUTES,
  ...PROFILE_ROUTES,
  ...DEVICE_ROUTES,
  ...PRIVACY_ROUTES,
  ...CONTACT_ROUTES,
  ...ADMIN_ROUTES,
];

/** Adds `ACCOUNT_ROUTES`, the routes of downloads, and the page with the mails of a demonstration. */
export function addRoutesOfAccounts(
  app: FastifyInstance,
  {
    downloads,
    store,
    ...site
  }: AccountSite & { readonly downloads: Downloads | null; readonly store: DatasetStore },
): void {
  addAccountRoutes(app, site, ACCOUNT_ROUTES);
  if (downloads) {
    const geometries = createGeometryReader();
    app.addHook('onClose', () => geometries.close());
    addAccountRoutes(app, site, preparedDatasetRoutes(downloads, { geometries, store }));
  }
  addOutboxRoute(app, site.accounts.outbox);
}
