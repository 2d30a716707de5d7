import { answerOf, createBindery } from '../../../../client/src/client.ts'
import { textOf } from '../arguments.ts'
import type { CommandCall, OperatorCommand } from './command.ts'
import { removeCredential, storeCredential } from './credentials.ts'
import { refuse } from './refusal.ts'

const answered = async (
  { terminal, values }: CommandCall,
  option: string,
  question: string,
): Promise<string> =>
  textOf(values, option) ||
  (await terminal.ask(question)) ||
  refuse(`No ${option} was given. Run the command again and enter it, or add --${option}.`)

const REPLACES =
  'A new key replaces your current operator key. Programs that use the old one stop working. To keep it, press Ctrl+C and run login --with-key.'

const newKey = async (call: CommandCall) => {
  const { bindery, terminal, values } = call
  const email = await answered(call, 'email', 'Your email:')
  if (textOf(values, 'code') === undefined) {
    terminal.say(REPLACES)
    terminal.say(answerOf(await bindery.POST('/api/agent/key/request', { body: { email } })).message)
  }
  const otp = await answered(call, 'code', 'Code from the email:')
  const { api_key: key } = answerOf(await bindery.POST('/api/agent/key/confirm', { body: { email, otp } }))
  return { key, email }
}

const existingKey = async ({ terminal, url }: CommandCall) => {
  const key =
    (await terminal.ask('Operator key:', { hidden: true })) ||
    refuse('No key was given. Enter it, or pipe it in.')
  const query = { limit: 1 }
  const tried = await createBindery({ url, key }).GET('/api/agent/requests', { params: { query } })
  if (tried.response.status === 401) answerOf(tried)
  return { key }
}

export const login: OperatorCommand = {
  usage: 'login',
  help: 'Get an operator key by email and store it.',
  details: [
    'Emails you a code, asks for it, and stores the key in a file that only you can read.',
    'The new key replaces your current one. To store a key you already have, use --with-key.',
    '--email EMAIL   your own email, instead of being asked',
    '--code CODE     the code from the last email, instead of requesting a new one',
    '--with-key      ask for an existing key, or read it from standard input, check that it works, and store it',
  ],
  options: { email: { type: 'string' }, code: { type: 'string' }, 'with-key': { type: 'boolean' } },
  takes: { least: 0, most: 0 },
  needsKey: false,
  async run(call) {
    const { url, credentialsFile, values } = call
    const credential = values['with-key'] ? await existingKey(call) : await newKey(call)
    await storeCredential(credentialsFile, url, credential)
    return {
      lines: [`Logged in to ${url}. The key is in ${credentialsFile}.`],
      body: { url, credentials_file: credentialsFile },
    }
  },
}

export const logout: OperatorCommand = {
  usage: 'logout',
  help: 'Delete the stored key.',
  details: ['Deletes the key from this computer. The service still accepts it until you get a new one.'],
  takes: { least: 0, most: 0 },
  needsKey: false,
  async run({ url, credentialsFile }) {
    const removed = await removeCredential(credentialsFile, url)
    return {
      lines: [removed ? `Logged out of ${url}.` : `You were not logged in to ${url}.`],
      body: { url, removed },
    }
  },
}
