import { X } from 'lucide-react'
import { Suspense } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import type { FieldRowProps } from '../../../form/field-row.tsx'
import { CountedRow } from '../../../tool/rows/counted-row.tsx'
import { refined } from '../../../tool/voices/refined.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { grouped } from '../../../ui/format.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { retriable } from '../../../ui/retriable.tsx'

const WordDiff = retriable(async () => (await import('./word-diff.tsx')).WordDiff)

/** Of a description and of the preview text, by what most providers take. */
const most = 1_000
const noteOf = (least: number) => (length: number) =>
  length > 0 && (length < least || length > most) && `Most providers accept ${least} to ${grouped(most)} characters.`

/** The text that the previews speak; hidden while the model writes it and none was typed. */
export function PreviewTextRow(props: FieldRowProps) {
  const { form, field } = props
  const isIdle = ownOf(form.rules?.fields, field.path)?.kind === 'off' && ownOf(form.draft, field.path) === undefined
  return isIdle ? null : <CountedRow {...props} least={100} most={most} note={noteOf(100)} />
}

/** The description of a voice; while an earlier one is refined, with what was changed in it. */
export function DescriptionRow(props: FieldRowProps) {
  const base = usePageState(refined)
  const value = ownOf(props.form.draft, props.field.path)
  return (
    <div className="grid grid-cols-1 gap-2">
      <CountedRow {...props} least={20} most={most} note={noteOf(20)} />
      {base !== undefined && (
        <section
          aria-label="Changes to the earlier description"
          className="rounded-md border border-line px-3 py-2 text-xs"
        >
          <div className="flex items-center justify-between gap-2 text-faint">
            <h3>Changes to the earlier description</h3>
            <IconButton
              name="Stop comparing"
              className="-mr-2 size-6!"
              icon={<X size={14} />}
              onClick={() => refined.set(undefined)}
            />
          </div>
          {base === value ? (
            <p className="text-soft">None yet. Edit the description, then design again.</p>
          ) : (
            <Suspense>
              <WordDiff before={base} after={typeof value === 'string' ? value : ''} />
            </Suspense>
          )}
        </section>
      )}
    </div>
  )
}
