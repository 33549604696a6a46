import { say } from '../locale/say.ts'

export type Theme = 'system' | 'light' | 'dark'

const key = 'tamis-theme'
const themes: readonly Theme[] = ['system', 'light', 'dark']

/** The theme this browser chose last; the system's unless it chose. */
export function currentTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Sets the theme on the document, and remembers it when one is given. */
export function applyTheme(theme: Theme = currentTheme()): void {
  localStorage.setItem(key, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** What to call it. */
export function themeName(theme: Theme): string {
  return { system: say('Theme: system'), light: say('Theme: light'), dark: say('Theme: dark') }[
    theme
  ]
}

/** The one after this, for a button that goes round. */
export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
}
