import { useConnectionContext } from '../../connection/connection-provider.tsx'
import { useRuns } from '../../run/use-runs.tsx'
import { StorageNotice } from '../../tool/storage-notice.tsx'
import { Callout } from '../../ui/callout.tsx'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { LetterKeysSwitch } from '../../ui/keys/letter-keys-switch.tsx'
import { setTheme, themes, useTheme } from '../../ui/theme.ts'

const titles = { system: 'System', light: 'Light', dark: 'Dark' }

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

/** The switch for single-letter shortcuts. */
export function Keyboard() {
  return (
    <section aria-labelledby="keyboard" className="grid gap-3">
      <h2 id="keyboard" className="font-semibold">
        Keyboard
      </h2>
      <LetterKeysSwitch />
      <p className="text-soft text-xs">
        <kbd className="font-mono">{modifierName} /</kbd> shows all shortcuts.
      </p>
    </section>
  )
}

/** Limitations of this page in this browser, and how runs are stored. */
export function PageNotes() {
  const runs = useRuns()
  const { local } = useConnectionContext()
  return (
    <section aria-labelledby="keeping" className="grid gap-3">
      <h2 id="keeping" className="font-semibold">
        Storage
      </h2>
      <StorageNotice look="card" />
      {runs.persistent && (
        <p className="max-w-[72ch] text-soft">
          Every run is saved in this browser before it is sent and while its answer arrives. API keys are never stored
          with a run.
        </p>
      )}
      {!isSecureContext && (
        <Callout tone="warning" title="This page was loaded over plain HTTP from another machine">
          <p className="text-soft">
            The browser disables clipboard, microphone, cryptography and tab locks. Use HTTPS to enable them.
          </p>
        </Callout>
      )}
      {local.kind === 'ready' && !local.keepsResults && (
        <Callout tone="warning" title="The router stores results in memory only">
          <p className="text-soft">
            Its data folder is not writable, so interrupted answers cannot be recovered after a restart.
          </p>
        </Callout>
      )}
    </section>
  )
}
