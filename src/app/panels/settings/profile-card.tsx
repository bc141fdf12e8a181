import { useState } from 'react'
import { isReady, type Profile } from '../../connection/profile.ts'
import { type TestState, useConnectionTest } from '../../connection/test-connection.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { counted } from '../../ui/format.ts'
import { ProfileForm, TestResult } from './profile-form.tsx'

interface ProfileCardProps {
  profile: Profile
  selected: boolean
  /** The test that it was saved with. */
  tested: TestState | undefined
  onSelect: () => void
  onSave: (profile: Profile) => void
  onRemove: (() => void) | undefined
}

export function ProfileCard({ profile, selected, tested, onSelect, onSave, onRemove }: ProfileCardProps) {
  const [editing, setEditing] = useState(false)
  const test = useConnectionTest(tested)
  const isPending = test.state === 'pending'
  const save = (next: Profile) => {
    onSave(next)
    setEditing(false)
  }
  const cancel = () => {
    test.reset()
    setEditing(false)
  }
  const edit = () => {
    test.reset()
    setEditing(true)
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
          {isReady(profile) ? <Badge>{keyWords(profile)}</Badge> : <Badge tone="warning">Key needed</Badge>}
          {profile.headers && <Badge>{counted(profile.headers.length, 'extra header')}</Badge>}
        </span>
      </div>
      {editing ? (
        <ProfileForm profile={profile} test={test} onCancel={cancel} onSave={save} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {/* Not disabled meanwhile, which would take the focus from it. */}
          <Button aria-disabled={isPending} onClick={() => isPending || void test.begin(profile)}>
            {isPending ? 'Testing…' : 'Test connection'}
          </Button>
          {!isReady(profile) && <Button onClick={edit}>Enter key</Button>}
          <Button look="quiet" onClick={edit}>
            Edit
          </Button>
          {onRemove && (
            <Button look="quiet" onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      )}
      {!editing && <TestResult state={test.state} />}
    </li>
  )
}

function keyWords({ key, remember }: Profile): string {
  if (key === '') return 'No key'
  return remember ? 'Key: remembered' : 'Key: this session only'
}
