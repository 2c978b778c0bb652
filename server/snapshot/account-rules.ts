import type { AtlasModel, Dataset } from 'atlas-engine';
import type { AccountRules } from '../access/account-rules.ts';

/** Returns what a configuration says about accounts. */
export function accountRules(model: AtlasModel): AccountRules {
  return {
    levels: model.levels.map(({ id, name, granted = null }) => ({ id, name, granted })),
    roles: model.roles,
    resetLink: model.limits.resetLink,
    agreement: model.pages.find(({ id }) => id === 'data-agreement')?.date ?? null,
    title: model.title,
    demonstration: [...model.datasets.values()].every((one) => one.demo || isOpen(one)),
  };
}

/** Returns whether everyone may see and download all of a dataset. */
function isOpen({ permission, fields }: Dataset): boolean {
  const levels = [permission.view, permission.download, permission.analyse];
  const ofFields = [...fields.values()].flatMap((field) => field.permission ?? []);
  return [...levels, ...ofFields].every(({ rank }) => rank === 0);
}
