import { createGate } from './net-gate.ts'

const gate = createGate((input, init) => fetch(input, init), self.location.origin)

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  gate(event.data, event.ports[0])
})
