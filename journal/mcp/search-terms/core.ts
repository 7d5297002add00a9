import { phrases } from './phrases.ts';

export const core = phrases({
  zorivest_diagnose: `
    everything working, everything ok,
    health check, status, what is wrong, not working, is it up, troubleshoot, debug, error rate, latency,
    performance of tools, slow, broken, fails, failing, connection problem, self test, guard status, is it
    locked, check system, server status, what is broken, tool errors, all good, anything wrong, does it work,
    down, not responding, report problems, what is going on, okay, nothing works, nothing loads, something is
    off, something feels wrong, no answer, acting up, anymore
  `,
  zorivest_emergency_stop: `
    lock the tools, lock all tools,
    panic, kill switch, halt, lock everything, stop all tools, shut off, freeze, runaway loop, abort, stop
    everything, stop now, shut it down, block all, lock out, something is wrong, pull the plug, disable all
    tools, kill, stop it, stop trading, freeze all, no more calls, danger, hands off, hold on, wait stop, do
    not touch, back off, leave it alone, out of control, going crazy, cut it out
  `,
  zorivest_emergency_unlock: `
    resume, unfreeze, release lock, reactivate tools, undo emergency stop, open guard, unlock, continue,
    restart tools, lift lock, unblock, go on, allow again, open up, release, it is safe again, let it run
    again, locked out, false alarm, carry on, work again, calmed down, back to work, all clear, you may
    continue, proceed
  `,
  get_settings: `
    preferences, configuration, options, theme, display, notification settings, config value, my settings,
    what is set, current options, backup interval, sidebar, how is it configured, defaults, what options, how
    have I configured, switched on
  `,
  zorivest_launch_gui: `
    open app, start desktop, show window, gui, user interface, dashboard, screen, launch, open zorivest, see
    it on screen, window, desktop app, bring up, visual, program, application, start the app, charts
  `,
  get_log_settings: `
    logging, verbosity, debug level, log rotation, how much is logged, log level, log config, current
    verbosity
  `,
  update_log_level: `
    verbose, debug mode, quiet logs, logging level, trace, more logging, log less, log more, set log, reduce
    logging, enable debug, silence, turn on debug, more detail in the log, quiet down, spamming, too noisy
  `,
  zorivest_service_status: `
    backend running, memory usage, cpu, uptime, process id, daemon, server alive, alive, backend, running, how
    long up, ram, load, version, died, crashed, service, process, still running
  `,
  zorivest_service_restart: `
    reboot, reload backend, bounce, relaunch daemon, turn off and on again, stuck, hangs, frozen, reset
    service, restart, reboot server, kick, start again, refresh service
  `,
  zorivest_service_logs: `
    log directory, log files, where are logs, jsonl, trace files, error log, folder, log path, where do logs
    go, read the logs, location of logs, what happened in the log, log output, debug files, send logs, logs
    for support, bug report, logs stored, where are they kept
  `,
  update_settings: `
    set preference, configure, switch theme, dark mode, hide dollars, turn off notifications, change setting,
    modify, enable, disable notification, light mode, set value, customize, adjust, font, appearance, layout,
    make it, larger, smaller, turn on, turn off, change how it looks, currency display, percentages, stop
    hiding, narrower, wider, bigger, stop showing, make it show
  `,
});
