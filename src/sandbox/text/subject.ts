const politeness =
  /^(?:hi|hello|hey)?[,!\s]{0,3}(?:please|(?:can|could|would|will) you|i(?:'d| would) like (?:you )?to|i want (?:you )?to)\s+/i
const search =
  /^(?:search|look|google|browse|query|find|research|check)(?:\s+up)?(?:\s+(?:(?:on\s+)?the\s+(?:web|internet|net|docs|documentation|database|catalog(?:ue)?|archive|site|news)|online))?(?:\s+(?:for|about|on))?\s+/i
const question =
  /^(?:what|who|where|when)(?:'s|\s+(?:is|are|was|were))\s+|^(?:tell|show|give)\s+me\s+(?:(?:something|more|all)\s+)?(?:about\s+)?/i
const article = /^(?:the|a|an|some)\s+/i

/** What a prompt is about, as one would type it into a search: its first sentence without the asking around it. */
export function subjectOf(prompt: string): string {
  const [sentence = ''] = prompt.trim().split(/[.?!]+(?:\s|$)|[\r\n]/)
  const bare = [politeness, politeness, search, question, article].reduce(
    (text, lead) => text.replace(lead, ''),
    sentence,
  )
  return bare.trim() || prompt.trim()
}
