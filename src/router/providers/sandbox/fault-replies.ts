import { jsonReply } from '../../http/replies.ts'

/** Refusals and failures in the shapes in which real servers send them (wire-facts §4). */
export const faultReplies = {
  unauthorized: () =>
    jsonReply(
      {
        error: {
          message: 'Incorrect API key provided: sandbox-fault-401. This model always says so.',
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_api_key',
        },
      },
      401,
    ),

  paymentRequired: () =>
    jsonReply(
      {
        error: {
          code: 402,
          message: 'Insufficient credits. This model always says so; nothing was charged.',
          metadata: { limit_source: 'openrouter_credits' },
        },
      },
      402,
    ),

  tooManyRequests: () =>
    jsonReply(
      {
        error: {
          message: 'Rate limit reached. Please try again in 3s. This model always says so.',
          type: 'requests',
          param: null,
          code: 'rate_limit_exceeded',
        },
      },
      429,
      {
        'retry-after': '3',
        'x-ratelimit-limit-requests': '20',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '3s',
      },
    ),

  serverError: () =>
    jsonReply(
      {
        error: {
          message: 'The server had an error while processing your request. This model always says so.',
          type: 'server_error',
          param: null,
          code: null,
        },
      },
      500,
    ),

  moderated: () =>
    jsonReply(
      {
        error: {
          message:
            'Your request was rejected by the safety system. safety_violations=[sandbox]. This model always says so; nothing was charged.',
          type: 'image_generation_user_error',
          param: null,
          code: 'moderation_blocked',
        },
      },
      400,
    ),

  proxyPage: () =>
    new Response(
      '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
      { status: 502, headers: { 'content-type': 'text/html' } },
    ),

  providerError: () =>
    jsonReply(
      {
        error: {
          code: 502,
          message: 'Provider returned error',
          metadata: {
            provider_name: 'Sandbox Upstream',
            raw: '{"error":{"message":"The model is overloaded. Please try again later. (The sandbox made this up.)","type":"overloaded_error"}}',
          },
        },
        user_id: 'user_sandbox',
      },
      502,
    ),
} satisfies Record<string, () => Response>
