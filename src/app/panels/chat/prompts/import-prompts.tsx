import { useDeferredValue, useMemo, useState } from 'react'
import { jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { convertedItems } from '#lab/prompts/converted-items.ts'
import { readPrompts, withPromptHead } from '#lab/prompts/read-prompts.ts'
import { addToLibrary } from '../../../lab/prompt-drafts.ts'
import { ledgerDrafts } from '../../../run/history/use-history.ts'
import { newId } from '../../../run/new-id.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { boxLook } from '../../../ui/box-look.ts'
import { Button } from '../../../ui/button/button.tsx'
import { pickFiles } from '../../../ui/files.ts'
import { counted, shortly } from '../../../ui/format.ts'
import { PromptText } from './prompt-preview.tsx'

const mostShown = 20

/** Prompts by paste or from a file: what they become is shown before it is added. */
export function ImportPrompts({ onAdded }: { readonly onAdded: () => void }) {
  const runs = useRuns()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const given = useDeferredValue(text)
  const reading = useMemo(() => (given.trim() === '' ? undefined : readPrompts(given)), [given])
  async function add(): Promise<void> {
    if (!reading || reading.status === 'refused') return
    const at = runs.page.clock.now()
    const fresh = reading.status === 'read' ? reading.prompts : []
    const made = fresh.map((prompt) => ({
      id: newId(),
      versions: [{ version: 1 as const, id: newId(), at, note: 'Imported', prompt }],
    }))
    await addToLibrary(ledgerDrafts(runs), reading.status === 'library' ? reading.library : made)
    onAdded()
  }
  const take = (file: File | undefined) =>
    void file?.text().then(
      (words) => setText(/\.[ct]sv$/i.test(file.name) ? withPromptHead(words) : words),
      () => setProblem('The file can no longer be read.'),
    )
  const count =
    reading?.status === 'library' ? reading.library.length : reading?.status === 'read' ? reading.prompts.length : 0
  return (
    <div className="grid grid-cols-1 gap-3">
      <label className="grid grid-cols-1 gap-1 text-xs">
        Paste an OpenAI prompt (JSON), promptfoo prompts (YAML, JSON, JSONL or CSV), chat messages, plain text, or an
        exported library
        <textarea
          rows={6}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onDrop={(event) => {
            const [file] = event.dataTransfer.files
            if (file) event.preventDefault()
            take(file)
          }}
          className={`${boxLook} max-h-[30dvh] py-2 font-mono text-xs`}
        />
      </label>
      {reading?.status === 'refused' && <p className="text-warning text-xs">{reading.why}</p>}
      {reading?.status === 'read' && (
        <>
          {reading.prompts.slice(0, mostShown).map((prompt) => (
            <section key={prompt.name} aria-label={shortly(prompt.name, 80)} className="grid grid-cols-1 gap-1">
              <h3 className="font-medium text-sm">{shortly(prompt.name, 80)}</h3>
              <PromptText prompt={prompt} />
            </section>
          ))}
          <Conversion text={given} />
        </>
      )}
      {reading && reading.status !== 'refused' && reading.losses.length > 0 && (
        <ul aria-label="Not taken over" className="list-disc pl-4 text-warning text-xs">
          {reading.losses.slice(0, mostShown).map((loss) => (
            <li key={loss} className="wrap-anywhere">
              {shortly(loss)}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="alert" className="min-w-0 flex-1 text-danger text-xs">
          {problem}
        </p>
        <Button
          onClick={() =>
            pickFiles({ accept: '.json,.jsonl,.csv,.tsv,.yaml,.yml,.txt,.md', count: 'one' }, ([file]) => take(file))
          }
        >
          Choose file
        </Button>
        <Button
          look="primary"
          disabled={count === 0}
          onClick={() => void add().catch((error: unknown) => setProblem(notSaved(error)))}
        >
          Add {count > 0 ? counted(count, 'prompt') : 'prompts'}
        </Button>
      </div>
    </div>
  )
}

/** What a router makes of `messages` of the older chat format, item by item; nothing for other texts. */
function Conversion({ text }: { readonly text: string }) {
  const value = jsonIn(text)
  const { messages, prompt } = recordOf(value)
  const items = convertedItems(Array.isArray(value) ? value : (messages ?? recordOf(prompt).messages))
  if (items.length === 0) return null
  return (
    <details className="text-xs">
      <summary className="cursor-pointer coarse:min-h-11">
        Messages become {counted(items.length, 'item')} of input
      </summary>
      <ol className="mt-2 grid gap-1">
        {items.slice(0, 200).map(({ role, kind, words, change }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that is read once, in its order.
          <li key={at} className="flex min-w-0 flex-wrap gap-x-2">
            <span className="font-mono">{shortly([role, kind].filter(Boolean).join(' '), 60)}</span>
            <span className="min-w-0 flex-1 truncate text-soft" dir="auto">
              {shortly(words, 80)}
            </span>
            <span className="text-faint">{change || 'as it is'}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
