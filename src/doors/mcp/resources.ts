import type { App } from '../../platform/app.ts'

export type TextResource = {
  path: string
  name: string
  title: string
  description: string
  read(app: App): string | Promise<string>
}

const MARKDOWN = 'text/markdown'

export const listedResource = (
  { path, name, title, description }: TextResource,
  publicUrl: string,
): { uri: string; name: string; title: string; description: string; mimeType: string } => ({
  uri: publicUrl + path,
  name,
  title,
  description,
  mimeType: MARKDOWN,
})

export const readResource = async (
  resources: readonly TextResource[],
  app: App,
  uri: string,
): Promise<{ uri: string; mimeType: string; text: string } | null> => {
  const found = resources.find(({ path }) => app.config.publicUrl + path === uri)
  return found ? { uri, mimeType: MARKDOWN, text: await found.read(app) } : null
}
