import type { ModelEntry } from '#contract/models/models.ts'
import type { ProviderLimits } from '../provider.ts'
import type { ChatOptions } from './chat/chat-request.ts'
import type { Upstream } from './upstream.ts'

export const providerKinds = ['openai', 'elevenlabs', 'gemini'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** How text is asked for: by `/responses`, by `/chat/completions`, or by whichever of them the server turns out to have. */
export const textApis = ['auto', 'responses', 'chat'] as const
export type TextApi = (typeof textApis)[number]

export interface ProviderConfig {
  readonly kind: ProviderKind
  /** Its `name` is the provider's id. */
  readonly upstream: Upstream
  readonly api: TextApi
  /** How its chat completions differ, where they are used. */
  readonly chat?: ChatOptions
  /** Patterns of ids with `*` for any characters: which of the listed models are offered under their own ids. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Ids that are offered whether or not the upstream lists them; it is not asked for its list where there are any. */
  readonly listed?: readonly string[]
  readonly limits: ProviderLimits
  /** Whether it may have the models that the interface names: the sandbox then leaves their ids to it. */
  readonly hasInterfaceModels: boolean
}

/** A model that the configuration offers under an id of its own. */
export interface PublicModel {
  /** What the configuration says of it; the rest comes from the first provider's list. */
  readonly entry: ModelEntry
  /** Where it is tried, in this order, and what it is called there. */
  readonly providers: readonly { readonly provider: string; readonly model: string }[]
  readonly fallbackOnUnknown: boolean
}

/** An address of this machine where a server of models may listen. */
export interface LocalServer {
  /** As people know it: `Ollama`. Without one it is named by its reply, or its port. */
  readonly name?: string
  /** Without a path. */
  readonly url: string
}

/** What the environment and the configuration file add up to. */
export interface RouterConfig {
  readonly providers: readonly ProviderConfig[]
  readonly models: readonly PublicModel[]
  /** Empty where this machine is not searched. */
  readonly localServers: readonly LocalServer[]
  readonly sandbox: boolean
  readonly file?: string
  /** Keys and other texts that no log may show. */
  readonly secrets: readonly string[]
  /** What people should know, one line each. */
  readonly notes: readonly string[]
}
