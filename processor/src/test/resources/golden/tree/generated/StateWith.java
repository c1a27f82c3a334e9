// Generated from State; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import java.util.Map;

/** Copies of a {@code State} that differ in one component. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.State"
)
public interface StateWith<P> {
  /** {@return how many steps were taken} */
  Array step();

  /** {@return the component {@code name}} */
  String name();

  /** {@return the component {@code params}} */
  P params();

  /** {@return the component {@code extra}} */
  Map<String, Array> extra();

  /** {@return the component {@code any}} */
  Object any();

  /**
   * Copies this record with a different {@code step}.
   *
   * @param step how many steps were taken
   * @return the changed copy
   */
  default State<P> withStep(Array step) {
    return new State<>(step, name(), params(), extra(), any());
  }

  /**
   * Copies this record with a different {@code name}.
   *
   * @return the changed copy
   */
  default State<P> withName(String name) {
    return new State<>(step(), name, params(), extra(), any());
  }

  /**
   * Copies this record with a different {@code params}.
   *
   * @return the changed copy
   */
  default State<P> withParams(P params) {
    return new State<>(step(), name(), params, extra(), any());
  }

  /**
   * Copies this record with a different {@code extra}.
   *
   * @return the changed copy
   */
  default State<P> withExtra(Map<String, Array> extra) {
    return new State<>(step(), name(), params(), extra, any());
  }

  /**
   * Copies this record with a different {@code any}.
   *
   * @return the changed copy
   */
  default State<P> withAny(Object any) {
    return new State<>(step(), name(), params(), extra(), any);
  }
}
