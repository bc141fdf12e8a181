import { useMemo } from 'react'
import { useModels } from '../../../connection/use-connection.ts'
import { type Places, placeState } from '../../../lab/places.ts'
import { useVersionPlan } from '../stored-plans.ts'
import { PeopleLayout } from './people-layout.tsx'
import { ReviewPage } from './review-page.tsx'
import { VotePage } from './vote-page.tsx'

interface PeoplePageProps {
  /** The id of the plan. */
  readonly id: string
  readonly view: 'vote' | 'review'
  /** Undefined where nothing was run yet. */
  readonly batch: string | undefined
  readonly places: Places
}

/** What people say of the results of one version of a plan. */
export function PeoplePage({ id, view, batch, places }: PeoplePageProps) {
  const { plan, loading } = useVersionPlan(batch)
  const { cards = [] } = useModels().data ?? {}
  const reviewed = useMemo(() => new Map([...places].filter(([, row]) => placeState(row) !== 'deleted')), [places])
  const title = view === 'vote' ? 'Vote' : 'Review'
  const lost = 'The plan of this version is no longer stored. Its runs are in Runs.'
  const why = <p className="text-soft text-sm">{batch === undefined ? 'Nothing was run yet.' : lost}</p>
  if (!plan || loading) return <PeopleLayout title={title}>{loading ? undefined : why}</PeopleLayout>
  if (view === 'review') return <ReviewPage {...{ id, plan }} places={reviewed} />
  return <VotePage {...{ id, plan, places, cards }} />
}
