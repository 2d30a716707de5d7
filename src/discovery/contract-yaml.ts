import { Document, type Node, type ToStringOptions, visit } from 'yaml'

const LONGEST_ON_ONE_LINE = 100

const STYLE: ToStringOptions = { indentSeq: false, lineWidth: 120 }

const onOneLine = (_key: unknown, node: Node & { flow?: boolean }): symbol | undefined => {
  if (JSON.stringify(node.toJSON()).length > LONGEST_ON_ONE_LINE) return undefined
  node.flow = true
  return visit.SKIP
}

/** Quotes what YAML 1.1 readers, such as PyYAML, take for something else: Yes, No, 250_500_100, 2026-01-01. */
export const contractYaml = (value: object): string => {
  const document = new Document(value, { version: '1.1', aliasDuplicateObjects: false })
  visit(document, { Map: onOneLine, Seq: onOneLine })
  return document.toString(STYLE)
}
