/** A request that the sandbox cannot serve. `param` is the path of the field at fault; the router answers it with a 400. */
export class Refusal extends Error {
  readonly param: string
  readonly code: 'invalid_value' | 'unsupported_parameter'

  constructor(message: string, param: string, code: Refusal['code'] = 'invalid_value') {
    super(message)
    this.param = param
    this.code = code
  }
}

/** A field whose value the sandbox cannot serve. */
export const refusal = (message: string, param: string): Refusal => new Refusal(message, param)
