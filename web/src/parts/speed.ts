// SPDX-License-Identifier: MIT
// The speed of a game, in words.

import type { Speed } from "../api/messages";
import { t } from "../text";

const SPEED_NAMES: Record<Speed, () => string> = {
  bullet: () => t("Bullet"),
  blitz: () => t("Blitz"),
  rapid: () => t("Rapid"),
  classical: () => t("Classical"),
  correspondence: () => t("Correspondence"),
  unlimited: () => t("Without a clock"),
};

export function speedName(speed: Speed): string {
  return SPEED_NAMES[speed]();
}
