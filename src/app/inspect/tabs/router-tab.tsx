import type { Run } from '../../run/run.ts'
import { servedModel } from '../../run/served-model.ts'
import { shortly } from '../../ui/format.ts'
import { attemptWords } from '../line/patch-line.tsx'
import { type Fact, Facts, Nothing, TabPart } from './facts.tsx'

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

function jobFacts({ job, jobState, polling }: Pick<Run, 'job' | 'jobState' | 'polling'>): readonly Fact[] {
  const { word, progress, createdAt, completedAt, expiresAt } = jobState ?? {}
  const { polls, answeredAt, missed, trouble } = polling ?? {}
  const time = (at: number | undefined) =>
    at === undefined || Number.isNaN(new Date(at).getTime()) ? undefined : clock.format(at)
  return [
    ['Job id', job],
    ['Status', word],
    ['Progress', progress === undefined ? undefined : `${progress} %`],
    ['Created', time(createdAt)],
    ['Completed', time(completedAt)],
    ['Expires', time(expiresAt)],
    ['Polls', polls?.toLocaleString('en')],
    ['Last reply', time(answeredAt)],
    ...(missed ? [['Failed polls', missed.toLocaleString('en')] as const, ['Last error', trouble] as const] : []),
  ]
}

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
      <TabPart title="Served by">
        <Facts
          facts={[
            ['Model asked', run.model],
            ['Model served', servedModel(run)],
            ['Provider', served?.provider ?? error?.provider],
            ['Attempts', attemptWords(served?.attempts)],
            ['Request id', served?.requestId ?? error?.requestId],
            ['Response id', result.response.id],
          ]}
        />
      </TabPart>
      <TabPart title="Connection">
        <Facts
          facts={[
            ['Profile', connection.name],
            ['Base URL', connection.baseUrl],
            ['Run id', run.id],
          ]}
        />
      </TabPart>
      {run.job !== undefined && (
        <TabPart title="Job">
          <Facts facts={jobFacts(run)} />
        </TabPart>
      )}
      {failure.length > 0 && (
        <TabPart title="Error">
          <Facts facts={failure} />
        </TabPart>
      )}
      {result.notices.length > 0 && (
        <TabPart title="Problems">
          <ul className="px-5 text-xs">
            {result.notices.map(({ kind, count, detail }) => (
              <li key={kind} className="min-h-6">
                {kind.replaceAll('-', ' ')} × {count}
                {detail !== undefined && <span className="text-faint">, first: {shortly(detail, 120)}</span>}
              </li>
            ))}
          </ul>
        </TabPart>
      )}
      {run.status === 'draft' && <Nothing>This run was not sent.</Nothing>}
    </>
  )
}
