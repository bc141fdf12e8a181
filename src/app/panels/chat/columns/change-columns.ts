import type { FieldDescription } from '../../../form/describe.ts'
import { isSame } from '../../../form/form-values.ts'
import { valueAt } from '../../../form/request-draft.ts'
import { focusMessage } from '../compose/message-box.tsx'
import type { Column } from './chat-columns.ts'
import type { ColumnsState, ShownColumn } from './send-all.ts'

/** What is changed about the columns as such. The parameters of the column in use are in the form, those of the others with them. */
export function useColumnChanges({ conversation, message, state }: ColumnsState, shown: readonly ShownColumn[]) {
  const { form } = message.toolForm
  const { columns, own, set } = state
  /** All columns, with what is in the form. */
  const kept = () =>
    (columns?.list ?? []).map((one) => (one === own ? { ...one, request: form.draft, unread: form.unread } : one))
  function take(list: readonly Column[], at: number): void {
    const next = list[at]
    if (!columns || !next) return
    set({ ...columns, list: [...list], at })
    if (next.id !== own?.id) form.replace(next.request, next.unread)
  }
  /** Ends the columns; the conversation goes on with this one. */
  function goOnWith(at: number): void {
    const run = shown[at]?.path.at(-1)?.id
    conversation.show(run, 'replace')
    take(kept(), at)
    set(undefined)
    focusMessage()
  }
  return {
    focus: (at: number) => at !== columns?.at && take(kept(), at),
    goOnWith,
    remove(at: number): void {
      const list = kept()
      if (list.length === 2) {
        goOnWith(1 - at)
        return
      }
      const now = columns?.at ?? 0
      const left = list.toSpliced(at, 1)
      take(left, Math.min(now > at ? now - 1 : now, left.length - 1))
      focusMessage()
    },
  }
}

/** The fields of which a column has another value than the first, with it. */
export function differences(
  fields: readonly FieldDescription[],
  first: Column['request'],
  request: Column['request'],
): readonly { readonly path: string; readonly title: string; readonly value: unknown }[] {
  return fields.flatMap(({ path, title }) => {
    const value = valueAt(request, path)
    return path === 'model' || isSame(value, valueAt(first ?? {}, path)) ? [] : { path, title, value }
  })
}
