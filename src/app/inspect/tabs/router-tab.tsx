import type { Run } from '../../run/run.ts'
import { shortly } from '../../ui/format.ts'
import { type Fact, Facts, Nothing, Part } from './facts.tsx'

/** The routing details that the router reported. */
export function RouterTab({ run }: { run: Run }) {
  const { served, result, connection } = run
  const { error } = result
  const failure: readonly Fact[] = error
    ? [
        ['Kind', error.kind],
        ['Message', error.message],
        ['Code', error.code],
        ['Field', error.param],
        ['Stage', error.stage],
      ]
    : []
  return (
    <>
      <Part title="Served by">
        <Facts
          facts={[
            ['Model asked', run.model],
            ['Model served', served?.model ?? result.response.model],
            ['Provider', served?.provider ?? error?.provider],
            ['Attempts', served?.attempts],
            ['Request id', served?.requestId ?? error?.requestId],
            ['Response id', result.response.id],
          ]}
        />
      </Part>
      <Part title="Connection">
        <Facts
          facts={[
            ['Profile', connection.name],
            ['Base URL', connection.baseUrl],
            ['Run id', run.id],
          ]}
        />
      </Part>
      {failure.length > 0 && (
        <Part title="Error">
          <Facts facts={failure} />
        </Part>
      )}
      {result.notices.length > 0 && (
        <Part title="What was odd">
          <ul className="px-5 text-xs">
            {result.notices.map(({ kind, count, detail }) => (
              <li key={kind} className="min-h-6">
                {kind.replaceAll('-', ' ')} × {count}
                {detail !== undefined && <span className="text-faint">, first: {shortly(detail, 120)}</span>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {run.status === 'draft' && <Nothing>This run was not sent.</Nothing>}
    </>
  )
}
