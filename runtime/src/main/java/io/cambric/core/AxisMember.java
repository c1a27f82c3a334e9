package io.cambric.core;

import io.cambric.errors.UnboundAxisException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread stands: a member of the group of an axis, or outside of all groups.
 *
 * <p>A scoped value holds it, so programs and kernels between a group and a collective do not pass
 * it on. Programs of members may have groups of their own; a collective of an outer axis meets the
 * inner members first, and then the outer ones.
 *
 * @param group the innermost group, {@code null} outside of all
 * @param index of the member in it
 * @param outer where the group stands, {@code null} outside of all
 */
record AxisMember(@Nullable AxisGroup group, int index, @Nullable AxisMember outer) {

  private static final ScopedValue<AxisMember> HERE = ScopedValue.newInstance();

  private static final AxisMember OUTSIDE = new AxisMember(null, 0, null);

  /** {@return where the current thread stands} */
  static AxisMember here() {
    return HERE.orElse(OUTSIDE);
  }

  /** {@return what the body returns, run as this member} */
  <R> R run(Supplier<? extends R> body) {
    return ScopedValue.where(HERE, this).call(body::get);
  }

  /** {@return the lowering of an operation in which members meet} */
  static Lowering.Kernel meeting(Primitive operation, List<ShapedArray> avals) {
    return new Lowering.Kernel((kernels, operands, outputs) -> {
      var arrays = new ArrayList<NdArray>(operands.size());
      for (int i = 0; i < operands.size(); i++) {
        arrays.add(NdArray.of(avals.get(i), operands.get(i), kernels));
      }
      var here = here();
      if (here.group == null) {
        throw outside(operation.name());
      }
      var values = here.group.meet(here.index, operation, arrays);
      for (int i = 0; i < values.size(); i++) {
        var value = values.get(i);
        var output = outputs.get(i);
        output.buffer().copyFrom(output.offset(), value.buffer(), value.offset(), value.size());
      }
    });
  }

  /** {@return the index of the current member, or of one around it, along a named axis} */
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
        "%s needs the workers of a pmap or a group of processes, but its program runs outside of one. Run the program where its axis name is bound."
            .formatted(operation));
  }
}
