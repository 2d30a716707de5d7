import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const known = new Map<string, Promise<string>>()

const ask = async (name: string): Promise<string> => {
  const answer = await fetch(`${inject('sharedServers')}/${name}`)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

/** Where the server, or the bundle, is that all files of a run share. It is started, or built, when the first one asks. */
export const sharedServer = (name: 'database' | 'prism' | 'tools' | 'bundle'): Promise<string> => {
  const asked = known.get(name) ?? ask(name)
  known.set(name, asked)
  return asked
}

/** A file of what `npm run build` builds from the source as it is now. */
export const builtFile = async (name: string): Promise<string> =>
  fileURLToPath(new URL(name, await sharedServer('bundle')))
