// Generated from Inner; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;

/** Copies of an {@code Inner} that differ in one component. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.State.Inner"
)
interface InnerWith extends State.Counted<State.Inner> {
  /** {@return the component {@code count}} */
  Array count();

  /**
   * Copies this record with a different {@code count}.
   *
   * @return the changed copy
   */
  default State.Inner withCount(Array count) {
    return new State.Inner(count);
  }
}
