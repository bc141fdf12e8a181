const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** When a run was sent: today by the time alone. `at` is the wall clock in ms. */
export function MadeAt({ at }: { readonly at: number }) {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return (
    <time dateTime={new Date(at).toISOString()} title={full.format(at)} className="whitespace-nowrap">
      {(isToday ? time : day).format(at)}
    </time>
  )
}
