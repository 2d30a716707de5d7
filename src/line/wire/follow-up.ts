import Type from 'typebox'
import type { App } from '../../app.ts'

const closed = { additionalProperties: false } as const

export const followUpProperties = {
  verification: Type.Optional(
    Type.Object(
      {
        required: Type.Boolean({
          description: 'The person must open a link that we email to the address on the application.',
        }),
        sent: Type.Boolean({ description: 'The email with the link is on its way.' }),
      },
      { ...closed, description: 'Before a consent counts or anything is bought, the address is proven.' },
    ),
  ),
  status_url: Type.String({ format: 'uri' }),
  poll_request: Type.Object(
    { method: Type.Enum(['GET']), url: Type.String({ format: 'uri' }) },
    { ...closed, description: 'Send it with the token of the latest answer.' },
  ),
  intake_access_token: Type.String({
    description: 'For the next call. After a PATCH or POST the one before it no longer works.',
  }),
}

export type Verification = { required: boolean; sent: boolean }

const issuesUrl = ({ config }: App, uid: string): string => `${config.publicUrl}/api/intake/${uid}/issues`

export const pollPart = (app: App, uid: string) => {
  const url = issuesUrl(app, uid)
  return { status_url: url, poll_request: { method: 'GET' as const, url } }
}
