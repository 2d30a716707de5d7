import Type, { type Static } from 'typebox'
import { operation } from '../../platform/app.ts'
import { catalog, Failure, type FieldProblem } from '../../platform/errors.ts'
import { ErrorResponse, shownProblem } from '../../platform/http/failure-reply.ts'
import { inputChecker } from '../../platform/http/schemas.ts'
import type { OperatorCaller, SharedCaller } from '../../platform/key/guard.ts'
import { keysOf, recordOf } from '../../platform/lib/keys-of.ts'
import { autoEstimates } from './auto-estimates.ts'
import { collisionAndComprehensiveCoverage } from './collision-and-comprehensive-coverage.ts'
import { fileAClaim } from './file-a-claim.ts'
import { homeCalculator } from './home.ts'
import { closed } from './schemas.ts'
import { umbrellaCalculator } from './umbrella.ts'

const tools = {
  auto_estimates: autoEstimates,
  collision_and_comprehensive_coverage: collisionAndComprehensiveCoverage,
  file_a_claim: fileAClaim,
  home_calculator: homeCalculator,
  umbrella_calculator: umbrellaCalculator,
}

const toolNames = keysOf(tools)

const checkers = recordOf(toolNames, name => inputChecker(tools[name].input))

const toolName = Type.Enum(toolNames, { description: 'Which calculator.' })

const ToolsBatchRequest = Type.Object(
  {
    operations: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Type.String({ maxLength: 100, description: 'Your own id, returned unchanged.' })),
          tool: toolName,
          input: Type.Unknown({ description: 'The body you would send to that calculator.' }),
        },
        closed,
      ),
      { minItems: 1, maxItems: 25 },
    ),
  },
  {
    $id: 'ToolsBatchRequest',
    ...closed,
    examples: [{ operations: [{ id: 'a', tool: 'umbrella_calculator', input: { zip: '94110' } }] }],
  },
)

const CalculatorResponse = Type.Unsafe<unknown>(
  Type.Union(
    Object.values(tools).map(({ output }) => output),
    { $id: 'CalculatorResponse', description: 'The response of one of the calculators.' },
  ),
)

export const ToolsBatchResponse = Type.Object(
  {
    operation_count: Type.Integer(),
    success_count: Type.Integer(),
    error_count: Type.Integer(),
    results: Type.Array(
      Type.Object(
        {
          id: Type.Optional(Type.String()),
          tool: toolName,
          status: Type.Enum(['ok', 'error']),
          result: Type.Optional(CalculatorResponse),
          error: Type.Optional(
            Type.Pick(ErrorResponse, ['error', 'message', 'fields'], {
              description: 'Why this operation failed. The others are not affected.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  { $id: 'ToolsBatchResponse', ...closed },
)

type Request = Static<typeof ToolsBatchRequest>['operations'][number]
type Result = Static<typeof ToolsBatchResponse>['results'][number]

const refusal = (code: keyof typeof catalog, message: string, fields?: FieldProblem[]): Partial<Result> => ({
  status: 'error',
  error: { error: code, message, ...(fields && { fields: fields.map(shownProblem) }) },
})

const outcome = (run: () => unknown, problems: FieldProblem[]): Partial<Result> => {
  if (problems.length > 0) return refusal('invalid_request', catalog.invalid_request[1], problems)
  try {
    return { status: 'ok', result: run() }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return refusal(error.code, error.message, error.details.fields)
  }
}

export const batch = operation({
  id: 'runToolsBatch',
  summary: 'Run up to 25 calculations in one call.',
  description:
    'Operations run in order and independently: one that fails reports why and does not affect the others. The batch counts as one call against the calculator rate limit.',
  input: ToolsBatchRequest,
  output: ToolsBatchResponse,
  reads: true,
  run(app, caller: OperatorCaller | SharedCaller, { operations }): Static<typeof ToolsBatchResponse> {
    const results = operations.map(({ id, tool, input }: Request) => ({
      ...(id !== undefined && { id }),
      tool,
      ...outcome(() => tools[tool].run(app, caller, input as never, undefined), checkers[tool](input)),
    })) as Result[]
    const failed = results.filter(({ status }) => status === 'error').length
    return {
      operation_count: results.length,
      success_count: results.length - failed,
      error_count: failed,
      results,
    }
  },
})
