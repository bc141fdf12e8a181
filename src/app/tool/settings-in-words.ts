import type { JsonRecord } from '#contract/core/loose-json.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import { describe } from '../form/describe.ts'
import { extrasOf, valueAt } from '../form/request-draft.ts'
import { shortly } from '../ui/format.ts'
import { valueInWords } from './asked.ts'

type Setting = readonly [title: string, value: string]

/** The fields of a request by their titles, in the order of the form, then those that it does not have, by their paths. */
export function settingsInWords(endpoint: EndpointId, request: JsonRecord): readonly Setting[] {
  const { request: schema } = endpoints[endpoint]
  // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: this describes a schema, not a test
  const fields = schema ? describe(schema) : []
  const others = extrasOf(
    request,
    fields.map(({ path }) => path),
  ).map((path) => ({ path, title: path, unit: '' }))
  return [...fields, ...others].flatMap(({ path, title, unit = '' }): readonly Setting[] => {
    const value = valueAt(request, path) ?? ''
    const words = typeof value === 'boolean' ? (value ? 'on' : 'off') : valueInWords(value)
    return words === '' ? [] : [[shortly(title, 60), shortly(`${words} ${unit}`.trim())]]
  })
}
