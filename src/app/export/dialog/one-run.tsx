import { Link } from 'lucide-react'
import { use, useId, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { isEndpoint } from '#contract/routes.ts'
import type { RunRecord } from '../../run/history/record-schema.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton, useCopy } from '../../ui/button/copy-button.tsx'
import { ExportError } from '../export-error.ts'
import { shareLink } from '../link/share-link.ts'
import { snippets } from '../snippets/snippets.ts'

interface OneRunProps {
  readonly record: RunRecord
  readonly keys: readonly string[]
}

interface OneRunWhenReadProps {
  readonly reading: Promise<RunRecord | undefined>
  readonly keys: readonly string[]
}

/** The exports that only one run has: code and a link. Suspends until the run is read. */
export function OneRun({ reading, keys }: OneRunWhenReadProps) {
  const record = use(reading)
  if (!record)
    return (
      <p role="alert" className="text-danger text-sm">
        This run can no longer be read.
      </p>
    )
  return (
    <>
      <CodeOf record={record} keys={keys} />
      <LinkOf record={record} keys={keys} />
    </>
  )
}

/** The run's request as source code in a chosen language. */
function CodeOf({ record, keys }: OneRunProps) {
  const name = useId()
  const [chosen, setChosen] = useState(snippets[0]?.id)
  const snippet = snippets.find((one) => one.id === chosen)
  const code = useMemo(
    () => snippet && made(() => snippet.build(record, keys), 'This request cannot be written as code.'),
    [record, snippet, keys],
  )
  return (
    <section aria-label="As code" className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">As code</h3>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Language</legend>
        {snippets.map((one) => (
          <label
            key={one.id}
            className="relative flex min-h-8 cursor-pointer items-center rounded-md border border-line px-2.5 text-xs has-checked:border-cable has-checked:bg-cable/12 has-focus-visible:outline-2 has-focus-visible:outline-cable coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              checked={one.id === chosen}
              onChange={() => setChosen(one.id)}
            />
            {one.title}
          </label>
        ))}
      </fieldset>
      {code?.kind === 'made' ? (
        <div className="relative">
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
            tabIndex={0}
            aria-label={`The request in ${snippet?.title}`}
            className="max-h-72 overflow-auto rounded-md border border-line bg-surface p-3 pr-12"
          >
            <pre className="font-mono text-xs leading-relaxed">{code.text}</pre>
          </section>
          <span className="absolute top-2 right-2">
            <CopyButton name="Copy code" text={code.text} />
          </span>
        </div>
      ) : (
        <p role="alert" className="text-danger text-sm">
          {code?.words}
        </p>
      )}
      <p className="text-faint text-xs">Reads the key from OPENAI_API_KEY. Running it sends a paid request.</p>
    </section>
  )
}

/** A text, or why there is none, as a sentence for people. */
type Made = { readonly kind: 'made'; readonly text: string } | { readonly kind: 'none'; readonly words: string }

function made(make: () => string, otherwise: string): Made {
  try {
    return { kind: 'made', text: make() }
  } catch (error) {
    return { kind: 'none', words: error instanceof ExportError ? error.message : otherwise }
  }
}

/** The run's request as a link that opens it as a draft; opening it sends nothing. */
function LinkOf({ record, keys }: OneRunProps) {
  const link = useMemo(() => linkOf(record, keys), [record, keys])
  const [state, copy] = useCopy(link.kind === 'made' ? link.text : '')
  const words = { ready: 'Copy link', copied: 'Link copied', failed: 'Not copied: the browser does not allow it' }
  return (
    <section aria-label="As a link" className="grid grid-cols-1 justify-items-start gap-2">
      <h3 className="font-semibold">As a link</h3>
      {link.kind === 'made' ? (
        <Button icon={<Link size={16} />} onClick={copy}>
          {words[state]}
        </Button>
      ) : (
        <p role="alert" className="text-danger text-sm">
          {link.words}
        </p>
      )}
      <p className="text-faint text-xs">
        Opens the request as a draft, without your key. Anyone with the link can read the request.
      </p>
    </section>
  )
}

const Request = z.record(z.string(), z.unknown())

function linkOf({ run, sent }: RunRecord, keys: readonly string[]): Made {
  const { endpoint, connection } = run
  const request = Request.safeParse(sent.body.kind === 'json' ? sent.body.value : undefined)
  if (sent.body.kind === 'multipart')
    return { kind: 'none', words: 'Links cannot include files: export a bundle instead.' }
  if (!isEndpoint(endpoint) || !request.success)
    return { kind: 'none', words: 'This request is no longer stored, so it cannot be shared as a link.' }
  const draft = { endpoint, baseUrl: connection.baseUrl, request: request.data }
  return made(() => shareLink(`${location.origin}/`, draft, keys), 'Could not create a link.')
}
