import { type Client, createClient } from '../client/client.ts'
import type { Connection } from '../client/exchange.ts'
import { fetchFor } from '../client/foreign-fetch.ts'

/** The client of a connection. */
export const connect = (connection: Connection): Client =>
  createClient(connection, { fetch: fetchFor(connection.baseUrl) })
