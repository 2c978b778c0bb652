import type { FastifyInstance } from 'fastify';
import { ADMIN_ROUTES } from '../admin/admin-routes.ts';
import { addAccountRoutes, type AccountSite } from './add-account-routes.ts';
import { CONTACT_ROUTES } from './contact-routes.ts';
import { DEVICE_ROUTES } from './device-routes.ts';
import { LOGIN_ROUTES } from './login-routes.ts';
import { addOutboxRoute } from './outbox-route.ts';
import { PASSWORD_ROUTES } from './password-routes.ts';
import { PRIVACY_ROUTES } from './privacy-routes.ts';
import { PROFILE_ROUTES } from './profile-routes.ts';
import { REGISTRATION_ROUTES } from './registration-routes.ts';

/** Adds all routes of accounts, contact, access requests and operators. */
export function addRoutesOfAccounts(app: FastifyInstance, site: AccountSite): void {
  addAccountRoutes(app, site, [
    ...LOGIN_ROUTES,
    ...REGISTRATION_ROUTES,
    ...PASSWORD_ROUTES,
    ...PROFILE_ROUTES,
    ...DEVICE_ROUTES,
    ...PRIVACY_ROUTES,
    ...CONTACT_ROUTES,
    ...ADMIN_ROUTES,
  ]);
  addOutboxRoute(app, site.accounts.outbox);
}
