package io.cambric.io.checkpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The choice of the checkpoints to keep: each rule adds some, and all others are removed. */
final class Retention {

  private Retention() {}

  /** {@return whether the rules need to know times or metrics} */
  static boolean readsDetails(Checkpoints rules) {
    return rules.best() != null || !rules.keepPeriod().isZero();
  }

  /**
   * {@return the steps to keep}
   *
   * @param all ascending in steps
   */
  static Set<Long> kept(Checkpoints rules, List<SavedCheckpoint> all) {
    var kept = new HashSet<Long>();
    int older = Math.max(0, all.size() - rules.keep());
    all.subList(older, all.size()).forEach(each -> kept.add(each.step()));
    if (rules.keepEvery() > 0) {
      addByStep(all.subList(0, older), rules.keepEvery(), kept);
    }
    if (!rules.keepPeriod().isZero()) {
      addByTime(all.subList(0, older), rules.keepPeriod(), kept);
    }
    if (rules.best() != null) {
      rules.best().of(all).forEach(each -> kept.add(each.step()));
    }
    return kept;
  }

  private static void addByStep(List<SavedCheckpoint> older, long distance, Set<Long> kept) {
    boolean first = true;
    long last = 0;
    for (var each : older) {
      if (first || each.step() - last >= distance) {
        first = false;
        last = each.step();
        kept.add(last);
      }
    }
  }

  /**
   * Adds checkpoints that are a period apart, in either direction: a wrong or reset clock must not
   * end the keeping. An unknown time does not count.
   */
  private static void addByTime(List<SavedCheckpoint> older, Duration period, Set<Long> kept) {
    @Nullable Instant last = null;
    for (var each : older) {
      var time = each.details().time();
      if (last != null && time.equals(CheckpointDetails.UNKNOWN_TIME)) {
        continue;
      }
      if (last == null || Duration.between(last, time).abs().compareTo(period) >= 0) {
        last = time;
        kept.add(each.step());
      }
    }
  }
}
