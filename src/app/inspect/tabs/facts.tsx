import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { shortly } from '../../ui/format.ts'

export type Fact = readonly [what: string, value: string | undefined]

interface FactsProps {
  facts: readonly Fact[]
  missing?: string
}

/** Facts with their names, each to be copied. */
export function Facts({ facts, missing = 'not reported' }: FactsProps) {
  return (
    <dl className="grid gap-x-4 px-5 text-xs">
      {facts.map(([what, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and facts never change their places.
        <div key={at} className="group grid min-h-7 grid-cols-[7.5rem_minmax(0,1fr)_auto] items-center gap-2">
          <dt className="break-words text-faint">{what}</dt>
          {value === undefined ? (
            <dd className="col-span-2 text-faint">{missing}</dd>
          ) : (
            <>
              <dd className="wrap-anywhere py-0.5 font-mono tabular-nums" dir="auto">
                {shortly(value, 2000)}
              </dd>
              <dd>
                <CopyButton
                  name={`Copy ${what}`}
                  text={value}
                  className="not-coarse:opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100"
                />
              </dd>
            </>
          )}
        </div>
      ))}
    </dl>
  )
}

export function TabPart({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-b py-3 last:border-b-0">
      <h3 className="flex items-center gap-3 px-5 pb-1 font-medium text-sm">
        {title}
        {aside}
      </h3>
      {children}
    </section>
  )
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-5 py-1 text-soft text-xs">{children}</p>
}

const secret = /^(?:authorization|proxy-authorization|cookie|set-cookie|(?:x-)?api-?key|x-auth-token)$/i
const alreadyMasked = /\[key\]/

/** Headers for display, with the API key redacted. */
export function maskedHeaders(headers: readonly (readonly [name: string, value: string])[]): readonly Fact[] {
  return headers.map(([name, value]) => [name, secret.test(name) && !alreadyMasked.test(value) ? masked(value) : value])
}

function masked(value: string): string {
  const scheme = /^(?:Bearer|Basic) /i.exec(value)?.[0] ?? ''
  return `${scheme}••••`
}
