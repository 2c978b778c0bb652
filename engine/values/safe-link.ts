/** Matches the addresses that links in texts may have. */
export const SAFE_LINK = /^(?:https?:|mailto:|#|\/(?!\/))/i;
