import { type KeyboardEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { documents } from '#contract/core/documents.ts'
import { Button } from '../ui/button/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { useConnectionContext, useProfiles } from './connection-provider.tsx'
import { localId, type Profile } from './profile.ts'
import { useConnection } from './use-connection.ts'

/** Said where the page is served by something else, such as a CDN. */
export const noRouter = 'The server of this page is not a router'

/** What the connection in use needs before a request can be sent, and notices of changes to it. */
export function ConnectionWants() {
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
        <Link
          href={documents.settings}
          className="inline-flex min-h-9 items-center rounded-md px-3 text-soft hover:bg-raised coarse:min-h-11"
        >
          Open settings
        </Link>
      </div>
    </Callout>
  )
}

interface KeyFieldProps {
  profile: Profile
  onSave: (profile: Profile) => void
}

/** Not a form element: it may be nested in one. */
function KeyField({ profile, onSave }: KeyFieldProps) {
  const id = useId()
  const [key, setKey] = useState('')
  const save = () => key.trim() !== '' && onSave({ ...profile, key: key.trim() })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    // The panel's own Enter sends.
    event.stopPropagation()
    save()
  }
  return (
    <div className="grid gap-2 rounded-md border border-warning/40 bg-surface px-4 py-3">
      <label htmlFor={id} className="text-sm">
        <span className="font-medium">Key for {profile.name}</span>
        <span className="block text-soft text-xs">
          {profile.id === localId
            ? 'This router requires its API key, the one it was started with.'
            : `${profile.baseUrl} · Keys that are not remembered are forgotten when the page closes.`}
        </span>
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="password"
          value={key}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setKey(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-9 min-w-32 flex-1 rounded-md border border-line bg-surface px-3 font-mono text-sm coarse:h-11"
        />
        <Button disabled={key.trim() === ''} onClick={save}>
          Use key
        </Button>
        {profile.id !== localId && (
          <Button look="quiet" onClick={() => onSave({ ...profile, keyForgotten: false })}>
            No key needed
          </Button>
        )}
      </div>
    </div>
  )
}
