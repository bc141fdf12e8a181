import { type KeyboardEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { documents } from '#contract/routes.ts'
import { ClientError } from '../client/client-error.ts'
import { explainRead } from '../client/explain.ts'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { useConnectionContext, useProfiles } from './connection-provider.tsx'
import { localId, type Profile } from './profile.ts'
import { useConnection } from './use-connection.ts'

/** Said where the page is served by something else, such as a CDN. */
export const noRouter = 'This page’s server is not a router'

/** What the connection in use needs before a request can be sent, and notices of changes to it. */
export function ConnectionCallouts() {
  const { profiles, local } = useConnectionContext()
  const { all, selected, notice } = useProfiles()
  const { missing } = useConnection()
  const onChoose = (id: string) => profiles.select(id)
  const hasRouter = selected.id !== localId || local.kind !== 'no-router'
  return (
    <>
      {notice && (
        <Callout tone="warning" urgent title={notice}>
          <Button onClick={() => profiles.dismissNotice()}>Got it</Button>
        </Callout>
      )}
      {missing === 'choice' && (
        <ConnectionChoice title="The connection in use was removed in another tab" all={all} {...{ onChoose }}>
          Nothing is sent until you choose a connection.
        </ConnectionChoice>
      )}
      {missing === 'key' && !hasRouter && (
        <ConnectionChoice title={noRouter} all={all.filter(({ id }) => id !== localId)} {...{ onChoose }}>
          Add a connection to your router in Settings.
        </ConnectionChoice>
      )}
      {missing === 'key' && hasRouter && (
        <KeyField key={selected.id} profile={selected} onSave={(profile) => profiles.put(profile)} />
      )}
    </>
  )
}

interface ConnectionChoiceProps {
  title: string
  all: readonly Profile[]
  onChoose: (id: string) => void
  children: string
}

function ConnectionChoice({ title, all, onChoose, children }: ConnectionChoiceProps) {
  return (
    <Callout tone="warning" urgent title={title}>
      <p className="text-soft">{children}</p>
      <div className="flex flex-wrap gap-2 pt-1">
        {all.slice(0, 3).map(({ id, name }) => (
          <Button key={id} onClick={() => onChoose(id)}>
            Use {name}
          </Button>
        ))}
        <SettingsLink />
      </div>
    </Callout>
  )
}

/** The key, and the values of headers, that were not remembered. Not a form element: it may be nested in one. */
function KeyField({ profile, onSave }: { profile: Profile; onSave: (profile: Profile) => void }) {
  const id = useId()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const textFor = (label: string) => typed.get(label)?.trim() ?? ''
  const keyLabel = `Key for ${profile.name}`
  const wantsKey = profile.key === '' && (profile.keyForgotten === true || profile.id === localId)
  const missing = profile.headers?.filter(({ value }) => value === '').map(({ name }) => name) ?? []
  const labels = [...(wantsKey ? [keyLabel] : []), ...missing]
  const isWhole = labels.every((label) => textFor(label) !== '')
  const save = () => {
    const headers = profile.headers?.map((one) => (one.value === '' ? { ...one, value: textFor(one.name) } : one))
    if (isWhole) onSave({ ...profile, ...(wantsKey && { key: textFor(keyLabel) }), ...(headers && { headers }) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    // The panel's own Enter sends.
    event.stopPropagation()
    save()
  }
  return (
    <div className="grid gap-2 rounded-md border border-warning/40 bg-surface px-4 py-3">
      {labels.map((label, at) => (
        <div key={label} className="grid gap-2">
          <label htmlFor={`${id}-${at}`} className="text-sm">
            <span className="font-medium">{label === keyLabel ? label : `Header ${label} for ${profile.name}`}</span>
            {at === 0 && (
              <span className="block text-soft text-xs">
                {profile.id === localId
                  ? 'This router requires its API key, the one it was started with.'
                  : `${profile.baseUrl} · Keys that are not remembered are forgotten when the page closes.`}
              </span>
            )}
          </label>
          <input
            id={`${id}-${at}`}
            type="password"
            value={typed.get(label) ?? ''}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTyped(new Map(typed).set(label, event.target.value))}
            onKeyDown={onKeyDown}
            className="h-9 w-full min-w-32 rounded-md border border-line bg-surface px-3 font-mono text-sm coarse:h-11"
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isWhole} onClick={save}>
          Use {wantsKey ? 'key' : 'header'}
        </Button>
        {wantsKey && profile.id !== localId && (
          <Button look="quiet" onClick={() => onSave({ ...profile, keyForgotten: false })}>
            No key needed
          </Button>
        )}
      </div>
    </div>
  )
}

export function ModelListError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { selected } = useProfiles()
  const words =
    error instanceof ClientError
      ? explainRead(error.facts, selected.baseUrl)
      : { title: 'Could not load the models', what: error.message, next: '' }
  return (
    <Callout tone="danger" title={words.title}>
      <p className="break-words text-soft">{words.what}</p>
      <p className="text-soft">{words.next}</p>
      <div className="flex gap-2 pt-1">
        <Button onClick={onRetry}>Try again</Button>
        <SettingsLink />
      </div>
    </Callout>
  )
}

const SettingsLink = () => (
  <Link
    href={documents.settings}
    className="inline-flex min-h-9 items-center rounded-md px-3 text-soft hover:bg-raised coarse:min-h-11"
  >
    Open settings
  </Link>
)
