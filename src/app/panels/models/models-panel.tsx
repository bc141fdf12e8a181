import { RotateCcw } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { ModelListError } from '../../connection/connection-callouts.tsx'
import { useProfiles } from '../../connection/connection-provider.tsx'
import { useModels } from '../../connection/use-connection.ts'
import { SearchField } from '../../history/list-fields.tsx'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { useActions } from '../../ui/actions.ts'
import { Button } from '../../ui/button/button.tsx'
import { grouped } from '../../ui/format.ts'
import { firstField } from '../../ui/keys/first-field.ts'
import { PanelHead } from '../../ui/panel-layout.tsx'
import { ModelCardView } from './model-card-view.tsx'

/** Cards rendered per page: a router may list tens of thousands of models. */
const page = 60

export function ModelsPanel() {
  const models = useModels()
  const { selected } = useProfiles()
  const [text, setText] = useState('')
  const [shown, setShown] = useState(page)
  const words = useDeferredValue(text.toLowerCase())
  const cards = models.data?.cards
  const found = useMemo(
    () =>
      cards?.filter((card) =>
        `${card.id} ${card.name ?? ''} ${card.description ?? ''}`.toLowerCase().includes(words),
      ) ?? [],
    [cards, words],
  )
  const reload = () => void models.refetch()
  useActions([{ name: 'Reload the list of models', run: reload }])
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PanelHead>
        <h1 className="font-semibold text-base">Models</h1>
        <PanelTools />
      </PanelHead>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
        <div className="mx-auto max-w-6xl">
          <div className="mb-5 flex flex-wrap items-center gap-3">
            <SearchField {...firstField} name="Search models" value={text} onText={setText} className="flex-1" />
            <Button icon={<RotateCcw size={16} />} disabled={models.isFetching} onClick={reload}>
              Reload list
            </Button>
          </div>
          <p role="status" className="mb-3 text-soft text-xs">
            {models.isPending && 'Contacting the router…'}
            {cards &&
              (models.data?.odd ?? `${grouped(found.length)} of ${grouped(cards.length)} models on ${selected.name}`)}
          </p>
          {models.data?.own && (
            <p className="-mt-2 mb-3 text-xs">
              <a
                href={`${new URL(selected.baseUrl).origin}/docs`}
                target="_blank"
                rel="noreferrer"
                className="underline"
              >
                API reference
              </a>
            </p>
          )}
          {models.error && <ModelListError error={models.error} onRetry={reload} />}
          <ul
            aria-label="Models"
            className="grid gap-4 [grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr))]"
          >
            {found.slice(0, shown).map((card) => (
              <ModelCardView key={card.id} card={card} />
            ))}
          </ul>
          {found.length > shown && (
            <div className="mt-5 text-center">
              <Button onClick={() => setShown(shown + page)}>Show {Math.min(page, found.length - shown)} more</Button>
            </div>
          )}
        </div>
      </div>
    </main>
  )
}
