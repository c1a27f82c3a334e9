package io.cambric.programs;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.Primitive.Jvp;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.Primitive.Linearized;
import io.cambric.core.ShapedArray;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mistake in a rule of an operation. Rules that a fault does not override are those of the
 * operation; they run with the fault planted in what they apply.
 */
public abstract class Fault {

  private final String description;

  /** A fault, as the table of faults describes it. */
  protected Fault(String description) {
    this.description = description;
  }

  /** {@return what is wrong} */
  public final String description() {
    return description;
  }

  /** {@return whether the operation has the fault} */
  protected abstract boolean isIn(Primitive operation);

  /** {@return the lowering} */
  protected Lowering lower(Primitive operation, List<ShapedArray> operands) {
    return operation.lower(operands);
  }

  /** {@return results and tangents} */
  protected Jvp jvp(Primitive operation, List<Array> primals, List<@Nullable Array> tangents) {
    return operation.jvp(primals, tangents);
  }

  /** {@return the linear part apart, or {@code null}} */
  protected @Nullable Linearized linearize(
      Primitive operation, List<Array> primals, List<Boolean> nonzero) {
    return operation.linearize(primals, nonzero);
  }

  /** {@return cotangents of the operands} */
  protected List<@Nullable Array> transpose(
      Primitive operation, List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    return operation.transpose(cotangents, operands);
  }

  /** {@return the operation over lanes} */
  protected Batched batch(
      Primitive operation, MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return operation.batch(axis, operands, axes);
  }

  /** {@return what two operations have in common if they are taken for equal} */
  protected Object identity(Primitive operation) {
    return operation;
  }
}
