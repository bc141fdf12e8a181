import { type AskedFormat, formatAsked } from '../../inspect/reply/format-asked.ts'
import { ItemCard } from '../../inspect/reply/item-card.tsx'
import { SourcesList } from '../../inspect/reply/sources-list.tsx'
import { StructuredText } from '../../inspect/reply/structured-text.tsx'
import { JsonView } from '../../json/view/json-view.tsx'
import { type Output, outputKey } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { StreamedText } from '../../view/text/streamed-text.tsx'

/** The outputs of a run by kind, and the sources they cite. */
export function Outputs({ run, open }: { run: Run; open: boolean }) {
  const { outputs, sources } = run.result
  const asked = formatAsked(run.request)
  const last = outputs.findLast(({ kind }) => kind === 'message')
  return (
    <>
      {outputs.map((output) => (
        <OutputView
          key={outputKey(output)}
          output={output}
          open={open}
          status={run.status}
          asked={output === last ? asked : undefined}
        />
      ))}
      {sources && <SourcesList sources={sources} />}
    </>
  )
}

interface OutputViewProps {
  output: Output
  open: boolean
  status: Run['status']
  /** The requested format, unless it is plain text. */
  asked: AskedFormat | undefined
}

function OutputView({ output, open, status, asked }: OutputViewProps) {
  switch (output.kind) {
    case 'message':
      return output.parts.map(({ part, text }) =>
        asked === undefined || text === '' ? (
          <StreamedText key={part} text={text} streaming={open} />
        ) : (
          <StructuredText key={part} text={text} status={status} asked={asked} />
        ),
      )
    case 'refusal':
      return (
        <div className="border-warning border-l-2 pl-4">
          <p className="text-warning text-xs">The model refused</p>
          <StreamedText text={output.text} streaming={open} />
        </div>
      )
    case 'reasoning':
      return output.text === '' ? null : (
        <details className="max-w-[72ch] text-sm">
          <summary className="w-fit text-soft text-xs">Reasoning</summary>
          <div className="mt-2 border-line border-l-2 pl-4 text-soft">
            <StreamedText text={output.text} streaming={open} />
          </div>
        </details>
      )
    case 'tool-call':
      return (
        <section aria-label="Tool call" className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm">
          <p className="mb-2 break-all font-mono text-xs">
            {output.name.slice(0, 100) || 'unnamed tool'}{' '}
            <span className="text-faint">{output.callId.slice(0, 100)}</span>
          </p>
          <JsonView text={output.arguments} />
        </section>
      )
    // Media are shown below, with the bytes from the ledger.
    case 'media':
      return null
    case 'item':
      return <ItemCard item={output.item} />
  }
}

/** Indented JSON; a notice if the value cannot be serialised. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing'
  } catch {
    return 'nested too deeply to show'
  }
}
