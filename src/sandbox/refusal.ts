/** Thrown for a request that the sandbox cannot serve, which becomes a 400. `param` is the path of the invalid field. */
export class SandboxRefusal extends Error {
  readonly param: string
  readonly code: 'invalid_value' | 'unsupported_parameter'

  constructor(message: string, param: string, code: SandboxRefusal['code'] = 'invalid_value') {
    super(message)
    this.param = param
    this.code = code
  }
}

export const refusal = (message: string, param: string): SandboxRefusal => new SandboxRefusal(message, param)
