import type { ErrorFacts } from './read/error-facts.ts'

/** What `call` throws for anything the network or the router does. An abort is no error of ours: it is thrown as it came. */
export class ClientError extends Error {
  readonly kind: ErrorFacts['kind']
  readonly facts: ErrorFacts

  constructor(facts: ErrorFacts) {
    super(facts.message)
    this.name = 'ClientError'
    this.kind = facts.kind
    this.facts = facts
  }
}
