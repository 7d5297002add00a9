import { type Prompt, textPrompt } from '@zorivest/kernel';

/** Prompts for common tasks. Each says which tools to call and what not to invent. */
export const prompts: readonly Prompt[] = [
  textPrompt(
    {
      name: 'why_is_it_slow',
      title: 'Why is it slow?',
      description: 'From recordings to the three things to fix first, each with its evidence.',
      arguments: [{ name: 'files', description: 'Paths of profiles and logs; the newest snapshot if omitted.' }],
    },
    ({ files }) => `Find out why my application is slow.
1. ${files ? `Ingest ${files} (artifacts_ingest); if files are refused, tell me why and continue with the rest.` : 'Take the newest snapshot (runs_list). If there is none, ask me for profiles, database logs, access logs or timings, and ingest them (artifacts_ingest).'}
2. Analyse it (analysis_run) and tell me the first three findings in their order: where, what it costs, what to do, the file and lines it was seen in.
3. Say for each whether its advice was tested (proved) or is a candidate, and what was not measured. If there is a profile, query it (profile_ask) for the callers of the costliest function.
4. End with the budget lines of the findings, so that the repaired faults do not come back.
Use only figures the tools return. Do not name an endpoint where a finding says that it may be one of several.`,
  ),
  textPrompt(
    {
      name: 'did_this_release_get_slower',
      title: 'Did this release get slower?',
      description: 'Compare two recordings: what got worse, for whom, and whether that is more than noise.',
      arguments: [
        {
          name: 'base',
          description: 'Snapshot id or pinned name of the old state; the one before the last if omitted.',
        },
        { name: 'candidate', description: 'Snapshot id or pinned name of the new state; the last if omitted.' },
      ],
    },
    ({ base, candidate }) => `Tell me whether the release got slower.
1. Compare ${base ?? 'the snapshot before the last'} with ${candidate ?? 'the last one'} (runs_list shows them, analysis_compare compares).
2. Name failures first, then regressions by their harm: endpoint, figure, before and after, and how far it is outside the noise.
3. If data is missing on one side, say so: missing data is not a pass.
4. For each regression name the statement or function that changed (profile_ask with compare_with, if there are profiles).
5. Give one verdict: it passes, it fails, or it cannot be judged and which recording would decide it.`,
  ),
  textPrompt(
    {
      name: 'where_does_the_time_go',
      title: 'Where does the time go?',
      description: 'Read a profile of any language from the top down.',
      arguments: [
        { name: 'profile', description: 'A snapshot id, or the absolute path of a profile.', required: true },
      ],
    },
    ({ profile = '' }) => `Read the profile ${profile} with me (profile_ask).
1. The costliest functions, by own cost and including calls; state the unit, and whether it was sampled or traced.
2. The hot path, and where it leaves our own code for a library.
3. For the first function of our own code: who calls it and how much each caller spends there.
4. Name one change that would save most, the share it could save at best, and how to record again to see that it did.
Sampled profiles have no call counts: give none.`,
  ),
];
