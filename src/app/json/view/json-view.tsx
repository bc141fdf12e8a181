import { useMemo } from 'react'
import '../../ui/code-colours.css'
import './json.css'
import { jsonTokens } from './json-tokens.ts'

/** More than this many tokens are shown without colours: each would be an element. */
const maxColoured = 2_000

/** A JSON text, set out to be read. What is not JSON, or not yet, is shown as the text it is. */
export function JsonView({ text }: { text: string }) {
  const tokens = useMemo(() => jsonTokens(text), [text])
  const isColoured = tokens !== undefined && tokens.length <= maxColoured
  return (
    <pre className="json-view" dir="ltr">
      {isColoured
        ? tokens.map((token) => (
            <span key={token.at} className={`json-${token.kind}`}>
              {token.text}
            </span>
          ))
        : (tokens?.map((token) => token.text).join('') ?? text)}
    </pre>
  )
}
