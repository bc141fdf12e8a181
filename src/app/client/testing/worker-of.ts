import { createGate } from '../worker/net-gate.ts'
import type { NetWorker } from '../worker/net-protocol.ts'
import { home } from './replies.ts'

/** The gate behind a channel, as the worker has it; `send` is its way out. Its ports are added to `ports`, to be closed. */
export function workerOf(send: typeof fetch, ports: MessagePort[], origins = ['https://router.example']) {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const gate = createGate(send, home)
  port2.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => gate(data, ports[0]))
  port2.start()
  const broken = new EventTarget()
  const worker: NetWorker = {
    postMessage: (message, transfer = []) => port1.postMessage(message, transfer),
    addEventListener: broken.addEventListener.bind(broken),
    removeEventListener: broken.removeEventListener.bind(broken),
  }
  for (const origin of origins) worker.postMessage({ kind: 'allow', origin })
  return { worker, broken }
}
