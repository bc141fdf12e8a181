import { Plus } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import type { Profile } from '../../connection/profile.ts'
import { Button } from '../../ui/button/button.tsx'

type HeaderList = NonNullable<Profile['headers']>

/** The values of the form of a profile. */
export type ProfileValues = Profile & { headers: HeaderList[number][] }

interface HeaderRowsProps {
  readonly form: UseFormReturn<ProfileValues>
  readonly box: string
  /** Whether values are readable, as the key's is. */
  readonly shown: boolean
}

/** The extra headers of a connection, one row each, masked like the key. */
export function HeaderRows({ form, box, shown }: HeaderRowsProps) {
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
export function readHeaders(rows: HeaderList): HeaderList | string {
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
