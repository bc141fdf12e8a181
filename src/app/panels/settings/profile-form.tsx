import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { localId, type Profile } from '../../connection/profile.ts'
import { isWorking, type TestState, type useConnectionTest } from '../../connection/test-connection.ts'
import { Button } from '../../ui/button/button.tsx'
import { readBaseUrl } from './base-url.ts'
import { HeaderRows, type ProfileValues, readHeaders } from './header-rows.tsx'
import { TestResult } from './test-result.tsx'

interface ProfileFormProps {
  profile: Profile
  test: ReturnType<typeof useConnectionTest>
  /** Saved with the result of its test, which may have failed. */
  onSave: (profile: Profile, found: TestState) => void
  onCancel: () => void
}

const box =
  'h-9 w-full rounded-md border border-line bg-surface px-3 text-sm read-only:text-faint aria-invalid:border-danger coarse:h-11'

/** The form of one profile, which is tested before it is saved; name and address of the local one are read-only. */
export function ProfileForm({ profile, test, onSave, onCancel }: ProfileFormProps) {
  const id = useId()
  const form = useForm<ProfileValues>({ defaultValues: { ...profile, headers: [...(profile.headers ?? [])] } })
  const [shown, setShown] = useState(false)
  const own = profile.id === localId
  const { setFocus } = form
  useEffect(() => setFocus(own ? 'key' : 'name'), [setFocus, own])
  const reading = readBaseUrl(form.watch('baseUrl'))
  const problem = form.formState.errors.baseUrl?.message
  const { state, reset } = test
  const tested = useRef('')
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const isFailed = state !== 'untested' && state !== 'pending' && !isWorking(state)
  const save = form.handleSubmit(async (values) => {
    const read = readBaseUrl(values.baseUrl)
    const headers = readHeaders(values.headers)
    if (read.kind === 'bad') return form.setError('baseUrl', { message: read.why })
    if (typeof headers === 'string') return form.setError('headers', { message: headers })
    const { headers: _, ...rest } = { ...profile, ...values }
    const name = values.name.trim() || new URL(read.url).host
    const next = { ...rest, name, baseUrl: read.url, ...(headers.length > 0 && { headers }) }
    // The same values failed just before: the button says that they are saved all the same.
    if (isFailed && tested.current === JSON.stringify(next)) return onSave(next, state)
    tested.current = JSON.stringify(next)
    const found = await test.begin(next)
    // A page that was left meanwhile cannot ask, and what was typed must not be lost.
    if (found && (isWorking(found) || !isShown.current)) onSave(next, found)
  })
  return (
    <form
      className="grid gap-4"
      onChange={reset}
      onSubmit={(event) => {
        // One of a whole list stays until it is taken away.
        form.clearErrors('headers')
        if (state === 'pending') event.preventDefault()
        else void save(event)
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
          {problem && <span className="text-danger">{problem} </span>}
          {reading.kind !== 'fine' && reading.offer && (
            <>
              {!problem && reading.kind === 'offer' && reading.why}{' '}
              <button
                type="button"
                className="text-cable underline underline-offset-2"
                onClick={() => {
                  reset()
                  form.clearErrors('baseUrl')
                  form.setValue('baseUrl', reading.offer ?? '')
                }}
              >
                Use {reading.offer}
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
            read them. Otherwise both are forgotten when the page closes.
          </span>
        </span>
      </label>
      <div className="flex gap-2">
        <Button type="submit" look={isFailed ? 'outline' : 'primary'} aria-disabled={state === 'pending'}>
          {isFailed ? 'Save anyway' : state === 'pending' ? 'Testing…' : 'Save'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <TestResult state={state} />
    </form>
  )
}
