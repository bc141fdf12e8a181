import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { localId, type Profile } from '../../connection/profile.ts'
import { Button } from '../../ui/button/button.tsx'
import { HeaderRows, type ProfileValues, readHeaders } from './header-rows.tsx'

interface ProfileFormProps {
  profile: Profile
  onSave: (profile: Profile) => void
  onCancel: () => void
}

const box =
  'h-9 w-full rounded-md border border-line bg-surface px-3 text-sm read-only:text-faint aria-invalid:border-danger coarse:h-11'

/** The form of one profile; name and address of the local one are read-only. */
export function ProfileForm({ profile, onSave, onCancel }: ProfileFormProps) {
  const id = useId()
  const form = useForm<ProfileValues>({ defaultValues: { ...profile, headers: [...(profile.headers ?? [])] } })
  const [shown, setShown] = useState(false)
  const own = profile.id === localId
  const { setFocus } = form
  useEffect(() => setFocus(own ? 'key' : 'name'), [setFocus, own])
  const reading = readBaseUrl(form.watch('baseUrl'))
  const problem = form.formState.errors.baseUrl?.message
  const save = form.handleSubmit((values) => {
    const read = readBaseUrl(values.baseUrl)
    const headers = readHeaders(values.headers)
    if (read.kind === 'bad') return form.setError('baseUrl', { message: read.why })
    if (typeof headers === 'string') return form.setError('headers', { message: headers })
    const { headers: _, ...rest } = { ...profile, ...values }
    const name = values.name.trim() || new URL(read.url).host
    onSave({ ...rest, name, baseUrl: read.url, ...(headers.length > 0 && { headers }) })
  })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        // One of a whole list stays until it is taken away.
        form.clearErrors('headers')
        void save(event)
      }}
      autoComplete="off"
    >
      <div className="grid gap-1.5">
        <label htmlFor={`${id}n`} className="font-medium">
          Name
        </label>
        <input id={`${id}n`} className={box} readOnly={own} placeholder="Team router" {...form.register('name')} />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={`${id}u`} className="font-medium">
          Base URL
        </label>
        <input
          id={`${id}u`}
          inputMode="url"
          spellCheck={false}
          readOnly={own}
          className={`${box} font-mono`}
          placeholder="https://router.example/v1"
          aria-invalid={Boolean(problem)}
          aria-describedby={`${id}ue`}
          {...form.register('baseUrl')}
        />
        <p id={`${id}ue`} className="text-xs text-soft">
          {problem && <span className="text-danger">{problem}</span>}
          {!problem && reading.kind === 'offer' && (
            <>
              Usually ends in <code className="font-mono">/v1</code>.{' '}
              <button
                type="button"
                className="text-cable underline underline-offset-2"
                onClick={() => form.setValue('baseUrl', reading.completed)}
              >
                Use {reading.completed}
              </button>
            </>
          )}
        </p>
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={`${id}k`} className="font-medium">
          Key
        </label>
        <div className="flex gap-2">
          <input
            id={`${id}k`}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoComplete="off"
            className={`${box} font-mono`}
            {...form.register('key')}
          />
          <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
          </Button>
        </div>
      </div>
      {!own && <HeaderRows form={form} box={box} shown={shown} />}
      <label className="flex items-start gap-3">
        <input type="checkbox" className="mt-0.5 size-4 accent-cable" {...form.register('remember')} />
        <span>
          Remember on this device
          <span className="block text-xs text-soft">
            Stores the key and the values of extra headers in this browser, where anyone using this browser profile can
            read them. Otherwise they are forgotten when the page closes.
          </span>
        </span>
      </label>
      <div className="flex gap-2">
        <Button type="submit" look="primary">
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/** The reading of a typed base URL. `offer`: valid, but `/v1` is probably missing. */
export type BaseUrlReading =
  | { readonly kind: 'fine'; readonly url: string }
  | { readonly kind: 'offer'; readonly url: string; readonly completed: string }
  | { readonly kind: 'bad'; readonly why: string }

/** Parses a typed base URL: a trailing slash is removed, a missing `/v1` offered; `bad` for anything but a plain web address. */
export function readBaseUrl(typed: string): BaseUrlReading {
  const text = typed.trim()
  if (text === '') return { kind: 'bad', why: 'Enter a router URL, such as https://router.example/v1.' }
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return { kind: 'bad', why: 'The base URL must start with https:// (or http:// for a local router).' }
  if (parsed.username || parsed.password)
    return { kind: 'bad', why: 'Remove the user name and password from the URL. Enter the key in its own field.' }
  if (parsed.search || parsed.hash)
    return { kind: 'bad', why: 'The base URL must not contain ? or #. Enter the key in its own field.' }
  const url = (parsed.origin + parsed.pathname).replace(/\/+$/, '')
  return /\/v\d+[a-z\d]*$/.test(url) ? { kind: 'fine', url } : { kind: 'offer', url, completed: `${url}/v1` }
}
