import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Behaviour = {
  /** Answers the recipient with this SMTP code instead of taking the email. */
  refuse?: number
  /** Answers the sender with this SMTP code. */
  refuseSender?: number
  /** Runs when the email is there, before it is acknowledged. */
  beforeAccepting?: () => Promise<void>
}

export type SmtpInbox = { url: string; emails: Email[]; behaviour: Behaviour; close(): Promise<void> }

const refusal = (responseCode: number | undefined): Error | null =>
  responseCode ? Object.assign(new Error('refused'), { responseCode }) : null

/** A real SMTP server that keeps what it is given. */
export const startSmtp = async (port: number): Promise<SmtpInbox> => {
  const emails: Email[] = []
  const behaviour: Behaviour = {}
  const keep = async (stream: AsyncIterable<unknown>): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    emails.push(await PostalMime.parse(Buffer.concat(chunks)))
    await behaviour.beforeAccepting?.()
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onMailFrom: (_address, _session, done) => done(refusal(behaviour.refuseSender)),
    onRcptTo: (_address, _session, done) => done(refusal(behaviour.refuse)),
    onData: (stream, _session, done) => {
      keep(stream).then(() => done(), done)
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    behaviour,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
