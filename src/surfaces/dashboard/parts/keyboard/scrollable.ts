/** For a region that scrolls and holds nothing to focus: it must be reachable by keyboard. */
export const scrollable = { tabIndex: 0 } as const
