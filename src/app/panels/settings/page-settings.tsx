import { useConnectionContext } from '../../connection/connection-provider.tsx'
import { useRuns } from '../../run/use-runs.tsx'
import { Callout } from '../../ui/callout.tsx'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { LetterKeysSwitch } from '../../ui/keys/letter-keys.tsx'
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

/** Whether single letters do something; which ones they are is told in the list of shortcuts. */
export function Keyboard() {
  return (
    <section aria-labelledby="keyboard" className="grid gap-3">
      <h2 id="keyboard" className="font-semibold">
        Keyboard
      </h2>
      <LetterKeysSwitch />
      <p className="text-soft text-xs">
        <kbd className="font-mono">{modifierName} /</kbd> lists every key of the app.
      </p>
    </section>
  )
}

const troubles = {
  absent: 'This browser offers no storage here (a private window, perhaps).',
  refused: 'This browser refused to open its storage.',
  blocked: 'A tab with an older version of Patchbay holds this storage. Close that tab, then reload this page.',
  newer: 'A newer version of Patchbay has this storage. Reload the page to get that version; nothing was deleted.',
}

/** What this page cannot do here, said once, and how runs are kept. */
export function PageNotes() {
  const runs = useRuns()
  const { local } = useConnectionContext()
  return (
    <section aria-labelledby="keeping" className="grid gap-3">
      <h2 id="keeping" className="font-semibold">
        What is kept
      </h2>
      {runs.trouble ? (
        <Callout tone="warning" title="Runs are kept in memory only">
          <p className="text-soft">{troubles[runs.trouble]}</p>
        </Callout>
      ) : (
        <p className="max-w-[72ch] text-soft">
          Every run is written to this browser's storage before it is sent, and as its answer grows. Keys are never part
          of a run.
        </p>
      )}
      {!isSecureContext && (
        <Callout tone="warning" title="This page came over plain HTTP from another machine">
          <p className="text-soft">
            The browser then gives no clipboard, microphone, cryptography or locks between tabs. Reading works; serve it
            by HTTPS for the rest.
          </p>
        </Callout>
      )}
      {local.kind === 'ready' && !local.keepsResults && (
        <Callout tone="warning" title="The router keeps results in memory only">
          <p className="text-soft">Its data folder cannot be written: a lost answer does not survive its restart.</p>
        </Callout>
      )}
    </section>
  )
}
