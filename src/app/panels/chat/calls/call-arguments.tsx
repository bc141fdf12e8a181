import { useMemo, useState } from 'react'
import { askSchema } from '../../../inspect/reply/ask-schema.ts'
import { Problems, VerdictLine } from '../../../inspect/reply/schema-verdict.tsx'
import { describeJsonError, parseJson } from '../../../json/parse-json.ts'
import { JsonView } from '../../../json/view/json-view.tsx'
import type { ToolCall } from '../../../run/result.ts'
import { shortly } from '../../../ui/format.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'

interface CallArgumentsProps {
  readonly call: ToolCall
  /** The schema of the tool's parameters; undefined where the request has none. */
  readonly schema: unknown
  /** More of them may come. */
  readonly isGrowing: boolean
}

/** The arguments of a call, as they stream, and what is wrong with them. Those that are no JSON are shown as they came. */
export function CallArguments({ call, schema, isGrowing }: CallArgumentsProps) {
  const { custom, arguments: text } = call
  const fault = useMemo(() => {
    const parsed = custom || isGrowing || text.trim() === '' ? undefined : parseJson(text)
    return parsed && 'error' in parsed ? describeJsonError(parsed.error) : undefined
  }, [custom, isGrowing, text])
  return (
    <>
      {custom || isGrowing || fault !== undefined ? (
        <pre className="max-h-[max(16rem,60dvh)] overflow-auto whitespace-pre-wrap break-words font-mono text-xs">
          {text || '…'}
        </pre>
      ) : (
        <JsonView text={text} />
      )}
      {fault !== undefined && <VerdictLine tone="warning">The arguments are not valid JSON: {fault}.</VerdictLine>}
      {!custom && fault === undefined && schema !== undefined && (
        <ArgumentCheck text={text.trim() === '' && !isGrowing ? '{}' : text} schema={schema} isGrowing={isGrowing} />
      )}
    </>
  )
}

/** So many characters more, and growing arguments are checked again. */
const step = 200

function ArgumentCheck({ text, schema, isGrowing }: Omit<CallArgumentsProps, 'call'> & { readonly text: string }) {
  const ask = (signal: AbortSignal) => askSchema(text, schema, signal, isGrowing)
  const found = useLoaded(ask, [schema, isGrowing ? Math.floor(text.length / step) : text])
  // The last verdict stays until the next is there.
  const [check, setCheck] = useState(found)
  if (found && found !== check) setCheck(found)
  switch (check?.kind) {
    case 'fits':
      return isGrowing ? null : <VerdictLine tone="success">Matches the parameters of the tool.</VerdictLine>
    case 'differs':
      return <Problems check={check} />
    case 'unusable':
      return (
        <VerdictLine tone="skipped">
          Not checked: the parameters of the tool are not usable as a schema. {shortly(check.why)}
        </VerdictLine>
      )
    default:
      return null
  }
}
