import { useState } from 'react'
import { isReady, type Profile } from '../../connection/profile.ts'
import { type ConnectionTest, useConnectionTest } from '../../connection/test-connection.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { counted } from '../../ui/format.ts'
import { ProfileForm } from './profile-form.tsx'

interface ProfileCardProps {
  profile: Profile
  selected: boolean
  onSelect: () => void
  onSave: (profile: Profile) => void
  onRemove: (() => void) | undefined
}

export function ProfileCard({ profile, selected, onSelect, onSave, onRemove }: ProfileCardProps) {
  const [editing, setEditing] = useState(false)
  const test = useConnectionTest()
  const isPending = test.state === 'pending'
  const save = (next: Profile) => {
    onSave(next)
    test.reset()
    setEditing(false)
  }
  return (
    <li
      className={`flex flex-col gap-3 rounded-md border bg-surface p-4 ${selected ? 'border-cable/60' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <label className="flex min-w-0 items-start gap-3">
          <input
            type="radio"
            name="profile"
            checked={selected}
            onChange={onSelect}
            className="mt-0.5 size-4 shrink-0 accent-cable"
          />
          <span className="min-w-0">
            <span className="font-medium">{profile.name}</span>
            <span className="block break-all font-mono text-soft text-xs">{profile.baseUrl}</span>
          </span>
        </label>
        <span className="flex flex-wrap gap-1">
          {isReady(profile) ? (
            <Badge>{profile.key ? 'has a key' : 'no key'}</Badge>
          ) : (
            <Badge tone="warning">key needed</Badge>
          )}
          {profile.headers && <Badge>{counted(profile.headers.length, 'extra header')}</Badge>}
          {profile.key !== '' && <Badge>{profile.remember ? 'key remembered' : 'key in memory only'}</Badge>}
        </span>
      </div>
      {editing ? (
        <ProfileForm profile={profile} onCancel={() => setEditing(false)} onSave={save} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {/* Not disabled meanwhile, which would take the focus from it. */}
          <Button aria-disabled={isPending} onClick={() => isPending || void test.begin(profile)}>
            {isPending ? 'Testing…' : 'Test connection'}
          </Button>
          {!isReady(profile) && <Button onClick={() => setEditing(true)}>Enter key</Button>}
          <Button look="quiet" onClick={() => setEditing(true)}>
            Edit
          </Button>
          {onRemove && (
            <Button look="quiet" onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      )}
      <div role="status" className="empty:-mt-3">
        {typeof test.state === 'object' && <TestResult found={test.state} />}
        {test.state === 'no-answer' && (
          <Callout tone="danger" title="No answer within 20 seconds">
            <p className="text-soft">The router accepted the connection but did not respond.</p>
          </Callout>
        )}
      </div>
    </li>
  )
}

const titles = {
  unsendable: 'Nothing was sent',
  'key-refused': 'The key was refused',
  'wrong-path': 'No router at this path',
  nobody: 'Could not reach the server',
  failed: 'The router returned an error',
}

const keyWords = {
  yes: 'The key is valid.',
  no: 'Key not verified: this router lists models without a key, so only a run will show whether it is valid.',
  unknown: 'Key not verified: without it, the router failed for another reason.',
}

function TestResult({ found }: { found: ConnectionTest }) {
  if (found.kind !== 'works')
    return (
      <Callout tone="danger" title={titles[found.kind]}>
        <p className="break-words text-soft">{found.words.what}</p>
        <p className="text-soft">{found.words.next}</p>
      </Callout>
    )
  const { odd } = found
  const title = odd ? 'Answers, but its models cannot be read' : `Works, ${counted(found.models, 'model')}`
  return (
    <Callout tone={odd ? 'warning' : 'success'} title={title}>
      {odd && <p className="break-words text-soft">{odd} Enter the name of a model in the form.</p>}
      <p className="text-soft">
        {keyWords[found.keyChecked]}
        {found.own && ' This is a Patchbay router: lost answers can be recovered.'}
      </p>
    </Callout>
  )
}
