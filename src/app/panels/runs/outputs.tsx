import type { Output } from '../../run/result.ts'
import { JsonView } from '../../view/json/json-view.tsx'
import { StreamedText } from '../../view/text/streamed-text.tsx'

/** What came, as what it is. */
export function Outputs({ outputs, open }: { outputs: readonly Output[]; open: boolean }) {
  return outputs.map((output) => <OutputView key={`${output.kind}${output.index}`} output={output} open={open} />)
}

function OutputView({ output, open }: { output: Output; open: boolean }) {
  switch (output.kind) {
    case 'message':
      return output.parts.map(({ part, text }) => <StreamedText key={part} text={text} streaming={open} />)
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
    // Shown below, with the bytes that the ledger has of it.
    case 'media':
      return null
    case 'item':
      return (
        <details className="rounded-md border border-line px-4 py-2">
          <summary className="text-soft text-xs">An item this app has no view for, as it came</summary>
          <JsonView text={jsonOf(output.item)} />
        </details>
      )
  }
}

/** JSON to be read; what cannot be written as JSON is named so. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing'
  } catch {
    return 'nested too deeply to be shown'
  }
}
