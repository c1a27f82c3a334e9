package io.cambric.core;

import io.cambric.errors.UnboundAxisException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The position of a thread: a member of the group of an axis, or outside all groups.
 *
 * <p>A scoped value holds it, so programs and kernels between a group and a collective do not pass
 * it on. Programs of members may have groups of their own; a collective of an outer axis
 * synchronizes the inner members first, and then the outer members.
 */
final class AxisMember {

  private static final ScopedValue<AxisMember> HERE = ScopedValue.newInstance();

  private static final AxisMember OUTSIDE = new AxisMember(null, 0, null);

  private final @Nullable AxisGroup group;
  private final int index;
  private final @Nullable AxisMember outer;

  /** Collectives that have begun, by their numbers. */
  private final Map<Integer, Begun> begun = new HashMap<>();

  private int count;

  /**
   * A collective that has begun.
   *
   * @param results waits for its end
   */
  record Begun(List<NdArray> operands, Supplier<List<NdArray>> results) {}

  /**
   * Makes a member.
   *
   * @param group the innermost group, {@code null} outside all groups
   * @param outer the position of the group, {@code null} outside all groups
   */
  AxisMember(@Nullable AxisGroup group, int index, @Nullable AxisMember outer) {
    this.group = group;
    this.index = index;
    this.outer = outer;
  }

  /** {@return the position of the current thread} */
  static AxisMember here() {
    return HERE.orElse(OUTSIDE);
  }

  /** {@return the result of the body, run as this member} */
  <R> R run(Supplier<? extends R> body) {
    return ScopedValue.where(HERE, this).call(body::get);
  }

  /** {@return waits for the end of a collective that this member begins} */
  Supplier<List<NdArray>> start(Primitive collective, List<NdArray> operands) {
    if (group == null) {
      throw outside(collective.name());
    }
    return group.start(index, collective, operands);
  }

  /** {@return the number of a collective that this member begins} */
  synchronized int begin(Primitive collective, List<NdArray> operands) {
    begun.put(count, new Begun(operands, start(collective, operands)));
    return count++;
  }

  /** {@return a collective that has begun, to be awaited} */
  synchronized Begun end(int number) {
    return Objects.requireNonNull(begun.remove(number));
  }

  /** {@return the index of the current member, or of an enclosing member, along a named axis} */
  static int index(String operation, String axisName) {
    for (var member = here(); member != null && member.group != null; member = member.outer) {
      if (axisName.equals(member.group.axis().name())) {
        return member.index;
      }
    }
    throw outside(operation);
  }

  private static UnboundAxisException outside(String operation) {
    return new UnboundAxisException(
        "%s needs the workers of a pmap or a group of processes, but its program runs outside of them. Run the program where its axis name is bound."
            .formatted(operation));
  }
}
