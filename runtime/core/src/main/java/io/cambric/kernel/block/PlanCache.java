package io.cambric.kernel.block;

import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a body, one for each space that it runs over repeatedly. A hash of the space selects
 * a few entries that may hold its plan; a full cache drops plans. A race loses an entry at worst.
 * Plans are therefore immutable except for their runners.
 */
final class PlanCache<P> {

  private static final int SIZE = 64;

  /**
   * The number of entries where a plan may be, so two spaces do not replace each other in every
   * run.
   */
  private static final int PLACES = 4;

  private final Object[] plans = new Object[SIZE];

  private @Nullable P latest;

  /** {@return the plan of the last run, or null; most bodies run over one space} */
  @Nullable P latest() {
    return latest;
  }

  /**
   * {@return the plan that fits a run, created if necessary}
   *
   * @param hash equal for equal spaces
   */
  P get(IntSupplier hash, Predicate<P> fits, Supplier<P> maker) {
    int first = hash.getAsInt();
    int place = first & (SIZE - 1);
    for (int i = 0; i < PLACES; i++) {
      int next = first + i & (SIZE - 1);
      @SuppressWarnings("unchecked") // only plans of this type are stored
      var known = (P) plans[next];
      if (known != null && fits.test(known)) {
        latest = known;
        return known;
      }
      place = known == null ? next : place;
    }
    var made = maker.get();
    plans[place] = made;
    latest = made;
    return made;
  }
}
