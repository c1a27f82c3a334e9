package example;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import java.util.List;

/**
 * Runs a cell.
 *
 * @param <C> the cell
 * @param cell the cell
 */
@Module
record RnnDef<C extends Comparable<C>>(C cell, List<C> others) {

  record Parts<D>(D cell) {}

  @Setup
  Parts<C> cells() {
    return new Parts<>(cell);
  }

  C call(Parts<C> parts, Array x) {
    return parts.cell();
  }

  @Compact
  <T extends C> T choose(T first, T second) {
    return first.compareTo(second) < 0 ? first : second;
  }
}
