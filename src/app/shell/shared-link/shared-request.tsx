import { type ReactNode, useId } from 'react'
import type { SharedDraft } from '../../export/link/share-link.ts'
import { askedOf } from '../../export/record/run-facts.ts'
import { settingsInWords } from '../../tool/settings-in-words.ts'
import { counted, shortly } from '../../ui/format.ts'
import { StreamedText } from '../../view/text/streamed-text.tsx'

/** Rows of a list that are drawn: a link may bring some hundred thousand. */
const most = 100
const longest = 20_000

/** The request of a link as people read it: instructions, prompt and settings. */
export function SharedRequest({ endpoint, request, mocks = {} }: SharedDraft) {
  const { said, parameters } = askedOf({ kind: 'json', value: request })
  const instructions = said.filter(({ who }) => who === 'instructions')
  const turns = said.filter(({ who }) => who !== 'instructions')
  const shown = turns.slice(-most)
  const { model: _, stream: __, ...others } = parameters
  const settings = settingsInWords(endpoint, others)
  return (
    <>
      {instructions.map(({ text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the request of a link does not change.
        <Part key={at} title="Instructions">
          <Words text={text} />
        </Part>
      ))}
      {turns.length > 0 && (
        <Part title={turns.length === 1 ? 'Prompt' : 'Conversation'}>
          {turns.length > most && (
            <p className="text-soft text-xs">
              The last {most} of {counted(turns.length, 'message')}.
            </p>
          )}
          <ol className="grid grid-cols-1 gap-1.5">
            {shown.map(({ who, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the request of a link does not change.
              <li key={at}>
                {turns.length > 1 && (
                  <p className="text-faint text-xs first-letter:uppercase">{shortly(who, 40).replaceAll('_', ' ')}</p>
                )}
                <Words text={text} isMarkdown={who === 'assistant'} />
              </li>
            ))}
          </ol>
        </Part>
      )}
      {settings.length > 0 && (
        <Part title="Settings">
          <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            {settings.slice(0, most).map(([title, value]) => (
              <div key={title} className="contents">
                <dt className="wrap-anywhere text-soft">{title}</dt>
                <dd className="wrap-anywhere" dir="auto">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {Object.entries(mocks)
        .slice(0, most)
        .map(([name, source]) => (
          <Part key={name} title={`Mock of ${shortly(name, 60)}: JavaScript, off until you switch it on at a call`}>
            <Words text={source} />
          </Part>
        ))}
    </>
  )
}

interface WordsProps {
  readonly text: string
  readonly isMarkdown?: boolean
}

const Words = ({ text, isMarkdown = false }: WordsProps) => (
  <div
    dir="auto"
    className={`wrap-anywhere max-h-60 overflow-auto rounded-md border border-line bg-surface px-4 py-2.5 text-sm ${isMarkdown ? '' : 'whitespace-pre-wrap'}`}
  >
    {isMarkdown ? <StreamedText text={shortly(text, longest)} streaming={false} /> : shortly(text, longest)}
  </div>
)

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}

export function Part({ title, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
