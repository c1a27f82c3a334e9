package io.cambric.conformance.library;

import io.cambric.core.Array;
import io.cambric.optax.Losses;
import java.util.List;

/** Losses of Optax whose targets may be left out. */
final class LossTable {

  private LossTable() {}

  /** A loss of Java with targets. */
  private interface Paired {
    Array loss(Array predictions, Array targets);
  }

  /** A loss of Java of errors. */
  private interface Single {
    Array loss(Array errors);
  }

  static void fill(Table table) {
    put(table, "squared_error", Losses::squaredError, Losses::squaredError);
    put(table, "l2_loss", Losses::l2Loss, Losses::l2Loss);
  }

  private static void put(Table table, String name, Paired paired, Single single) {
    for (var module : List.of("optax.", "optax.losses.")) {
      table.put(
          module + name + "(predictions, targets)",
          a ->
              a.has("targets")
                  ? paired.loss(a.array("predictions"), a.array("targets"))
                  : single.loss(a.array("predictions")));
    }
  }
}
