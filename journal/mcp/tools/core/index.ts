import type { AnyTool } from '@zorivest/kernel';
import { diagnose } from './diagnose.ts';
import { emergencyStop } from './emergency-stop.ts';
import { emergencyUnlock } from './emergency-unlock.ts';
import { getSettings } from './get-settings.ts';
import { launchGui } from './launch-gui.ts';
import { getLogSettings, updateLogLevel } from './log-settings.ts';
import { serviceLogs, serviceRestart, serviceStatus } from './service.ts';
import { updateSettings } from './update-settings.ts';

export const core: readonly AnyTool[] = [
  getSettings,
  updateSettings,
  emergencyStop,
  emergencyUnlock,
  getLogSettings,
  updateLogLevel,
  diagnose,
  launchGui,
  serviceStatus,
  serviceRestart,
  serviceLogs,
];
