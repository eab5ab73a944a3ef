// SPDX-License-Identifier: MIT
// The user's preferences: challenges, and messages from friends.

import { useEffect, useState } from "preact/hooks";
import { problemText } from "../../api/problems";
import { call } from "../../api/http";
import type { Preferences } from "../../api/messages";
import { Choices, Switch } from "../../parts/controls";
import { notify } from "../../state/actions";
import { t } from "../../text";

const RULE_TEXTS: Record<Preferences["challenges"], () => string> = {
  everybody: () => t("Everybody"),
  followed: () => t("People I follow"),
  nobody: () => t("Nobody"),
};
const ruleText = (rule: Preferences["challenges"]): string => RULE_TEXTS[rule]();

const RULES: Preferences["challenges"][] = ["everybody", "followed", "nobody"];

export function PreferencesForm() {
  const [chosen, set] = useState<Preferences | null>(null);
  useEffect(() => void call<Preferences>("GET", "/preferences").then(set, () => {}), []);
  if (!chosen) return null;
  const change = (part: Partial<Preferences>) => {
    set({ ...chosen, ...part });
    call("POST", "/preferences", part).catch((error) => (set(chosen), notify(problemText(error))));
  };
  return (
    <section class="block" aria-labelledby="preferences">
      <h2 id="preferences">{t("How others can reach you")}</h2>
      <Choices legend={t("Who may challenge you")} value={chosen.challenges} change={(challenges) => change({ challenges })}
        choices={RULES.map((value) => ({ value, label: ruleText(value) }))} />
      <Switch label={t("Friends may write to me in games")} on={chosen.chat} change={(chat) => change({ chat })}
        note={t("Works if you follow each other and both have this on. Everyone else can send preset phrases only.")} />
    </section>
  );
}
