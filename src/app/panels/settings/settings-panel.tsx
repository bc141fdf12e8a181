import { Plus } from 'lucide-react'
import { useState } from 'react'
import { noRouter } from '../../connection/connection-callouts.tsx'
import { useConnectionContext, useProfiles } from '../../connection/connection-provider.tsx'
import { localId, type Profile } from '../../connection/profile.ts'
import { isWorking, type TestState, useConnectionTest } from '../../connection/test-connection.ts'
import { newId } from '../../run/new-id.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { StorageNotice } from '../../tool/storage-notice.tsx'
import { useActions } from '../../ui/actions.ts'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Tick } from '../../ui/choice.tsx'
import { firstField } from '../../ui/keys/first-field.ts'
import { modifierName } from '../../ui/keys/keyboard.ts'
import { LetterKeysSwitch } from '../../ui/keys/letter-keys-switch.tsx'
import { usePageState } from '../../ui/page-state.ts'
import { PanelHead } from '../../ui/panel-layout.tsx'
import { readSentences } from '../../ui/read-sentences.ts'
import { setTheme, themes, useTheme } from '../../ui/theme.ts'
import { ProfileCard } from './profile-card.tsx'
import { ProfileForm } from './profile-form.tsx'

const blank = (): Profile => ({ id: newId(), name: '', baseUrl: '', key: '', remember: false })

export function SettingsPanel() {
  const { profiles, local } = useConnectionContext()
  const { all, selected, missing, notice } = useProfiles()
  const [fresh, setFresh] = useState<Profile>()
  const test = useConnectionTest()
  const [added, setAdded] = useState<{ readonly id: string; readonly test: TestState }>()
  const add = () => {
    test.reset()
    setFresh(blank())
  }
  useActions([{ name: 'Add a connection', run: add }])
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PanelHead>
        <h1 className="font-semibold text-base">Settings</h1>
        <PanelTools />
      </PanelHead>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
        <div className="mx-auto grid max-w-3xl gap-10">
          <section aria-labelledby="connections" className="grid gap-4">
            <div className="flex items-center justify-between gap-3">
              <h2 id="connections" className="font-semibold">
                Connections
              </h2>
              <Button icon={<Plus size={16} />} disabled={Boolean(fresh)} onClick={add}>
                Add connection
              </Button>
            </div>
            {missing && (
              <Callout tone="warning" title="The connection in use was removed in another tab">
                <p className="text-soft">Nothing is sent until you choose one below.</p>
              </Callout>
            )}
            {notice && (
              <p role="status" className="text-warning text-xs">
                {notice}
              </p>
            )}
            {local.kind === 'no-router' && all.length === 1 && (
              <Callout tone="warning" title={noRouter}>
                <p className="text-soft">Add a connection with the address and key of your router.</p>
              </Callout>
            )}
            {local.kind === 'key-needed' && all[0]?.key === '' && (
              <Callout tone="warning" title="This router requires its API key">
                <p className="text-soft">Enter the key it was started with in the first connection below.</p>
              </Callout>
            )}
            {fresh && (
              <div className="rounded-md border border-cable/50 bg-surface p-4">
                <ProfileForm
                  profile={fresh}
                  test={test}
                  onCancel={() => {
                    test.reset()
                    setFresh(undefined)
                  }}
                  onSave={(profile, found) => {
                    profiles.put(profile)
                    if (isWorking(found)) profiles.select(profile.id)
                    setAdded({ id: profile.id, test: found })
                    setFresh(undefined)
                  }}
                />
              </div>
            )}
            <ul aria-label="Connections" {...firstField} className="grid gap-3">
              {all.map((profile) => (
                <ProfileCard
                  key={profile.id}
                  profile={profile}
                  tested={added?.id === profile.id ? added.test : undefined}
                  selected={!missing && profile.id === selected.id}
                  onSelect={() => profiles.select(profile.id)}
                  onSave={(next) => profiles.put(next)}
                  onRemove={profile.id === localId ? undefined : () => profiles.remove(profile.id)}
                />
              ))}
            </ul>
          </section>
          <Appearance />
          <section aria-labelledby="keyboard" className="grid gap-3">
            <h2 id="keyboard" className="font-semibold">
              Keyboard
            </h2>
            <LetterKeysSwitch />
            <p className="text-soft text-xs">
              <kbd className="font-mono">{modifierName} /</kbd> shows all shortcuts.
            </p>
          </section>
          <section aria-labelledby="screen-readers" className="grid gap-3">
            <h2 id="screen-readers" className="font-semibold">
              Screen readers
            </h2>
            <Tick
              isOn={usePageState(readSentences)}
              onChange={readSentences.set}
              className="min-h-9 gap-2.5 text-sm coarse:min-h-11"
            >
              Announce each sentence of an answer as it arrives
            </Tick>
          </section>
          <PageNotes />
        </div>
      </div>
    </main>
  )
}

const titles = { system: 'System', light: 'Light', dark: 'Dark' }

function Appearance() {
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

function PageNotes() {
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
