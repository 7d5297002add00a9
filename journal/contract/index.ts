// The journal's REST contract: endpoints and schemas declared once, read by the service, the MCP server, the command line
// and the web app.
import { contract } from './contract.ts';
import { createClientFor, type Client, type ClientOptions } from './core/client.ts';

export { contract } from './contract.ts';
export { once } from './core/once.ts';
export {
  listEndpoints,
  isJson,
  isMultipart,
  isAsked,
  isWrite,
  kindOfAsked,
  roles,
  type Access,
  type AnyEndpoint,
  type AskedEndpoint,
  type ClientInput,
  type ClientOutput,
  type DocumentAnswer,
  type HandlerInput,
  type HandlerOutput,
  type MultipartBody,
  type ReceivedFile,
  type Role,
  type UploadFile,
  type WriteKind,
} from './core/endpoint.ts';
export {
  addressOf,
  normalizeBaseUrl,
  UploadFailed,
  type CallOptions,
  type ClientOptions,
  type ClientWrite,
  type LooseInput,
  type SendWrite,
  type TaskOfCall,
  type CallReport,
} from './core/client.ts';
export { ApiError, ApiUnreachable, errorCodes, type ErrorEnvelope } from './core/errors.ts';
export { CHALLENGE_HEADER, isServiceOf, OVER_SOCKET, PROOF_HEADER, proofFor } from './core/proof.ts';
export type { Auth } from './core/session.ts';
export { inputFields, type InputField } from './core/inputs.ts';
export { isNewerVersion, isVersion } from './core/versions.ts';
export { openApi } from './core/openapi.ts';

// The words of the domain, for services, tools and screens that list them.
export {
  barSeconds,
  brokers,
  groupBars,
  longerBars,
  marketProviders,
  mistakeCategories,
  visible,
} from '@zorivest/vocabulary';
export { distanceInRisk, httpClients, isNearEntry, mcpNote, serverName } from '@zorivest/vocabulary';
export { accountTypes } from './resources/accounts.ts';
export { TASK_DAYS } from './resources/tasks.ts';
export {
  APPROVAL_BYTES,
  APPROVAL_FILE_BYTES,
  type Approval,
  type ApprovalChange,
  type ApprovalSummary,
} from './resources/approvals.ts';
export { keyModes, PASSPHRASE_FRESH_SECONDS, type KeyMode } from './resources/auth.ts';
export type { PairingMode } from './resources/pairings.ts';
export { transactionCategories } from '@zorivest/vocabulary';
export { confirmableActions } from './resources/guard.ts';
export { maxImageBytes } from './resources/images.ts';
export { convictions, planStatuses } from './resources/plans.ts';
export { riskTemplateNames } from './resources/risk-accounts.ts';
export { emotionalStates } from './resources/reports.ts';
export { logFeatures } from './resources/settings.ts';
export { figureKinds, type Filter } from './resources/figures.ts';
export { operationOf } from './operations.ts';
export type { LiveEvent } from './resources/system.ts';

export type JournalClient = Client<typeof contract>;

export function createClient(options: ClientOptions): JournalClient {
  return createClientFor(contract, options);
}
