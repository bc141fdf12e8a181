import { keptWord, usePageState } from './page-state.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const chosen = keptWord<Theme>('patchbay.theme', themes)

function apply(): void {
  const dark = chosen.get() === 'dark' || (chosen.get() === 'system' && darkSystem.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

export function setTheme(theme: Theme): void {
  chosen.set(theme)
  apply()
}

export const useTheme = (): Theme => usePageState(chosen)

/** Call once before the first paint. */
export function startTheme(): void {
  darkSystem.addEventListener('change', apply)
  apply()
}
