import { phrases } from './phrases.ts';

export const scheduling = phrases({
  create_policy: `
    schedule a report, automate, daily report, weekly email, cron job, recurring task, new pipeline, every
    morning, schedule, automation, every day, every week, email me, weekly report, daily summary, set up a
    report, recurring, alert me, newsletter, email me on, on fridays, every friday, each day, remind me,
    regular report, set up automation, automatically
  `,
  list_policies: `
    scheduled jobs, what is scheduled, upcoming runs, automations, pipelines, next run, cron list, scheduled,
    policies, schedules, automated reports, jobs, what runs, planned runs, what is automated, upcoming,
    automations list, report schedule
  `,
  update_policy_schedule: `
    pause the pipeline, pause a job, pause the report, move the job, move the report, move the digest, daily instead, weekly instead,
    reschedule, pause pipeline, disable job, change cron, different time, turn on automation, stop report,
    schedule change, move, pause, resume, later, earlier, change time, disable report, enable report, time
    zone, at another time, stop sending, reschedule report, weekends, not on, only on, skip, every hour
    instead, other day, do not send, less often, more often, shut off report
  `,
  run_pipeline: `
    execute now, trigger job, send the report now, start pipeline, run policy, kick off, run now, run report,
    start job, trigger, execute policy, run it, launch pipeline, do it now, send it now, right now, start it,
    fire off, rerun, again now, immediately, now please, right away, do it today, send me the report now,
    morning report now
  `,
  preview_report: `
    test report, what would it send, dry run, draft report, see the email first, sample output, preview, look
    like, before sending, show me the report, try report, mock, draft, before it goes out, check the report,
    show example, as it would go out, would look like, without sending, before I send, let me see it first
  `,
  get_pipeline_history: `
    past runs, did my report run, job log, failed runs, run status, last execution, why did it fail, history,
    ran, last run, did it run, runs, failed, was it sent, job results, pipeline errors, what happened with,
    not received, did not arrive, email failed, went out, happened to my report, report missing, last time
  `,
});
