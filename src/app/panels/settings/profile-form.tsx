import { Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { localId, type Profile } from '../../connection/profile.ts'
import { isWorking, type TestState, type useConnectionTest } from '../../connection/test-connection.ts'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { counted } from '../../ui/format.ts'
import { readBaseUrl } from './base-url.ts'

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
    const headers = readHeaderRows(values.headers)
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

const keyWords = {
  yes: 'The key is valid.',
  no: 'Key not verified: this router lists models without a key, so only a run will show whether it is valid.',
  unknown: 'Key not verified: the check without the key failed for another reason.',
}

export function TestResult({ state }: { readonly state: TestState }) {
  return (
    <div role="status" className="empty:-mt-3">
      {state !== 'untested' && state !== 'pending' && <Result found={state} />}
    </div>
  )
}

function Result({ found }: { readonly found: Exclude<TestState, 'untested' | 'pending'> }) {
  if (found === 'no-answer')
    return (
      <Callout tone="danger" title="No reply within 20 seconds">
        <p className="text-soft">The server may be overloaded, or a firewall may be blocking the request.</p>
      </Callout>
    )
  if (found.kind === 'trouble')
    return (
      <Callout tone="danger" title={found.words.title}>
        <p className="break-words text-soft">{found.words.what}</p>
        <p className="text-soft">{found.words.next}</p>
      </Callout>
    )
  const { odd } = found
  const title = odd
    ? 'The server responds, but its model list cannot be read'
    : `Works, ${counted(found.models, 'model')}`
  return (
    <Callout tone={odd ? 'warning' : 'success'} title={title}>
      {odd && <p className="break-words text-soft">{odd} Enter a model name in the form.</p>}
      <p className="text-soft">
        {keyWords[found.keyChecked]}
        {found.own && ' This is a Patchbay router: lost answers can be recovered.'}
      </p>
    </Callout>
  )
}

type HeaderList = NonNullable<Profile['headers']>

type ProfileValues = Profile & { headers: HeaderList[number][] }

interface HeaderRowsProps {
  readonly form: UseFormReturn<ProfileValues>
  readonly box: string
  readonly shown: boolean
}

/** The extra headers of a connection, one row each, masked like the key. */
function HeaderRows({ form, box, shown }: HeaderRowsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'headers' })
  const problem = form.formState.errors.headers?.message
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Extra headers</legend>
      {fields.map(({ id }, at) => (
        <div key={id} className="flex flex-wrap gap-2 sm:flex-nowrap">
          <input
            aria-label={`Header ${at + 1}, name`}
            spellCheck={false}
            autoComplete="off"
            placeholder="x-portkey-provider"
            className={`${box} font-mono`}
            {...form.register(`headers.${at}.name`)}
          />
          <input
            aria-label={`Header ${at + 1}, value`}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoComplete="off"
            placeholder="Value"
            className={`${box} font-mono`}
            {...form.register(`headers.${at}.value`)}
          />
          <Button look="quiet" aria-label={`Remove header ${at + 1}`} onClick={() => remove(at)}>
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button icon={<Plus size={16} />} onClick={() => append({ name: '', value: '' })}>
          Add header
        </Button>
      </div>
      <p className="text-soft text-xs">
        {problem && <span className="block text-danger">{problem}</span>}
        Sent with every request to this connection, and nowhere else. The router’s CORS settings must allow them
        (Access-Control-Allow-Headers), or the browser blocks all requests. Redirects are not followed.
      </p>
    </fieldset>
  )
}

/** Headers that the app writes itself, and those that browsers let no page set. */
const reserved =
  /^(?:accept|content-(?:type|length)|idempotency-key|range|if-range|cookie2?|host|origin|referer|connection|keep-alive|te|trailer|transfer-encoding|upgrade|via|date|dnt|expect|accept-(?:charset|encoding)|access-control-.*|sec-.*|proxy-.*|set-cookie)$/i

/** The headers of the form, or why they cannot be sent; rows without name and value are left out. */
export function readHeaderRows(rows: HeaderList): HeaderList | string {
  const headers = rows
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' || value !== '')
  const names = headers.map(({ name }) => name.toLowerCase())
  for (const [at, { name, value }] of headers.entries()) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      return `“${name}” is not a valid header name. Use letters, digits and hyphens.`
    if (/^authorization$/i.test(name)) return 'Enter the key in its own field; it is sent as Authorization.'
    if (reserved.test(name)) return `${name} cannot be set here: the browser or this app sets it.`
    if (names.indexOf(name.toLowerCase()) !== at) return `${name} is listed twice.`
    if (value === '') return `Enter the value of ${name}, or remove it.`
    if (!/^[\x20-\x7e\xa0-\xff]+$/.test(value))
      return `The value of ${name} contains characters that are not allowed in headers.`
  }
  return headers
}
