import { useId, useMemo, useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExportError } from '../export-error.ts'
import type { RunRecord } from '../run-record.ts'
import { type Snippet, snippets } from '../snippets/snippets.ts'

interface CodeOfProps {
  readonly record: RunRecord
  readonly keys: readonly string[]
}

/** A run's request as a program that sends it again. */
export function CodeOf({ record, keys }: CodeOfProps) {
  const name = useId()
  const [chosen, setChosen] = useState(snippets[0]?.id)
  const snippet = snippets.find((one) => one.id === chosen)
  const code = useMemo(() => snippet && codeOf(record, snippet, keys), [record, snippet, keys])
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
      {code?.kind === 'code' ? (
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
            <CopyButton name="Copy the code" text={code.text} />
          </span>
        </div>
      ) : (
        <p role="alert" className="text-danger text-sm">
          {code?.words}
        </p>
      )}
      <p className="text-faint text-xs">The key is read from OPENAI_API_KEY. Running it sends a paid request.</p>
    </section>
  )
}

type Code = { readonly kind: 'code'; readonly text: string } | { readonly kind: 'none'; readonly words: string }

function codeOf(record: RunRecord, snippet: Snippet, keys: readonly string[]): Code {
  try {
    return { kind: 'code', text: snippet.build(record, keys) }
  } catch (error) {
    return {
      kind: 'none',
      words: error instanceof ExportError ? error.message : 'This request cannot be written as code.',
    }
  }
}
