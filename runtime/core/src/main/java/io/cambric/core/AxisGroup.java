package io.cambric.core;

import java.util.List;
import java.util.function.Supplier;

/**
 * The members of a named axis. Each runs the program of one index, and they meet in collectives:
 * threads of one process ({@link Workers}), or processes.
 */
public interface AxisGroup {

  /** {@return the axis, whose size is the number of members} */
  MappedAxis axis();

  /**
   * Begins a collective, which other members begin in the same order.
   *
   * @param member the index of the calling member
   * @param collective of one operand
   * @param operands operands of this member, unchanged until the end; several only if the
   *     collective is {@linkplain CollectiveRule#isElementwise elementwise}
   * @return waits for the end, and returns the results of this member, one per operand
   */
  Supplier<List<NdArray>> start(int member, Primitive collective, List<NdArray> operands);

  /**
   * {@return the result of a function that one member runs}
   *
   * <p>The function may use the axis by its name, in operations and in traced functions.
   */
  default <R> R run(int member, Supplier<? extends R> body) {
    var place = new AxisMember(this, member, AxisMember.here());
    return new GroupTrace(Trace.current(), axis()).run(() -> place.<R>run(body));
  }

  /**
   * {@return the index of the current member along a named axis}
   *
   * @param operation the operation that needs the index, for the message
   * @throws io.cambric.errors.UnboundAxisException outside of a group of that name
   */
  static int index(String operation, String axisName) {
    return AxisMember.index(operation, axisName);
  }
}
