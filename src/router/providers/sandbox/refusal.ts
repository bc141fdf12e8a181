import { badRequest, type RouterError } from '../../router-error.ts'

/** A request that the sandbox cannot serve: a 400 that names the field. */
export function refusal(message: string, param: string): RouterError {
  return badRequest(message, { param, code: 'invalid_value' })
}
