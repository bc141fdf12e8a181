import { failureOf, type Run } from '../../../run/run.ts'
import type { SendingWay } from './edit-request.ts'

/** What routers say that looked for the request in a form, or in JSON. */
const notFound = /multipart|form.?data|content.?type|media type|json|missing|required/i

/** The other way to write the same edit, where the router refused it as if it could not read this one. */
export function otherBody(run: Run): Exclude<SendingWay, 'auto'> | undefined {
  const failure = run.status === 'refused' ? failureOf(run) : undefined
  if (!failure) return undefined
  const isUnread = failure.status === 415 || ([400, 422].includes(failure.status ?? 0) && notFound.test(failure.what))
  if (!isUnread) return undefined
  return run.parts ? 'json' : 'multipart'
}
