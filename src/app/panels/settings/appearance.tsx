import { setTheme, themes, useTheme } from '../../ui/theme.ts'

const titles = { system: 'Like the system', light: 'Light', dark: 'Dark' }

export function Appearance() {
  const theme = useTheme()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-semibold">Appearance</legend>
      <div className="flex flex-wrap gap-2">
        {themes.map((one) => (
          <label
            key={one}
            className="flex h-9 items-center gap-2 rounded-md border border-line bg-surface px-3 has-checked:border-cable coarse:h-11"
          >
            <input
              type="radio"
              name="theme"
              checked={theme === one}
              onChange={() => setTheme(one)}
              className="size-4 accent-cable"
            />
            {titles[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
