import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SchemaCheck } from './check-schema.ts'

/** Where a value does not fit a schema, by path. */
export function Problems({ check }: { check: Extract<SchemaCheck, { kind: 'differs' }> }) {
  const { problems, count } = check
  const more = count - problems.length
  return (
    <div className="grid gap-1">
      <VerdictLine tone="danger">
        Does not match the schema: {count.toLocaleString('en')} {count === 1 ? 'problem' : 'problems'}.
      </VerdictLine>
      <ul aria-label="Schema problems" className="grid max-h-60 gap-1 overflow-y-auto pl-6 text-xs">
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="wrap-anywhere">
            <code className="font-mono">{path}</code> <span className="text-soft">{message}</span>
          </li>
        ))}
        {more > 0 && <li className="text-faint">and {more.toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}

const tones = {
  plain: { ink: 'text-soft', Icon: undefined },
  success: { ink: 'text-success', Icon: CircleCheck },
  skipped: { ink: 'text-warning', Icon: CircleSlash },
  warning: { ink: 'text-warning', Icon: TriangleAlert },
  danger: { ink: 'text-danger', Icon: TriangleAlert },
}

/** What came of a check. */
export function VerdictLine({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { ink, Icon } = tones[tone]
  return (
    <p role="status" className={`flex items-start gap-2 text-xs ${ink}`}>
      {Icon && <Icon size={16} className="shrink-0" />}
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  )
}
